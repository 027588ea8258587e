import { selectMessages, selectPendingPermissions } from "@acp-store/core";
import { describe, expect, it } from "vitest";
import {
  storeAfterFrames,
  onlySession,
  prompted,
  recv,
  storeAfterRecording,
  sent,
  updated,
} from "../support/frames.js";
import {
  session,
  text,
  trackedStore,
  type TrackedStore,
  asSent,
  permissionId,
} from "../support/trackedStore.js";

const options = [
  { optionId: "once", name: "Yes", kind: "allow_once" },
  { optionId: "again", name: "Yes, and again", kind: "allow_once" },
  { optionId: "cancel", name: "No", kind: "reject_once" },
];
const permissionRequest = (id: number, toolCallId: string) =>
  recv({
    id,
    method: "session/request_permission",
    params: { sessionId: "s1", toolCall: { toolCallId }, options },
  });
const permissionResponse = (id: number, optionId: string) =>
  sent({ id, result: { outcome: { outcome: "selected", optionId } } });
const ended = (id: number, stopReason = "end_turn") => recv({ id, result: { stopReason } });
const cancel = sent({ method: "session/cancel", params: { sessionId: "s1" } });
const chunk = (value: string) =>
  updated({ sessionUpdate: "agent_message_chunk", content: text(value) });
const turnOutcomes = (store: TrackedStore) =>
  [...session(store).turns.values()].map(({ status, stopReason }) => stopReason ?? status);
const permissionOutcomes = (store: TrackedStore) =>
  [...onlySession(store).permissions.values()].map(({ status, optionId, reason }) =>
    [status, optionId, reason].filter(Boolean).join(" "),
  );

describe("the end of a turn", () => {
  it("allows later updates", () => {
    const store = storeAfterFrames(1, prompted(0, "Go"), chunk("al"), ended(0), chunk("most"));
    expect(selectMessages(store.getState(), "s1").at(-1)?.content).toEqual([text("almost")]);
    expect(session(store).activity).toBe("idle");
  });

  it("allows a later title (claude-lateperm)", () => {
    expect(onlySession(storeAfterRecording("claude-lateperm", 20)).info).toEqual({});
    expect(onlySession(storeAfterRecording("claude-lateperm", 22))).toMatchObject({
      activity: "idle",
      info: { title: "Run it." },
    });
  });

  it("waits for the response while updates follow the cancel (claude-lateperm)", () => {
    const session = onlySession(storeAfterRecording("claude-lateperm", 19));
    expect(session.activity).toBe("cancelling");
    expect([...session.toolCalls.values()]).toMatchObject([{ status: "failed" }]);
    expect(session.usage?.cost).toBeDefined();
  });

  it("stores the stop reason cancelled even if the client did not cancel", () => {
    const store = storeAfterFrames(
      1,
      prompted(0, "Plan"),
      permissionRequest(0, "c1"),
      permissionResponse(0, "cancel"),
    );
    store.observe(ended(0, "cancelled"));
    expect(turnOutcomes(store)).toEqual(["cancelled"]);
    expect([...session(store).turns.values()][0]).not.toHaveProperty("cancelRequested");
  });

  it("settles an unanswered permission, which can still be answered later (opencode-parallel)", () => {
    expect(permissionOutcomes(storeAfterRecording("opencode-parallel", 31)).at(-1)).toBe("pending");
    expect(permissionOutcomes(storeAfterRecording("opencode-parallel", 32)).at(-1)).toBe(
      "cancelled turn_ended",
    );
    expect(permissionOutcomes(storeAfterRecording("opencode-parallel")).at(-1)).toBe(
      "selected once user",
    );
  });

  it("settles pending permissions on cancel and stays cancelling until the response", () => {
    const store = storeAfterFrames(1, prompted(0, "Go"), permissionRequest(0, "c1"), cancel);
    expect(session(store).activity).toBe("cancelling");
    expect(selectPendingPermissions(store.getState())).toEqual([]);
    store.observe(sent({ id: 0, result: { outcome: { outcome: "cancelled" } } }));
    store.observe(ended(0, "cancelled"));
    expect(session(store).activity).toBe("idle");
  });
});

