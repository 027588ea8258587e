import { selectToolCall } from "@acp-store/core";
import { describe, expect, it } from "vitest";
import { updated } from "../support/frames.js";
import { codes, session, text, trackedStore, asSent } from "../support/trackedStore.js";

const created = {
  sessionUpdate: "tool_call",
  toolCallId: "call_001",
  title: "Reading configuration file",
  kind: "read",
  status: "pending",
};
const output = (value: string) => [{ type: "content", content: text(value) }];

function storeWithCall(...updates: Record<string, unknown>[]) {
  const store = trackedStore();
  store.update(created);
  const results = updates.map((update) =>
    store.update({ sessionUpdate: "tool_call_update", toolCallId: "call_001", ...update }),
  );
  return {
    store,
    results,
    call: () => asSent(selectToolCall(store.getState(), "s1", "call_001")),
  };
}

describe("a new tool call", () => {
  it("is created from tool_call", () => {
    expect(storeWithCall().call()).toEqual({
      toolCallId: "call_001",
      title: "Reading configuration file",
      kind: "read",
      status: "pending",
      content: [],
      locations: [],
    });
  });

  it("is created from tool_call_update with the defaults", () => {
    const store = trackedStore();
    const result = store.update({
      sessionUpdate: "tool_call_update",
      toolCallId: "x",
      status: "failed",
    });
    expect(result).toEqual({ accepted: true, diagnostics: [] });
    expect(asSent(session(store).toolCalls.get("x"))).toEqual({
      toolCallId: "x",
      kind: "other",
      status: "failed",
      content: [],
      locations: [],
    });
  });

  it("gets one timeline item", () => {
    const { store } = storeWithCall({ status: "in_progress" }, { status: "completed" });
    expect(session(store).timeline).toEqual([{ type: "tool_call", id: "call_001" }]);
  });

  it("belongs to the oldest open turn", () => {
    const store = trackedStore();
    const first = store.startTurn("s1");
    store.startTurn("s1");
    store.update(created);
    expect(session(store).toolCalls.get("call_001")?.turnId).toBe(first);
  });

  it("accepts ids such as __proto__", () => {
    const store = trackedStore();
    for (const toolCallId of ["__proto__", "constructor", "10", ""])
      store.update({ ...created, toolCallId });
    expect([...session(store).toolCalls.keys()]).toEqual(["__proto__", "constructor", "10", ""]);
  });
});

describe("a field of an update", () => {
  it.each([
    ["absent", {}, {}],
    [
      "null",
      { title: null, kind: null, status: null, content: null, locations: null, rawInput: null },
      {},
    ],
    ["a title", { title: "New" }, { title: "New" }],
    ["an empty list", { content: [], locations: [] }, { content: [], locations: [] }],
    ["a new list", { content: output("b") }, { content: output("b") }],
    ["an unknown status", { status: "_thinking" }, { status: "_thinking" }],
    ["an unknown kind", { kind: "_deploy" }, { kind: "_deploy" }],
    ["a raw string", { rawOutput: "done" }, { rawOutput: "done" }],
    ["an unknown field", { progress: 0.5 }, { progress: 0.5 }],
    [
      "unknown content",
      { content: [{ type: "_chart", points: [1] }] },
      { content: [{ type: "_chart", points: [1] }] },
    ],
  ])("is applied: %s", (_name, update, expected) => {
    const before = {
      content: output("a"),
      locations: [{ path: "/a", line: 1 }],
      rawInput: { a: 1 },
    };
    const { call, results } = storeWithCall({ ...before, status: "in_progress" }, update);
    expect(call()).toEqual({
      ...created,
      ...before,
      status: "in_progress",
      ...expected,
      sessionUpdate: undefined,
    });
    expect(results[1]).toEqual({ accepted: true, diagnostics: [] });
  });

  it("shares items that are repeated in a longer list", () => {
    const { store, call } = storeWithCall({ content: output("a") });
    const [first] = call()?.content ?? [];
    store.update({
      sessionUpdate: "tool_call_update",
      toolCallId: "call_001",
      content: [...output("a"), ...output("b")],
    });
    expect(call()?.content[0]).toBe(first);
    expect(call()?.content).toHaveLength(2);
  });

  it("does not share the caller's object", () => {
    const sent = {
      sessionUpdate: "tool_call_update",
      toolCallId: "call_001",
      content: output("a"),
    };
    const { store, call } = storeWithCall();
    store.update(sent);
    (sent.content[0] as { type: string }).type = "changed";
    expect(call()?.content).toEqual(output("a"));
  });

  it("is dropped if the store reserves its name", () => {
    const { call, results } = storeWithCall({ phase: "unfinished", turnId: "turn-9" });
    expect(call()).not.toMatchObject({ phase: "unfinished" });
    expect(call()).not.toHaveProperty("turnId");
    expect(results.map(codes)).toEqual([["reserved_field", "reserved_field"]]);
  });
});

