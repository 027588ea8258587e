import { selectPendingPermissions, selectToolCall } from "@acp-store/core";
import { describe, expect, it } from "vitest";
import {
  observeCleanly,
  storeAfterFrames,
  recv,
  sent,
  SPEC_SESSION as sessionId,
  specSession,
} from "../support/frames.js";
import { permissionId, asSent } from "../support/trackedStore.js";

const update = (body: object) =>
  recv({ method: "session/update", params: { sessionId, update: body } });
const createCall = update({
  sessionUpdate: "tool_call",
  toolCallId: "call_001",
  title: "Reading configuration file",
  kind: "read",
  status: "pending",
});
const found = [
  { type: "content", content: { type: "text", text: "Found 3 configuration files..." } },
];
const updateCall = update({
  sessionUpdate: "tool_call_update",
  toolCallId: "call_001",
  status: "in_progress",
  content: found,
});
const callUpdate = (fields: object) =>
  update({ sessionUpdate: "tool_call_update", toolCallId: "call_001", ...fields });
const options = [
  { optionId: "allow-once", name: "Allow once", kind: "allow_once" },
  { optionId: "reject-once", name: "Reject", kind: "reject_once" },
];
const permissionRequest = recv({
  id: 5,
  method: "session/request_permission",
  params: { sessionId, toolCall: { toolCallId: "call_001" }, options },
});
const selected = sent({
  id: 5,
  result: { outcome: { outcome: "selected", optionId: "allow-once" } },
});
const cancelled = sent({ id: 5, result: { outcome: { outcome: "cancelled" } } });
const CREATED = {
  toolCallId: "call_001",
  title: "Reading configuration file",
  kind: "read",
  status: "pending",
  content: [],
  locations: [],
};

describe("tool calls, version 1", () => {
  it("creates the call with tool_call (Creating)", () => {
    const store = storeAfterFrames(1, createCall);
    expect(asSent(selectToolCall(store.getState(), sessionId, "call_001"))).toEqual(CREATED);
  });

  it.each([
    "read",
    "edit",
    "delete",
    "move",
    "search",
    "execute",
    "think",
    "fetch",
    "switch_mode",
    "other",
  ])("keeps the kind %s (Tool Kinds)", (kind) => {
    const store = storeAfterFrames(
      1,
      update({ sessionUpdate: "tool_call", toolCallId: "a", title: "A", kind }),
    );
    expect(selectToolCall(store.getState(), sessionId, "a")?.kind).toBe(kind);
  });

  it("defaults to the kind other and the status pending (Tool Call Fields)", () => {
    const store = storeAfterFrames(
      1,
      update({ sessionUpdate: "tool_call", toolCallId: "a", title: "A" }),
    );
    expect(selectToolCall(store.getState(), sessionId, "a")).toMatchObject({
      kind: "other",
      status: "pending",
    });
  });

  it("changes only the fields that are present (Updating)", () => {
    const store = storeAfterFrames(1, createCall, updateCall);
    expect(asSent(selectToolCall(store.getState(), sessionId, "call_001"))).toEqual({
      ...CREATED,
      status: "in_progress",
      content: found,
    });
  });

  it.each(["pending", "in_progress", "completed", "failed"])(
    "keeps the status %s (Status)",
    (status) => {
      const store = storeAfterFrames(1, createCall, callUpdate({ status }));
      expect(selectToolCall(store.getState(), sessionId, "call_001")?.status).toBe(status);
    },
  );

  it.each([
    [
      "Regular Content",
      {
        type: "content",
        content: { type: "text", text: "Analysis complete. Found 3 issues." },
      },
    ],
    [
      "Diffs",
      {
        type: "diff",
        path: "/home/user/project/src/config.json",
        oldText: '{\n  "debug": false\n}',
        newText: '{\n  "debug": true\n}',
      },
    ],
    ["Terminals", { type: "terminal", terminalId: "term_xyz789" }],
  ])("keeps the item as sent (Content, %s)", (_section, item) => {
    const store = storeAfterFrames(1, createCall, callUpdate({ content: [item] }));
    expect(selectToolCall(store.getState(), sessionId, "call_001")?.content).toEqual([item]);
  });

  it("keeps locations as sent (Following the Agent)", () => {
    const location = { path: "/home/user/project/src/main.py", line: 42 };
    const store = storeAfterFrames(1, createCall, callUpdate({ locations: [location] }));
    expect(selectToolCall(store.getState(), sessionId, "call_001")?.locations).toEqual([location]);
  });
});

describe("tool calls, version 1: Requesting Permission", () => {
  it("keeps the offered options while pending", () => {
    const store = storeAfterFrames(1, createCall, permissionRequest);
    expect(selectPendingPermissions(store.getState())).toMatchObject([
      { requestId: 5, toolCallId: "call_001", options, status: "pending" },
    ]);
    expect(asSent(selectToolCall(store.getState(), sessionId, "call_001"))).toEqual(CREATED);
  });

  it("settles with the user's decision (Permission Response)", () => {
    const store = storeAfterFrames(1, createCall, permissionRequest, selected);
    expect(selectPendingPermissions(store.getState())).toEqual([]);
    expect([...specSession(store).permissions.values()]).toMatchObject([
      { status: "selected", optionId: "allow-once", reason: "user" },
    ]);
  });

  it("settles with the client's automatic answer (Permission Response)", async () => {
    const store = storeAfterFrames(1, createCall);
    const response = store.requestPermission(
      { sessionId, toolCall: { toolCallId: "call_001" }, options },
      { requestId: 5 },
    );
    store.respondToPermission(permissionId(store, 5), "reject-once");
    await expect(response).resolves.toEqual({
      outcome: { outcome: "selected", optionId: "reject-once" },
    });
  });

  it("settles as cancelled with the turn (Cancellation Outcome)", () => {
    const prompt = sent({ id: 2, method: "session/prompt", params: { sessionId, prompt: [] } });
    const store = storeAfterFrames(1, prompt, createCall, permissionRequest);
    observeCleanly(store, sent({ method: "session/cancel", params: { sessionId } }));
    expect(selectPendingPermissions(store.getState())).toEqual([]);
    observeCleanly(store, cancelled);
    expect([...specSession(store).permissions.values()]).toMatchObject([
      { status: "cancelled", reason: "turn_cancelled" },
    ]);
  });

  it.each(["allow_once", "allow_always", "reject_once", "reject_always"])(
    "keeps the option kind %s (Permission Option Kinds)",
    async (kind) => {
      const store = storeAfterFrames(1);
      const option = { optionId: "it", name: "It", kind };
      const response = store.requestPermission({
        sessionId,
        toolCall: { toolCallId: "a" },
        options: [option],
      });
      const [permission] = selectPendingPermissions(store.getState());
      expect(permission?.options).toEqual([option]);
      store.respondToPermission(permission?.permissionId ?? "", "it");
      await expect(response).resolves.toEqual({ outcome: { outcome: "selected", optionId: "it" } });
    },
  );
});
