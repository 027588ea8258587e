import { isFinalStatus, selectPendingPermissions, selectToolCall } from "@acp-store/core";
import { describe, expect, it } from "vitest";
import {
  observeCleanly,
  storeAfterFrames,
  recv,
  sent,
  SPEC_SESSION as sessionId,
  specSession,
} from "../support/frames.js";
import type { TrackedStore } from "../support/trackedStore.js";
import { asSent } from "../support/trackedStore.js";

const update = (body: object) =>
  recv({ method: "session/update", params: { sessionId, update: body } });
const patch = (fields: object) =>
  update({ sessionUpdate: "tool_call_update", toolCallId: "call_001", ...fields });
const createCall = patch({
  title: "Reading configuration file",
  kind: "read",
  status: "pending",
});
const item = (text: string) => ({ type: "content", content: { type: "text", text } });
const found = item("Found 3 configuration files...");
const updateCall = patch({ status: "in_progress", content: [found] });
const contentChunk = update({
  sessionUpdate: "tool_call_content_chunk",
  toolCallId: "call_001",
  content: found,
});
const options = [
  { optionId: "allow-once", name: "Allow once", kind: "allow_once" },
  { optionId: "reject-once", name: "Reject", kind: "reject_once" },
];
const permissionRequest = recv({
  id: 5,
  method: "session/request_permission",
  params: { sessionId, toolCall: { toolCallId: "call_001" }, options },
});
const CREATED = {
  toolCallId: "call_001",
  title: "Reading configuration file",
  kind: "read",
  status: "pending",
  content: [],
  locations: [],
};
const call = (store: TrackedStore) =>
  asSent(selectToolCall(store.getState(), sessionId, "call_001"));

describe("tool calls, version 2", () => {
  it("creates the call with tool_call_update (Reporting)", () => {
    expect(call(storeAfterFrames(2, createCall))).toEqual(CREATED);
  });

  it("uses the defaults for omitted fields of a new call (Reporting)", () => {
    expect(call(storeAfterFrames(2, patch({})))).toEqual({
      toolCallId: "call_001",
      kind: "other",
      status: "pending",
      content: [],
      locations: [],
    });
  });

  it("unsets with null, replaces with a value, and keeps omitted fields (Reporting)", () => {
    const store = storeAfterFrames(2, createCall, patch({ title: null, kind: "search" }));
    expect(call(store)).toEqual({
      toolCallId: "call_001",
      kind: "search",
      status: "pending",
      content: [],
      locations: [],
    });
  });

  it("keeps a custom kind (Reporting)", () => {
    expect(call(storeAfterFrames(2, patch({ kind: "_deploy" })))?.kind).toBe("_deploy");
  });

  it("changes only the status and the content (Updating)", () => {
    expect(call(storeAfterFrames(2, createCall, updateCall))).toEqual({
      ...CREATED,
      status: "in_progress",
      content: [found],
    });
  });

  it("appends a chunk (Streaming Content)", () => {
    expect(call(storeAfterFrames(2, createCall, contentChunk))).toEqual({
      ...CREATED,
      content: [found],
    });
    expect(call(storeAfterFrames(2, createCall, updateCall, contentChunk))?.content).toEqual([
      found,
      found,
    ]);
  });

  it("replaces content and appends later chunks to it (Streaming Content)", () => {
    const replacement = patch({ content: [item("All.")] });
    const store = storeAfterFrames(
      2,
      createCall,
      contentChunk,
      contentChunk,
      replacement,
      contentChunk,
    );
    expect(call(store)?.content).toEqual([item("All."), found]);
  });

  it.each([
    ["[]", []],
    ["null", null],
  ])("clears the content with %s (Streaming Content)", (_name, content) => {
    expect(
      call(storeAfterFrames(2, createCall, contentChunk, patch({ content })))?.content,
    ).toEqual([]);
  });

  it("treats a custom status as running (Status)", () => {
    const store = storeAfterFrames(2, createCall, patch({ status: "_warming_up" }));
    expect(call(store)?.status).toBe("_warming_up");
    expect(isFinalStatus("_warming_up")).toBe(false);
  });

  it.each([
    ["Regular Content", item("Analysis complete. Found 3 issues.")],
    [
      "Diffs",
      {
        type: "diff",
        path: "/home/user/project/src/config.json",
        oldText: '{\n  "debug": false\n}',
        newText: '{\n  "debug": true\n}',
      },
    ],
    ["an unknown type", { type: "_chart", points: [1, 2] }],
  ])("keeps the item as sent (Content, %s)", (_section, content) => {
    expect(call(storeAfterFrames(2, createCall, patch({ content: [content] })))?.content).toEqual([
      content,
    ]);
  });

  it("keeps locations as sent (Following the Agent)", () => {
    const location = { path: "/home/user/project/src/main.py", line: 42 };
    const store = storeAfterFrames(2, createCall, patch({ locations: [location] }));
    expect(call(store)?.locations).toEqual([location]);
  });
});

describe("tool calls, version 2: Requesting Permission", () => {
  it("accepts the tool call at the top level of the request", () => {
    const store = storeAfterFrames(2, createCall, permissionRequest);
    expect(selectPendingPermissions(store.getState())).toMatchObject([
      { requestId: 5, toolCallId: "call_001", options },
    ]);
    expect(call(store)).toEqual(CREATED);
  });

  it("settles with the user's decision", () => {
    const answer = { outcome: { outcome: "selected", optionId: "allow-once" } };
    const store = storeAfterFrames(
      2,
      createCall,
      permissionRequest,
      sent({ id: 5, result: answer }),
    );
    expect([...specSession(store).permissions.values()]).toMatchObject([
      { status: "selected", optionId: "allow-once" },
    ]);
  });

  it("settles as cancelled with the turn", () => {
    const store = storeAfterFrames(2, createCall, permissionRequest);
    observeCleanly(store, sent({ method: "session/cancel", params: { sessionId } }));
    observeCleanly(store, sent({ id: 5, result: { outcome: { outcome: "cancelled" } } }));
    expect([...specSession(store).permissions.values()]).toMatchObject([
      { status: "cancelled", reason: "turn_cancelled" },
    ]);
  });

  it("keeps a custom kind (Permission Options)", () => {
    const custom = [{ optionId: "later", name: "Later", kind: "_snooze" }];
    const params = { sessionId, toolCall: { toolCallId: "call_001" }, options: custom };
    const store = storeAfterFrames(
      2,
      recv({ id: 6, method: "session/request_permission", params }),
    );
    expect(selectPendingPermissions(store.getState())[0]?.options).toEqual(custom);
  });
});
