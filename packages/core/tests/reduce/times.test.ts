import {
  applyAcpPatches,
  deserialize,
  type Message,
  serialize,
  type ToolCall,
} from "@acp-store/core";
import { describe, expect, it } from "vitest";
import { recv, sent, storeAfterFrames, updated } from "../support/frames.js";
import { session, text, type TrackedStore, trackedStore } from "../support/trackedStore.js";

/** Returns a store whose clock shows the time that was set last. */
function storeAt(protocolVersion: 1 | 2): TrackedStore & { setTime(time: number): void } {
  let time = 0;
  const store = trackedStore({ protocolVersion, now: () => time });
  return { ...store, setTime: (next) => void (time = next) };
}

const call = (fields: object) => ({
  sessionUpdate: "tool_call_update",
  toolCallId: "c",
  ...fields,
});
const chunk = (value: string) => ({
  sessionUpdate: "agent_message_chunk",
  messageId: "m",
  content: text(value),
});
const plan = (...entries: object[]) => ({ type: "items", planId: "p", entries });
const planUpdate = (...entries: object[]) => ({
  sessionUpdate: "plan_update",
  plan: plan(...entries),
});
const entry = { content: "a", priority: "low", status: "pending" };
const info = (id: string) => ({ terminal_info: { terminal_id: id, cwd: "/w" } });
const output = (value: string) => ({ terminal_output: { terminal_id: "t", data: value } });
const terminals = {
  1: [call({ _meta: info("t") }), call({ _meta: output("a") }), call({ _meta: output("") })],
  2: [
    { sessionUpdate: "terminal_update", terminalId: "t" },
    { sessionUpdate: "terminal_output_chunk", terminalId: "t", data: "YQ==" },
    { sessionUpdate: "terminal_output_chunk", terminalId: "t", data: "" },
  ],
} as const;

describe.each([1, 2] as const)("an entity in version %i", (version) => {
  it.each([
    ["messages", "agent:m", [chunk("a"), chunk("b"), chunk("")]],
    ["toolCalls", "c", [call({ title: "A" }), call({ title: "B" }), call({ title: "B" })]],
    ["plans", "p", [planUpdate(), planUpdate(entry), planUpdate({ ...entry })]],
    ["terminals", "t", terminals[version]],
  ] as const)(
    "gets its times from the events that change it: %s",
    (table, id, [create, change, repeat]) => {
      const store = storeAt(version);
      const times = () => {
        const entity = session(store)[table].get(id);
        return [entity?.createdAt, entity?.updatedAt];
      };
      store.setTime(10);
      store.update(create);
      expect(times()).toEqual([10, 10]);
      store.setTime(20);
      store.update(change);
      expect(times()).toEqual([10, 20]);
      const before = session(store)[table].get(id);
      store.setTime(30);
      store.update(repeat);
      expect(session(store)[table].get(id)).toBe(before);
    },
  );

  it("gets a new time with each chunk, in every state and both ways", () => {
    const store = storeAt(version);
    const states = [store.getState()];
    const inverses: Parameters<typeof applyAcpPatches>[1][] = [];
    store.inspect((record) => {
      if (record.type !== "commit") return;
      inverses.push(record.inversePatches);
      states.push(store.getState());
    });
    for (const time of [10, 20, 20, 30]) {
      store.setTime(time);
      store.update(chunk("a"));
    }
    const times = (state = store.getState()) =>
      state.sessions.get("s1")?.messages.get("agent:m")?.updatedAt;
    expect(states.map(times)).toEqual([undefined, 10, 20, 20, 30]);
    const back = inverses.toReversed().reduce(applyAcpPatches, store.getState());
    expect(times(back)).toBeUndefined();
  });

  it("has a patch of its time only if the millisecond differs", () => {
    const store = storeAt(version);
    const paths: unknown[] = [];
    store.inspect((record) => {
      if (record.type === "commit") paths.push(record.patches.map(({ path }) => path.at(-1)));
    });
    store.update(chunk("a"));
    paths.length = 0;
    store.update(chunk("b"));
    store.setTime(1);
    store.update(chunk("c"));
    expect(paths).toEqual([["text"], ["updatedAt", "text"]]);
  });

  it("keeps its times when it is serialized", () => {
    const store = storeAt(version);
    store.setTime(10);
    store.update(call({ status: "in_progress" }));
    store.setTime(20);
    store.update(call({ status: "completed" }));
    const saved = deserialize(JSON.parse(JSON.stringify(serialize(store.getState()))));
    expect(saved.sessions.get("s1")?.toolCalls.get("c")).toMatchObject({
      createdAt: 10,
      updatedAt: 20,
      startedAt: 10,
      endedAt: 20,
    });
  });

  it("ignores times that the agent sets", () => {
    const store = storeAt(version);
    const result = store.update(call({ createdAt: 7, startedAt: 7, replayed: true }));
    expect(result.diagnostics.map(({ code }) => code)).toEqual(Array(3).fill("reserved_field"));
    expect(session(store).toolCalls.get("c")).toMatchObject({ createdAt: 0 });
    expect(session(store).toolCalls.get("c")).not.toHaveProperty("startedAt");
    store.update({ sessionUpdate: "plan_update", plan: { ...plan(), createdAt: 7 } });
    expect(session(store).plans.get("p")).toMatchObject({ createdAt: 0 });
  });
});

