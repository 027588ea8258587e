import { deserialize, selectMessageRun, selectTimeline, serialize } from "@acp-store/core";
import { describe, expect, it } from "vitest";
import { session, text, type TrackedStore, trackedStore } from "../support/trackedStore.js";

const chunk = (value: string, messageId?: string, sessionUpdate = "agent_message_chunk") => ({
  sessionUpdate,
  content: text(value),
  ...(messageId !== undefined && { messageId }),
});
const call = (toolCallId: string) => ({ sessionUpdate: "tool_call_update", toolCallId });
const image = { type: "image", data: "", mimeType: "image/png" };
const plan = {
  sessionUpdate: "plan_update",
  plan: { type: "items", planId: "p", entries: [] },
};
const whole = (...content: object[]) => ({
  sessionUpdate: "agent_message",
  messageId: "m",
  content,
});

function storeAfter(version: 1 | 2, ...updates: Record<string, unknown>[]): TrackedStore {
  const store = trackedStore({ protocolVersion: version });
  for (const update of updates) store.update(update);
  return store;
}

/** Returns the timeline, with the text of each run of a message. */
function shown(store: TrackedStore): string[] {
  const state = store.getState();
  return selectTimeline(state, "s1").map((item) => {
    if (item.type !== "message") return item.id;
    const blocks = selectMessageRun(state, "s1", item.id, item.run);
    return `${item.id}/${item.run}: ${blocks.map((b) => ("text" in b ? b.text : b.type)).join("|")}`;
  });
}

describe.each([1, 2] as const)("a message in version %i", (version) => {
  it.each([
    ["a tool call", call("c"), "c"],
    ["a plan", plan, "p"],
    ["a thought", chunk("Hm", "m", "agent_thought_chunk"), "thought:m/0: Hm"],
    ["another message", chunk("x", "n"), "agent:n/0: x"],
  ])("continues after %s in a second run", (_name, other, item) => {
    const store = storeAfter(version, chunk("a", "m"), chunk("b", "m"), other, chunk("c", "m"));
    store.update(chunk("d", "m"));
    expect(shown(store)).toEqual(["agent:m/0: ab", item, "agent:m/1: cd"]);
    expect(session(store).messages.get("agent:m")).toMatchObject({
      content: [text("ab"), text("cd")],
      runStarts: [1],
    });
  });

  it("can have any number of runs", () => {
    const updates = ["1", "2", "3"].flatMap((id) => [chunk(id, "m"), call(id)]);
    const store = storeAfter(version, ...updates, chunk("end", "m"));
    expect(shown(store)).toEqual([
      "agent:m/0: 1",
      "1",
      "agent:m/1: 2",
      "2",
      "agent:m/2: 3",
      "3",
      "agent:m/3: end",
    ]);
  });

  it("has one run while nothing comes in between", () => {
    const store = storeAfter(version, call("c"), chunk("a", "m"), call("c"), chunk("b", "m"));
    expect(shown(store)).toEqual(["c", "agent:m/0: ab"]);
    expect(session(store).messages.get("agent:m")).not.toHaveProperty("runStarts");
  });

  it("starts no run with an empty text chunk", () => {
    const store = storeAfter(version, chunk("a", "m"), call("c"));
    const before = store.getState();
    store.update(chunk("", "m"));
    expect(store.getState()).toBe(before);
  });

  it("starts a run with any other block", () => {
    const store = storeAfter(version, chunk("a", "m"), call("c"));
    store.update({ ...chunk("", "m"), content: image });
    expect(shown(store)).toEqual(["agent:m/0: a", "c", "agent:m/1: image"]);
  });

  it("keeps its runs when it is serialized", () => {
    const store = storeAfter(version, chunk("a", "m"), call("c"), chunk("b", "m"));
    const saved = deserialize(JSON.parse(JSON.stringify(serialize(store.getState()))));
    const copy = trackedStore({ protocolVersion: version, initialState: saved });
    copy.update(chunk("c", "m"));
    expect(shown(copy)).toEqual(["agent:m/0: a", "c", "agent:m/1: bc"]);
  });

  it("patches a new run with the size of its chunk", () => {
    const updates = Array.from({ length: 50 }, (_, id) => [chunk("long text", "m"), call(`${id}`)]);
    const store = storeAfter(version, ...updates.flat());
    store.takePatches();
    store.update(chunk("x", "m"));
    const at = (...path: (string | number)[]) => ["sessions", "s1", ...path];
    expect(store.takePatches()).toEqual([
      { op: "add", path: at("messages", "agent:m", "runStarts", 49), value: 50 },
      { op: "add", path: at("messages", "agent:m", "content", 50), value: text("x") },
      {
        op: "add",
        path: at("timeline", 100),
        value: { type: "message", id: "agent:m", run: 50 },
      },
    ]);
  });
});

