import {
  applyAcpPatches,
  type CommitRecord,
  deserialize,
  isFinalStatus,
  selectAttention,
  selectMessages,
  selectPendingPermissions,
  selectToolCall,
  selectToolCalls,
  serialize,
} from "@acp-store/core";
import { describe, expect, it } from "vitest";
import { storeAfterFrames, prompted, recv, sent, updated } from "../support/frames.js";
import {
  codes,
  plain,
  session,
  text,
  trackedStore,
  type TrackedStore,
  permissionId,
} from "../support/trackedStore.js";

const options = [
  { optionId: "yes", name: "Yes", kind: "allow_once" },
  { optionId: "no", name: "No", kind: "reject_once" },
];
const permissionRequest = (id: number, toolCallId = "c1", sessionId = "s1") =>
  recv({
    id,
    method: "session/request_permission",
    params: { sessionId, toolCall: { toolCallId }, options },
  });
const callUpdate = (fields: object, toolCallId = "c1") => ({
  sessionUpdate: "tool_call_update",
  toolCallId,
  ...fields,
});
const chunk = (value: string, role = "agent_message") => ({
  sessionUpdate: `${role}_chunk`,
  content: text(value),
});
const output = (value: string) => [{ type: "content", content: text(value) }];
const ended = (id: number, stopReason = "end_turn") => recv({ id, result: { stopReason } });
const cancel = sent({ method: "session/cancel", params: { sessionId: "s1" } });
const pending = (store: TrackedStore) =>
  selectPendingPermissions(store.getState()).map(({ requestId }) => requestId);
const call = (store: TrackedStore) => selectToolCall(store.getState(), "s1", "c1");
const messageBlocks = (store: TrackedStore) =>
  selectMessages(store.getState(), "s1").map(({ role, content }) => [role, ...content]);

describe("reported issues: permissions", () => {
  it("keeps the dialog when the call becomes in_progress (1)", () => {
    const store = storeAfterFrames(1, prompted(0, "Go"), permissionRequest(0));
    for (const status of ["in_progress", "completed", "failed"])
      store.update(callUpdate({ status }));
    expect(pending(store)).toEqual([0]);
  });

  it("creates the tool call from a permission request, then merges updates (2)", () => {
    const store = storeAfterFrames(1, prompted(0, "Go"), permissionRequest(0));
    expect(call(store)).toMatchObject({ kind: "other", status: "pending" });
    store.update({ sessionUpdate: "tool_call", toolCallId: "c1", title: "Run", kind: "execute" });
    expect(selectToolCalls(store.getState(), "s1")).toMatchObject([
      { title: "Run", kind: "execute" },
    ]);
    expect(pending(store)).toEqual([0]);
  });

  it("separates requests that have the same toolCallId (3)", () => {
    const store = storeAfterFrames(
      1,
      prompted(0, "Go"),
      permissionRequest(0),
      permissionRequest(1),
      permissionRequest(2),
    );
    expect(pending(store)).toEqual([0, 1, 2]);
    store.respondToPermission(permissionId(store, 1), "no");
    expect(pending(store)).toEqual([0, 2]);
  });

  it("answers parallel requests independently (4)", async () => {
    const store = trackedStore();
    const answers = ["a", "b", "c"].map((toolCallId, requestId) =>
      store.requestPermission(
        { sessionId: "s1", toolCall: { toolCallId }, options },
        { requestId },
      ),
    );
    for (const [id, option] of [
      [2, "no"],
      [0, "yes"],
      [1, "no"],
    ] as const)
      store.respondToPermission(permissionId(store, id), option);
    const chosen = await Promise.all(answers);
    expect(chosen.map(({ outcome }) => "optionId" in outcome && outcome.optionId)).toEqual([
      "yes",
      "no",
      "no",
    ]);
  });

  it("lists the permission of a child session (5)", () => {
    const store = storeAfterFrames(
      1,
      prompted(0, "Go"),
      permissionRequest(0, "c1", "child"),
      permissionRequest(1),
    );
    expect(pending(store)).toEqual([0, 1]);
    expect(selectPendingPermissions(store.getState(), "child")).toHaveLength(1);
  });

  it("settles every request after a cancel (6)", async () => {
    const store = storeAfterFrames(1, prompted(0, "Go"));
    const request = { sessionId: "s1", toolCall: { toolCallId: "c1" }, options };
    const answers = [1, 2].map((requestId) => store.requestPermission(request, { requestId }));
    store.cancelTurn("s1");
    const cancelled = { outcome: { outcome: "cancelled" } };
    await expect(Promise.all(answers)).resolves.toEqual([cancelled, cancelled]);
  });

  it("recognizes a repeated request (9)", () => {
    const store = storeAfterFrames(
      1,
      prompted(0, "Go"),
      permissionRequest(7),
      permissionRequest(7),
    );
    expect(pending(store)).toEqual([7]);
    expect(session(store).permissions.size).toBe(1);
  });

  it("keeps exactly the offered options and never selects one automatically (17)", async () => {
    const unusualOptions = [{ optionId: "", name: "", kind: "_custom", hint: 1 }, ...options];
    const store = trackedStore({ permissionPolicy: () => "allow_once" });
    const toolCall = { toolCallId: "c1" };
    void store.requestPermission(
      { sessionId: "s1", toolCall, options: unusualOptions },
      { requestId: 0 },
    );
    await expect.poll(() => pending(store)).toEqual([0]);
    expect(selectPendingPermissions(store.getState())[0]?.options).toEqual(unusualOptions);
    expect(() => store.respondToPermission(permissionId(store, 0), "allow_once")).toThrow(
      "not an option",
    );
    expect(pending(store)).toEqual([0]);
  });
});