describe.each([1, 2] as const)("a tool call in version %i", (version) => {
  /** Returns the start and the end of a call that has each status at the time of its position. */
  const runOf = (...statuses: string[]) => {
    const store = storeAt(version);
    statuses.forEach((status, index) => {
      store.setTime((index + 1) * 10);
      store.update(call({ status }));
    });
    const { startedAt, endedAt } = session(store).toolCalls.get("c") as ToolCall;
    return [startedAt, endedAt];
  };

  it.each([
    ["has not started while it is pending", ["pending"], [undefined, undefined]],
    [
      "starts with its first in_progress",
      ["pending", "in_progress", "in_progress"],
      [20, undefined],
    ],
    ["starts when it is announced as running", ["in_progress"], [10, undefined]],
    ["starts with an unknown status", ["pending", "_thinking"], [20, undefined]],
    ["starts and ends when it is announced as finished", ["completed"], [10, 10]],
    ["starts with its announcement if it never was in progress", ["pending", "failed"], [10, 20]],
    ["ends with its first final status", ["in_progress", "completed", "failed"], [10, 20]],
    [
      "has no end while it runs again",
      ["in_progress", "completed", "in_progress"],
      [10, undefined],
    ],
    [
      "ends again after it ran again",
      ["in_progress", "completed", "in_progress", "failed"],
      [10, 40],
    ],
  ])("knows when it runs: %s", (_name, statuses, expected) => {
    expect(runOf(...statuses)).toEqual(expected);
  });

  it("ends when the user cancels it", () => {
    const store = storeAt(version);
    store.startTurn("s1");
    store.setTime(10);
    store.update(call({ status: "in_progress" }));
    store.setTime(20);
    store.cancelTurn("s1");
    expect(session(store).toolCalls.get("c")).toMatchObject({ startedAt: 10, endedAt: 20 });
  });
});

describe("replayed content", () => {
  const load = { id: 1, method: "session/load", params: { sessionId: "s1", cwd: "/w" } };
  const loaded = recv({ id: 1, result: {} });
  const messages = (store: TrackedStore): Message[] => [...session(store).messages.values()];
  const user = (value: string, _meta?: object) => ({
    sessionUpdate: "user_message_chunk",
    content: text(value),
    ...(_meta && { _meta }),
  });

  it("is marked, and has the time of the replay", () => {
    const store = storeAfterFrames(1, sent(load), updated(user("a")), updated(chunk("b")), loaded);
    expect(messages(store)).toMatchObject([
      { replayed: true, createdAt: 2, updatedAt: 2 },
      { replayed: true, createdAt: 3, updatedAt: 3 },
    ]);
  });

  it("is marked if it arrives after the response, until the next prompt", () => {
    const store = storeAfterFrames(1, sent(load), loaded, updated(user("a")));
    store.startTurn("s1", [text("next")]);
    store.update({ ...chunk("new"), messageId: "n" });
    expect(messages(store).map(({ replayed }) => replayed)).toEqual([true, undefined, undefined]);
  });

  it("does not include what arrives after the replay", () => {
    const store = storeAfterFrames(1, sent(load), updated(user("a")), loaded, updated(chunk("b")));
    expect(messages(store).map(({ replayed }) => replayed)).toEqual([true, undefined]);
  });

  it("is no longer expected after a lost connection", () => {
    const store = trackedStore();
    store.openSession({ sessionId: "s1" });
    for (const frame of [sent(load), updated(user("a"))]) store.observe(frame);
    store.disconnect("lost");
    store.update(chunk("b"));
    expect(messages(store).map(({ replayed }) => replayed)).toEqual([true, undefined]);
  });

  it.each([
    ["ISO 8601", "2026-01-02T03:04:05.006Z", 1_767_323_045_006],
    ["milliseconds", 1_767_323_045_006, 1_767_323_045_006],
    ["no time", "yesterday", 2],
    ["another type", { at: 1 }, 2],
  ])("keeps the time in its metadata: %s", (_name, timestamp, expected) => {
    const store = storeAfterFrames(1, sent(load), updated(user("a", { timestamp })), loaded);
    expect(messages(store)).toMatchObject([{ createdAt: expected, updatedAt: expected }]);
  });

  it("keeps the times of a tool call's status", () => {
    const at = (timestamp: number, status: string) =>
      updated(call({ status, _meta: { timestamp } }));
    const store = storeAfterFrames(
      1,
      sent(load),
      at(100, "in_progress"),
      at(300, "completed"),
      loaded,
    );
    expect(session(store).toolCalls.get("c")).toMatchObject({
      createdAt: 100,
      startedAt: 100,
      endedAt: 300,
      updatedAt: 300,
      replayed: true,
    });
  });

  it("uses the store's clock for live updates, regardless of their metadata", () => {
    const store = storeAfterFrames(1, updated(user("a", { timestamp: 5000 })));
    expect(messages(store)).toMatchObject([{ createdAt: 1 }]);
  });
});
