import {
  createHistory,
  createEntryMatcher,
  filterEntries,
  type HistoryFilter,
} from "@acp-store/devtools";
import { describe, expect, it } from "vitest";
import {
  callUpdate,
  recv,
  said,
  sent,
  steadyStore,
  toolCall,
  updated,
  wrote,
} from "../support/frames.js";

const store = steadyStore();
const history = createHistory(store);
store.observe(sent({ id: 1, method: "session/prompt", params: { sessionId: "s1", prompt: [] } })); // 0
store.observe(toolCall("call_1", { title: "Read main.ts" })); // 1
store.observe(callUpdate("call_1", { kind: 5, status: "completed" })); // 2
store.observe(said("Hello there")); // 3
store.observe(updated({ sessionUpdate: "plan", entries: [] }, "s2")); // 4
store.observe(recv({ method: "_vendor/hello" })); // 5
store.cancelTurn("s1"); // 6
store.disconnect("gone"); // 7
store.observe(wrote("Warning: main loop")); // 8

function matchingIndexes(filter: HistoryFilter): number[] {
  return filterEntries(history.entries(), filter).map(({ index }) => index);
}

describe("filterEntries", () => {
  it.each<[string, HistoryFilter, number[]]>([
    ["all entries", {}, [0, 1, 2, 3, 4, 5, 6, 7, 8]],
    ["entries that name or change a session", { sessionId: "s1" }, [0, 1, 2, 3, 6, 7]],
    ["the entries of another session", { sessionId: "s2" }, [4]],
    ["entries with a kind of event", { kind: "tool_call" }, [1, 2]],
    ["entries with a method but no event", { kind: "_vendor/hello" }, [5]],
    ["entries that change an entity", { entity: { table: "toolCalls", id: "call_1" } }, [1, 2]],
    ["outgoing messages", { direction: "sent" }, [0]],
    ["lines of stderr", { direction: "stderr" }, [8]],
    ["lines of stderr by their kind", { kind: "stderr" }, [8]],
    ["a text in a line of stderr", { text: "main loop" }, [8]],
    ["user actions", { direction: "local" }, [6, 7]],
    ["entries with diagnostics", { diagnosticsOnly: true }, [2]],
    ["a text, ignoring case", { text: "MAIN.ts" }, [1]],
    ["a text in a local event", { text: "gone" }, [7]],
    ["a text in a diagnostic", { text: "invalid_field" }, [2]],
    ["a value of the state that only the change contains", { text: "cancelling" }, [6]],
    ["a field name", { text: "toolcallid" }, [1, 2]],
    [
      "entries that meet several conditions",
      { sessionId: "s1", kind: "tool_call", text: "completed" },
      [2],
    ],
    ["no entry for an absent text", { text: "no such words" }, []],
  ])("finds %s", (_name, filter, expected) => {
    expect(matchingIndexes(filter)).toEqual(expected);
  });

  it("finds an entity of one session if another session has the same id", () => {
    const other = steadyStore();
    const twoSessions = createHistory(other);
    for (const sessionId of ["s1", "s2"])
      other.ingest({ sessionId, update: { sessionUpdate: "tool_call_update", toolCallId: "c1" } }); // 0, 1
    const entity = { table: "toolCalls", id: "c1" } as const;
    const foundIn = (filter: HistoryFilter): number[] =>
      filterEntries(twoSessions.entries(), filter).map(({ index }) => index);
    expect(foundIn({ entity })).toEqual([0, 1]);
    expect(foundIn({ entity: { ...entity, sessionId: "s2" } })).toEqual([1]);
  });

  it("searches a message as deeply as the store keeps it", () => {
    const other = steadyStore();
    const deep = createHistory(other);
    for (const depth of [240, 50_000])
      other.observe(
        recv({ method: "_deep", params: JSON.parse(`${"[".repeat(depth)}1${"]".repeat(depth)}`) }),
      );
    const matches = createEntryMatcher({ text: "1" });
    expect(deep.entries().map(matches)).toEqual([true, false]);
  });
});
