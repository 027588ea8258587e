import { isFinalStatus, selectToolCall } from "@acp-store/core";
import { describe, expect, it } from "vitest";
import { toolCallUpdate } from "../../support/frames.js";
import { codes, session, text, asSent } from "../../support/trackedStore.js";
import { afterV2, ACCEPTED, trackedV2 } from "../../support/version2.js";

const output = (value: string) => ({ type: "content", content: text(value) });
const DEFAULT = {
  toolCallId: "c1",
  kind: "other",
  status: "pending",
  content: [],
  locations: [],
};
const FULL = {
  toolCallId: "c1",
  title: "Read a.ts",
  name: "Read",
  kind: "read",
  status: "in_progress",
  content: [output("a")],
  locations: [{ path: "/a.ts", line: 1 }],
  rawInput: { path: "/a.ts" },
  rawOutput: "a",
  capabilities: { cancel: {} },
};
const callAfter = (...patches: object[]) =>
  asSent(selectToolCall(afterV2(...patches.map(toolCallUpdate)).getState(), "s1", "c1"));

function without(field: string): object {
  const { [field]: _, ...rest } = FULL as Record<string, unknown>;
  return rest;
}

describe("a new tool call", () => {
  it("starts with the defaults", () => {
    expect(callAfter({})).toEqual(DEFAULT);
  });

  it("keeps every field that was sent", () => {
    expect(callAfter(FULL)).toEqual(FULL);
  });

  it("ignores null, since there is nothing to clear", () => {
    const nulls = Object.fromEntries(Object.keys(FULL).map((field) => [field, null]));
    expect(callAfter({ ...nulls, toolCallId: "c1" })).toStrictEqual(DEFAULT);
  });
});

describe("a field of a known tool call", () => {
  it.each([
    ["title", "Read b.ts", undefined],
    ["name", "Grep", undefined],
    ["kind", "search", "other"],
    ["status", "completed", "pending"],
    ["content", [output("b"), output("c")], []],
    ["locations", [{ path: "/b.ts" }], []],
    ["rawInput", "b", undefined],
    ["rawOutput", { lines: [1] }, undefined],
    ["capabilities", { pause: {} }, undefined],
  ])(
    "keeps an absent %s, replaces it with a value, and clears it with null",
    (field, value, cleared) => {
      const reset = cleared === undefined ? without(field) : { ...FULL, [field]: cleared };
      expect(callAfter(FULL, {})).toEqual(FULL);
      expect(callAfter(FULL, { [field]: value })).toEqual({ ...FULL, [field]: value });
      const store = afterV2(toolCallUpdate(FULL));
      store.update(toolCallUpdate({ [field]: null }));
      const call = asSent(selectToolCall(store.getState(), "s1", "c1"));
      expect(call).toEqual(reset);
      expect(Object.keys(call ?? {}).includes(field)).toBe(cleared !== undefined);
    },
  );

  it.each(["content", "locations"])("clears %s with an empty list, as with null", (field) => {
    expect(callAfter(FULL, { [field]: [] })).toEqual(callAfter(FULL, { [field]: null }));
  });

  it("can be set after it was cleared", () => {
    expect(callAfter(FULL, { title: null }, { title: "Again" })).toEqual({
      ...FULL,
      title: "Again",
    });
  });

  it("treats falsy values as values", () => {
    expect(callAfter(FULL, { title: "", rawInput: 0, rawOutput: false })).toEqual({
      ...FULL,
      title: "",
      rawInput: 0,
      rawOutput: false,
    });
  });

  it("is kept if it is unknown", () => {
    expect(callAfter({ progress: 0.5 }, { progress: 1, hint: null })).toMatchObject({
      progress: 1,
      hint: null,
    });
  });

  it("changes nothing when it is cleared twice", () => {
    const store = afterV2(
      toolCallUpdate(FULL),
      toolCallUpdate({ title: null, content: null, kind: null }),
    );
    const before = store.getState();
    expect(store.update(toolCallUpdate({ title: null, content: null, kind: null }))).toEqual(
      ACCEPTED,
    );
    expect(store.getState()).toBe(before);
  });

  it("is patched without the other fields", () => {
    const store = afterV2(toolCallUpdate(FULL));
    store.takePatches();
    store.update(toolCallUpdate({ rawInput: null, locations: null }));
    const path = ["sessions", "s1", "toolCalls", "c1"];
    expect(store.takePatches()).toEqual(
      expect.arrayContaining([
        { op: "remove", path: [...path, "rawInput"] },
        { op: "replace", path: [...path, "locations"], value: [] },
      ]),
    );
  });
});

describe("a status", () => {
  it.each(["paused", "_thinking", "queued"])("is kept and counts as running: %s", (status) => {
    expect(callAfter({ status })?.status).toBe(status);
    expect(isFinalStatus(status)).toBe(false);
  });

  it("is final if the agent cancels the call itself", () => {
    expect(callAfter({ status: "in_progress" }, { status: "cancelled" })?.status).toBe("cancelled");
    expect(isFinalStatus("cancelled")).toBe(true);
  });

  it.each([
    [["completed", "failed"], ["late_update"], "failed"],
    [["completed", "in_progress"], ["late_update"], "in_progress"],
    [["completed", null], ["late_update"], "pending"],
    [["in_progress", "pending"], ["status_regression"], "pending"],
    [["in_progress", null], ["status_regression"], "pending"],
    [["in_progress", "paused", "in_progress"], [], "in_progress"],
    [["paused", "completed"], [], "completed"],
  ])("is applied in order: %j", (statuses, expected, last) => {
    const store = trackedV2();
    const results = statuses.map((status) => store.update(toolCallUpdate({ status })));
    expect(results.flatMap(codes)).toEqual(expected);
    expect(selectToolCall(store.getState(), "s1", "c1")?.status).toBe(last);
  });

  it("stays unfinished when the agent is idle", () => {
    const store = afterV2(
      { sessionUpdate: "state_update", state: "running" },
      toolCallUpdate({ status: "in_progress" }),
      { sessionUpdate: "state_update", state: "idle", stopReason: "end_turn" },
    );
    expect(asSent(session(store).toolCalls.get("c1"))).toEqual({
      ...DEFAULT,
      status: "in_progress",
    });
  });
});

it("applies updates after the agent cancelled a call outside of a turn", () => {
  const store = trackedV2();
  const call = { sessionUpdate: "tool_call_update", toolCallId: "c1" };
  store.update({ ...call, status: "cancelled" });
  const result = store.update({ ...call, status: "in_progress" });
  expect(codes(result)).toEqual(["late_update"]);
  expect(session(store).toolCalls.get("c1")?.status).toBe("in_progress");
});