describe("reported issues: turns", () => {
  it("leaves no tool running after a cancel (7)", () => {
    const store = storeAfterFrames(1, prompted(0, "Go"));
    for (const status of ["pending", "in_progress", "_odd"])
      store.update(callUpdate({ status }, status));
    store.observe(cancel);
    expect(
      selectToolCalls(store.getState(), "s1").every((item) => isFinalStatus(item.status)),
    ).toBe(true);
  });

  it("leaves no tool running after its turn (7)", () => {
    const store = storeAfterFrames(1, prompted(0, "Go"));
    store.update(callUpdate({ status: "in_progress" }));
    store.observe(ended(0));
    expect(call(store)?.phase).toBe("unfinished");
  });

  it("stays cancelling until the agent confirms the cancel (8)", () => {
    const store = storeAfterFrames(1, prompted(0, "Go"));
    store.update(callUpdate({ status: "in_progress" }));
    store.observe(cancel);
    store.update(callUpdate({ content: output("late") }));
    store.update(chunk("late too"));
    expect(session(store).activity).toBe("cancelling");
    expect(call(store)).toMatchObject({ status: "cancelled", content: output("late") });
    expect(messageBlocks(store).at(-1)).toEqual(["agent", text("late too")]);
  });

  it("does not end the next turn when a cancel is confirmed late (8)", () => {
    const store = storeAfterFrames(
      1,
      prompted(0, "Go"),
      cancel,
      prompted(1, "On"),
      ended(0, "cancelled"),
    );
    expect([...session(store).turns.values()].map(({ status }) => status)).toEqual([
      "ended",
      "running",
    ]);
    expect(session(store).activity).toBe("running");
  });
});

describe("reported issues: messages", () => {
  it("shows an echoed prompt once (10)", () => {
    const store = storeAfterFrames(
      1,
      prompted(0, "Fix it"),
      updated(chunk("Fix it", "user_message")),
    );
    expect(messageBlocks(store)).toEqual([["user", text("Fix it")]]);
  });

  it("separates thoughts (11)", () => {
    const store = storeAfterFrames(1, prompted(0, "Go"));
    store.update(chunk("One.", "agent_thought"));
    store.update(callUpdate({ title: "Read" }));
    store.update(chunk("Two.", "agent_thought"));
    store.update({ ...chunk("Three.", "agent_thought"), messageId: "t3" });
    expect(messageBlocks(store).slice(1)).toEqual([
      ["thought", text("One.")],
      ["thought", text("Two.")],
      ["thought", text("Three.")],
    ]);
  });
});

describe("reported issues: tool calls", () => {
  it("creates a pending call for an unknown id (12)", () => {
    const store = storeAfterFrames(1, updated(callUpdate({ content: output("a") })));
    expect(call(store)).toMatchObject({ status: "pending", kind: "other" });
  });

  it("replaces cumulative content and shares its equal items (13)", () => {
    const store = trackedStore();
    const items = Array.from({ length: 50 }, (_, index) => output(`line ${index}`)).flat();
    for (let count = 1; count <= items.length; count++)
      store.update(callUpdate({ content: structuredClone(items.slice(0, count)) }));
    const before = call(store)?.content;
    store.update(callUpdate({ content: structuredClone([...items, ...output("more")]) }));
    expect(call(store)?.content).toHaveLength(51);
    expect(
      call(store)
        ?.content.slice(0, 50)
        .every((item, index) => item === before?.[index]),
    ).toBe(true);
  });

  it("replaces content, and distinguishes absent from empty (14)", () => {
    const store = storeAfterFrames(1, updated(callUpdate({ content: output("a") })));
    store.update(callUpdate({ status: "in_progress" }));
    expect(call(store)?.content).toEqual(output("a"));
    store.update(callUpdate({ content: output("b") }));
    expect(call(store)?.content).toEqual(output("b"));
    store.update(callUpdate({ content: [] }));
    expect(call(store)?.content).toEqual([]);
  });

  it("keeps the command when the request has an empty rawInput (15)", () => {
    const store = storeAfterFrames(1, updated(callUpdate({ rawInput: {}, status: "pending" })));
    const toolCall = { toolCallId: "c1", rawInput: { command: "ls" } };
    void store.requestPermission({ sessionId: "s1", toolCall, options });
    expect(call(store)?.rawInput).toEqual({ command: "ls" });
  });

  it("accepts unknown update kinds and sessions that were never opened (16)", () => {
    const store = trackedStore();
    const result = store.update({ sessionUpdate: "brand_new", value: 1 });
    expect(result.accepted).toBe(true);
    expect(codes(result)).toEqual(["unknown_update"]);
    expect(session(store).unknownUpdates).toEqual([{ sessionUpdate: "brand_new", value: 1 }]);
  });
});

