import { selectToolCall } from "@acp-store/core";
import { describe, expect, it } from "vitest";
import { observed, SPEC_SESSION, updated } from "../support/frames.js";
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
const after = (version: 1 | 2, ...updates: object[]) =>
  call(observed(version, ...updates.map((update) => updated(update, SPEC_SESSION))));
const READ = { title: "Reading configuration file", kind: "read" };
const patch = (fields: object) => ({
  sessionUpdate: "tool_call_update",
  toolCallId: "call_001",
  ...fields,
});

describe("rfd-v2-tool-call-updates, Status quo", () => {
  it("creates a call with tool_call in version 1", () => {
    expect(after(1, created)).toMatchObject({ ...READ, status: "pending" });
  });

  it("updates a call with tool_call_update in version 1", () => {
    expect(after(1, created, completed)).toMatchObject({ ...READ, status: "completed" });
  });

  it("creates a call from an update alone in version 1", () => {
    expect(after(1, completed)).toMatchObject({ kind: "other", status: "completed" });
  });
});

describe("rfd-v2-tool-call-updates, What we propose", () => {
  const { sessionUpdate: _, ...first } = created;
  const reported = { sessionUpdate: "tool_call_update", ...first };

  it("creates and patches a call with tool_call_update", () => {
    expect(after(2, reported, completed)).toMatchObject({ ...READ, status: "completed" });
  });

  it.each([
    ["an omitted field leaves the value", {}, { title: READ.title }],
    ["a value replaces", { title: "Done" }, { title: "Done" }],
    [
      "locations are replaced whole",
      { locations: [{ path: "/b" }] },
      { locations: [{ path: "/b" }] },
    ],
    ["[] clears a collection", { locations: [] }, { locations: [] }],
    ["null clears a collection", { locations: null }, { locations: [] }],
  ])("applies the rule: %s", (_name, fields, expected) => {
    const before = patch({ locations: [{ path: "/a" }, { path: "/b" }] });
    expect(after(2, reported, before, patch(fields))).toMatchObject(expected);
  });

  it("unsets the raw values with null", () => {
    const raw = patch({ rawInput: { a: 1 }, rawOutput: "b" });
    const bare = after(2, reported, raw, patch({ rawInput: null, rawOutput: null }));
    expect(bare).not.toHaveProperty("rawInput");
    expect(bare).not.toHaveProperty("rawOutput");
  });
});