it("continues a message without an id after a plan in a second run", () => {
  const store = storeAfter(1, chunk("a"), plan, chunk("b"));
  expect(shown(store)).toEqual(["agent:#1/0: a", "p", "agent:#1/1: b"]);
});

describe("a message that is sent in full", () => {
  const twoRuns = [chunk("a", "m"), call("c"), chunk("b", "m")];

  it("keeps the runs whose preceding blocks are the same", () => {
    const store = storeAfter(2, ...twoRuns, whole(text("a"), text("bb")));
    expect(shown(store)).toEqual(["agent:m/0: a", "c", "agent:m/1: bb"]);
  });

  it("keeps its runs if the new content only has more blocks", () => {
    const store = storeAfter(2, ...twoRuns, whole(text("a"), text("b"), image));
    expect(shown(store)).toEqual(["agent:m/0: a", "c", "agent:m/1: b|image"]);
  });

  it.each([
    ["a block before them changes", [text("x"), text("b")], "agent:m/0: x|b"],
    ["the new content ends before them", [text("a")], "agent:m/0: a"],
    ["the content is cleared", [], "agent:m/0: "],
  ])("loses its later runs if %s", (_name, content, first) => {
    const store = storeAfter(2, ...twoRuns, whole(...content));
    expect(shown(store)).toEqual([first, "c"]);
    expect(session(store).messages.get("agent:m")).not.toHaveProperty("runStarts");
  });

  it("loses only the runs after the change", () => {
    const store = storeAfter(2, ...twoRuns, call("d"), chunk("e", "m"));
    store.update(whole(text("a"), text("x"), text("e")));
    expect(shown(store)).toEqual(["agent:m/0: a", "c", "agent:m/1: x|e", "d"]);
  });

  it("cannot set the runs itself", () => {
    const store = storeAfter(2);
    const { diagnostics } = store.update({ ...whole(text("a")), runStarts: [0] });
    expect(diagnostics).toMatchObject([{ code: "reserved_field" }]);
    expect(session(store).messages.get("agent:m")).not.toHaveProperty("runStarts");
  });
});

describe("selectMessageRun", () => {
  it("returns the same list until the run changes", () => {
    const store = storeAfter(1, chunk("a", "m"), call("c"), chunk("b", "m"));
    const run = (number: number) => selectMessageRun(store.getState(), "s1", "agent:m", number);
    const before = [run(0), run(1)];
    store.update({ ...call("c"), title: "T" });
    expect([run(0), run(1)]).toEqual(before);
    expect(run(1)).toBe(before[1]);
    store.update(chunk("c", "m"));
    expect(run(0)).toBe(before[0]);
    expect(run(1)).toEqual([text("bc")]);
  });

  it("returns an empty list for an unknown run, message or session", () => {
    const state = storeAfter(1, chunk("a", "m")).getState();
    expect(selectMessageRun(state, "s1", "agent:m", 1)).toEqual([]);
    expect(selectMessageRun(state, "s1", "agent:n", 0)).toEqual([]);
    expect(selectMessageRun(state, "s2", "agent:m", 0)).toBe(selectMessageRun(state, "s1", "x", 0));
  });
});