describe("reported issues: across sessions", () => {
  it("lists the sessions with pending requests, the oldest request first (20)", () => {
    const sessions = ["s1", "s2", "s3", "s4", "s5"];
    const store = storeAfterFrames(1, ...sessions.map((id, index) => prompted(index, "Go", id)));
    for (const [id, sessionId] of [
      [10, "s4"],
      [11, "s2"],
      [12, "s4"],
    ] as const)
      store.observe(permissionRequest(id, "c1", sessionId));
    const attention = () =>
      selectAttention(store.getState()).map(({ sessionId, permissions }) => [
        sessionId,
        permissions.map(({ requestId }) => requestId),
      ]);
    expect(attention()).toEqual([
      ["s4", [10, 12]],
      ["s2", [11]],
    ]);
    store.respondToPermission(permissionId(store, 10), "yes");
    expect(attention()).toEqual([
      ["s2", [11]],
      ["s4", [12]],
    ]);
  });
});

describe("reported issues: feature requests", () => {
  it("rewinds to any earlier state with inverse patches (21)", () => {
    const store = trackedStore();
    const states = [plain(store.getState())];
    const records: CommitRecord[] = [];
    store.inspect((record) => {
      if (record.type !== "commit") return;
      records.push(record);
      states.push(plain(store.getState()));
    });
    for (const frame of [prompted(0, "Go"), updated(chunk("a")), updated(chunk("b")), ended(0)])
      store.observe(frame);
    let state = store.getState();
    for (const { inversePatches } of records.toReversed()) {
      expect(plain(state)).toEqual(states.pop());
      state = applyAcpPatches(state, inversePatches);
    }
    expect(plain(state)).toEqual(states.pop());
  });

  it("mirrors the state in another window with patches serialized as JSON (21)", () => {
    const store = trackedStore();
    let mirror = deserialize(JSON.parse(JSON.stringify(serialize(store.getState()))));
    store.inspect((record) => {
      if (record.type === "commit")
        mirror = applyAcpPatches(mirror, JSON.parse(JSON.stringify(record.patches)));
    });
    for (const frame of [
      prompted(0, "Go"),
      permissionRequest(1),
      updated(chunk("a")),
      updated(chunk("b")),
    ])
      store.observe(frame);
    expect(plain(mirror)).toEqual(plain(store.getState()));
  });

  it("replays recorded traffic to the same state (21)", () => {
    const frames = [prompted(0, "Go"), permissionRequest(1), updated(chunk("a")), cancel].map(
      (frame, t) => ({
        ...frame,
        t,
      }),
    );
    const log = frames.map((frame) => JSON.stringify(frame)).join("\n");
    const [live, replayed] = [trackedStore(), trackedStore()];
    for (const frame of frames) live.observe(frame);
    for (const line of log.split("\n")) replayed.observe(JSON.parse(line));
    expect(plain(replayed.getState())).toEqual(plain(live.getState()));
  });

  it("reports the time at which a request became pending (21)", () => {
    const store = trackedStore();
    store.observe({ ...permissionRequest(0), t: 1200 });
    expect(selectPendingPermissions(store.getState())).toMatchObject([{ requestedAt: 1200 }]);
  });

  it("ends the second of two prompts with its own response (21)", () => {
    const store = storeAfterFrames(1, prompted(0, "Go"), prompted(1, "On"), ended(0));
    expect(session(store)).toMatchObject({ activity: "running", openTurns: ["turn-t-2"] });
    store.observe(ended(1, "max_tokens"));
    expect([...session(store).turns.values()].map(({ stopReason }) => stopReason)).toEqual([
      "end_turn",
      "max_tokens",
    ]);
  });
});

describe("reported issues: performance", () => {
  it("changes only the message that a chunk belongs to (18)", () => {
    const store = storeAfterFrames(1, prompted(0, "Go"));
    for (let count = 0; count < 40; count++)
      store.update({ ...chunk("text"), messageId: `m${count}` });
    const before = [...session(store).messages.values()];
    store.update({ ...chunk(" more"), messageId: "m7" });
    const changed = [...session(store).messages.values()].filter(
      (message, index) => message !== before[index],
    );
    expect(changed.map(({ messageId }) => messageId)).toEqual(["m7"]);
  });

  it("frees the content of a closed session (19)", () => {
    const store = storeAfterFrames(1, prompted(0, "Go"), permissionRequest(0));
    store.update(callUpdate({ rawOutput: "x".repeat(1000) }));
    store.closeSession("s1");
    const { toolCalls, messages, turns, plans, terminals } = session(store);
    expect([toolCalls, messages, turns, plans, terminals].map(({ size }) => size)).toEqual([
      0, 0, 0, 0, 0,
    ]);
    expect(pending(store)).toEqual([]);
  });
});