describe("permissions", () => {
  it("accepts a request after the cancel (opencode-cancelperm)", () => {
    expect(permissionOutcomes(storeAfterRecording("opencode-cancelperm", 15))).toEqual([
      "cancelled turn_cancelled",
    ]);
    expect(permissionOutcomes(storeAfterRecording("opencode-cancelperm", 16))).toEqual([
      "cancelled turn_cancelled",
      "pending",
    ]);
    expect(permissionOutcomes(storeAfterRecording("opencode-cancelperm", 21))).toEqual([
      "cancelled turn_cancelled",
      "cancelled turn_ended",
    ]);
  });

  it("settles a request that $/cancel_request withdraws (claude-lateperm)", () => {
    const store = storeAfterFrames(1, prompted(0, "Go"), permissionRequest(0, "c1"));
    store.observe(recv({ method: "$/cancel_request", params: { requestId: 0 } }));
    expect(permissionOutcomes(store)).toEqual(["cancelled withdrawn"]);
    expect(permissionOutcomes(storeAfterRecording("claude-lateperm", 17))).toEqual([
      "cancelled turn_cancelled",
    ]);
  });

  it("accepts answers to pending requests in any order", () => {
    const store = storeAfterFrames(
      1,
      prompted(0, "Go"),
      ...[0, 1, 2].map((id) => permissionRequest(id, `c${id}`)),
    );
    store.observe(permissionResponse(1, "once"));
    expect(selectPendingPermissions(store.getState()).map(({ requestId }) => requestId)).toEqual([
      0, 2,
    ]);
    store.observe(permissionResponse(2, "cancel"));
    store.observe(permissionResponse(0, "again"));
    expect(permissionOutcomes(store)).toEqual([
      "selected again user",
      "selected once user",
      "selected cancel user",
    ]);
  });

  it("accepts two options of the same kind", async () => {
    const store = trackedStore();
    const request = { sessionId: "s1", toolCall: { toolCallId: "c1" }, options };
    const response = store.requestPermission(request, { requestId: 0 });
    store.respondToPermission(permissionId(store, 0), "again");
    await expect(response).resolves.toEqual({
      outcome: { outcome: "selected", optionId: "again" },
    });
  });

  it("accepts a rejection option with the id cancel", async () => {
    const store = trackedStore();
    const request = { sessionId: "s1", toolCall: { toolCallId: "c1" }, options };
    const response = store.requestPermission(request, { requestId: 0 });
    store.respondToPermission(permissionId(store, 0), "cancel");
    await expect(response).resolves.toEqual({
      outcome: { outcome: "selected", optionId: "cancel" },
    });
    expect(permissionOutcomes(store)).toEqual(["selected cancel user"]);
  });

  it("keeps the request's own tool call (opencode-basic)", () => {
    const [before, after] = [35, 36].map((line) =>
      onlySession(storeAfterRecording("opencode-basic", line)),
    );
    const id = "call_923zNjooWsqbPxtypPmT0WJ5";
    const { content: _, ...call } = asSent(after?.toolCalls.get(id)) ?? {};
    expect(before?.toolCalls.get(id)).toMatchObject({ title: "edit", content: [] });
    expect(before?.toolCalls.get(id)).toMatchObject(call);
    expect([...(after?.permissions.values() ?? [])][0]?.toolCall).toMatchObject({
      title: "/workspace/src/greet.js",
      rawInput: { filepath: "/workspace/src/greet.js" },
    });
  });

  it("keeps the values of the call if the request contains {} and []", () => {
    const call = { toolCallId: "c1", title: "Plan", rawInput: { plan: "x" } };
    const locations = [{ path: "/a" }];
    const store = storeAfterFrames(1, updated({ sessionUpdate: "tool_call", ...call, locations }));
    const toolCall = { toolCallId: "c1", rawInput: {}, locations: [], content: [] };
    void store.requestPermission({ sessionId: "s1", toolCall, options });
    expect(session(store).toolCalls.get("c1")).toMatchObject({ ...call, locations });
  });
});

describe("a second prompt", () => {
  it.each([
    ["is queued", [ended(0), chunk("b"), ended(1, "max_tokens")], ["end_turn", "max_tokens"]],
    ["is answered together with the first", [ended(0), ended(1)], ["end_turn", "end_turn"]],
    ["is answered first", [ended(1), ended(0, "refusal")], ["refusal", "end_turn"]],
    ["cancels the first", [ended(0, "cancelled"), ended(1)], ["cancelled", "end_turn"]],
    [
      "is rejected",
      [recv({ id: 1, error: { code: -32600, message: "Busy" } }), ended(0)],
      ["end_turn", "failed"],
    ],
  ])("ends both turns if it %s", (_name, frames, expected) => {
    const store = storeAfterFrames(1, prompted(0, "A"), chunk("a"), prompted(1, "B"), ...frames);
    expect(turnOutcomes(store)).toEqual(expected);
    expect(session(store)).toMatchObject({ activity: "idle", openTurns: [] });
    const users = selectMessages(store.getState(), "s1").filter(({ role }) => role === "user");
    expect(users.map(({ content }) => content)).toEqual([[text("A")], [text("B")]]);
  });
});