describe("the path of a diagnostic", () => {
  const repeatedCall = { ...created, status: "failed" };

  it("starts at the update", () => {
    const store = trackedStore();
    store.update({ ...created, status: "completed" });
    expect(store.update(repeatedCall).diagnostics.map(({ code, path }) => [code, path])).toEqual([
      ["duplicate_tool_call", ["update", "toolCallId"]],
      ["late_update", ["update", "status"]],
    ]);
  });

  it("starts at the frame", () => {
    const store = trackedStore();
    store.update({ ...created, status: "completed" });
    const { diagnostics } = store.observe(updated(repeatedCall));
    expect(diagnostics.map(({ path }) => path)).toEqual([
      ["msg", "params", "update", "toolCallId"],
      ["msg", "params", "update", "status"],
    ]);
  });
});

describe("_meta", () => {
  it("is merged by top-level key", () => {
    const { call } = storeWithCall(
      { _meta: { a: { x: 1 }, b: 1 } },
      { _meta: { a: { y: 2 } } },
      { _meta: null },
    );
    expect(call()?._meta).toEqual({ a: { y: 2 }, b: 1 });
  });
});

describe("a patch", () => {
  it("names only the field that changed", () => {
    const { store } = storeWithCall();
    store.takePatches();
    store.update({
      sessionUpdate: "tool_call_update",
      toolCallId: "call_001",
      status: "in_progress",
      title: "T",
    });
    const path = ["sessions", "s1", "toolCalls", "call_001"];
    expect(store.takePatches()).toEqual([
      { op: "replace", path: [...path, "status"], value: "in_progress" },
      { op: "replace", path: [...path, "title"], value: "T" },
      { op: "add", path: [...path, "startedAt"], value: 2 },
      { op: "replace", path: [...path, "phase"], value: "running" },
    ]);
  });

  it("is not created for an update that changes nothing", () => {
    const { store } = storeWithCall({ status: "in_progress", content: output("a") });
    const before = store.getState();
    store.takePatches();
    store.update({
      sessionUpdate: "tool_call_update",
      toolCallId: "call_001",
      status: "in_progress",
      content: output("a"),
    });
    expect(store.getState()).toBe(before);
    expect(store.takePatches()).toEqual([]);
  });

  it("keeps unrelated entities identical", () => {
    const { store } = storeWithCall();
    store.update({ ...created, toolCallId: "call_002" });
    const before = session(store).toolCalls.get("call_002");
    store.update({
      sessionUpdate: "tool_call_update",
      toolCallId: "call_001",
      status: "completed",
    });
    expect(session(store).toolCalls.get("call_002")).toBe(before);
  });
});

describe("an unusual status transition", () => {
  it.each([
    ["completed, then failed", ["completed", "failed"], ["late_update"], "failed"],
    ["completed, then in_progress", ["completed", "in_progress"], ["late_update"], "in_progress"],
    ["in_progress, then pending", ["in_progress", "pending"], ["status_regression"], "pending"],
    ["completed twice", ["completed", "completed"], [], "completed"],
    ["failed, then in_progress", ["failed", "in_progress"], ["late_update"], "in_progress"],
    ["an unknown status, then pending", ["_thinking", "pending"], ["status_regression"], "pending"],
    ["in_progress, then an unknown status", ["in_progress", "_thinking"], [], "_thinking"],
  ])("is applied and reported: %s", (_name, statuses, expected, final) => {
    const { call, results } = storeWithCall(...statuses.map((status) => ({ status })));
    expect(call()?.status).toBe(final);
    expect(results.flatMap(codes)).toEqual(expected);
  });

  it("is not reported when the title of a finished call changes", () => {
    const { call, results } = storeWithCall({ status: "completed" }, { title: "Done" });
    expect(call()).toMatchObject({ title: "Done", status: "completed" });
    expect(results.flatMap(codes)).toEqual([]);
  });

  it("is reported with code, path and value", () => {
    const { store, results } = storeWithCall({ status: "completed" }, { status: "failed" });
    expect(results[1]?.diagnostics).toEqual([
      {
        code: "late_update",
        path: ["update", "status"],
        message: 'Tool call "call_001" was "completed" and is now "failed". It was applied.',
        value: "failed",
      },
    ]);
    expect(store.update(created).diagnostics[0]).toEqual({
      code: "duplicate_tool_call",
      path: ["update", "toolCallId"],
      message: 'Tool call "call_001" already exists. The announcement was applied as an update.',
      value: "call_001",
    });
  });

  it("treats a second tool_call as an update", () => {
    const { store, call } = storeWithCall({ content: output("a"), status: "in_progress" });
    const { kind: _, status: __, ...repeatedCall } = created;
    const result = store.update({ ...repeatedCall, title: "Refined" });
    expect(codes(result)).toEqual(["duplicate_tool_call"]);
    expect(call()).toMatchObject({ title: "Refined", status: "in_progress", content: output("a") });
  });
});
