import { selectToolCall } from "@acp-store/core";
import { describe, expect, it } from "vitest";
import { storeAfterFrames, SPEC_SESSION, updated } from "../support/frames.js";
import type { TrackedStore } from "../support/trackedStore.js";

const created = {
  sessionUpdate: "tool_call",
  toolCallId: "call_001",
  title: "Reading configuration file",
  kind: "read",
  status: "pending",
};
const completed = {
  sessionUpdate: "tool_call_update",
  toolCallId: "call_001",
  status: "completed",
};
const call = (store: TrackedStore) => selectToolCall(store.getState(), SPEC_SESSION, "call_001");
const callAfter = (version: 1 | 2, ...updates: object[]) =>
  call(storeAfterFrames(version, ...updates.map((update) => updated(update, SPEC_SESSION))));
const READ_CALL = { title: "Reading configuration file", kind: "read" };
const patch = (fields: object) => ({
  sessionUpdate: "tool_call_update",
  toolCallId: "call_001",
  ...fields,
});

describe("RFD on version 2 tool call updates: Status quo", () => {
  it("creates a call with tool_call in version 1", () => {
    expect(callAfter(1, created)).toMatchObject({ ...READ_CALL, status: "pending" });
  });

  it("updates a call with tool_call_update in version 1", () => {
    expect(callAfter(1, created, completed)).toMatchObject({ ...READ_CALL, status: "completed" });
  });

  it("creates a call from an update alone in version 1", () => {
    expect(callAfter(1, completed)).toMatchObject({ kind: "other", status: "completed" });
  });
});

describe("RFD on version 2 tool call updates: What we propose", () => {
  const { sessionUpdate: _, ...first } = created;
  const reported = { sessionUpdate: "tool_call_update", ...first };

  it("creates and patches a call with tool_call_update", () => {
    expect(callAfter(2, reported, completed)).toMatchObject({ ...READ_CALL, status: "completed" });
  });

  it.each([
    ["an omitted field keeps its value", {}, { title: READ_CALL.title }],
    ["a value replaces the previous one", { title: "Done" }, { title: "Done" }],
    [
      "locations are replaced entirely",
      { locations: [{ path: "/b" }] },
      { locations: [{ path: "/b" }] },
    ],
    ["[] clears a collection", { locations: [] }, { locations: [] }],
    ["null clears a collection", { locations: null }, { locations: [] }],
  ])("applies the rule: %s", (_name, fields, expected) => {
    const before = patch({ locations: [{ path: "/a" }, { path: "/b" }] });
    expect(callAfter(2, reported, before, patch(fields))).toMatchObject(expected);
  });

  it("unsets the raw values with null", () => {
    const raw = patch({ rawInput: { a: 1 }, rawOutput: "b" });
    const bare = callAfter(2, reported, raw, patch({ rawInput: null, rawOutput: null }));
    expect(bare).not.toHaveProperty("rawInput");
    expect(bare).not.toHaveProperty("rawOutput");
  });
});
