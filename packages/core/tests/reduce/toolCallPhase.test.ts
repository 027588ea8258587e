import {
  createAcpStore,
  deserialize,
  isOpenPhase,
  type PermissionOption,
  selectAttention,
  selectPendingPermissions,
  selectToolCall,
  serialize,
  type ToolCallPhase,
} from "@acp-store/core";
import { describe, expect, it } from "vitest";
import { CANCEL_FRAME, promptAccepted, stateUpdate } from "../support/version2.js";
import { prompted, recv, sent } from "../support/frames.js";
import { session, type TrackedStore, trackedStore } from "../support/trackedStore.js";

type Version = 1 | 2;

const OPTIONS: readonly PermissionOption[] = [
  { optionId: "yes", name: "Allow", kind: "allow_once" },
  { optionId: "always", name: "Always allow", kind: "allow_always" },
  { optionId: "no", name: "Reject", kind: "reject_once" },
  { optionId: "never", name: "Always reject", kind: "reject_always" },
  { optionId: "later", name: "Remind me", kind: "_later" },
];

const phaseOf = (store: TrackedStore, id = "c1"): ToolCallPhase | undefined =>
  selectToolCall(store.getState(), "s1", id)?.phase;

/** The actions of an agent and a user in a turn, as messages of each protocol version. */
interface Script {
  readonly store: TrackedStore;
  /** The agent reports a status of a call. */
  report(status: string, id?: string, extra?: object): void;
  /** The agent asks for permission under a JSON-RPC id. */
  ask(requestId: number, id?: string): void;
  /** The client answers the request with an option, or cancels it. */
  answer(requestId: number, optionId?: string): void;
  /** The turn ends at the agent. */
  endTurn(extra?: object): void;
}

/** Starts a turn in a store of a version. */
function inTurn(version: Version): Script {
  const store = trackedStore({ protocolVersion: version });
  startTurn(store, version, 100);
  return {
    store,
    report: (status, id = "c1", extra = {}) =>
      void store.update({
        sessionUpdate: "tool_call_update",
        toolCallId: id,
        ...(status !== "" && { status }),
        ...extra,
      }),
    ask: (requestId, id = "c1") => {
      const call = { toolCallId: id };
      const subject =
        version === 1 ? { toolCall: call } : { subject: { type: "tool_call", toolCall: call } };
      const params = { sessionId: "s1", title: "May I?", options: OPTIONS, ...subject };
      store.observe(recv({ id: requestId, method: "session/request_permission", params }));
    },
    answer: (requestId, optionId) => {
      const outcome =
        optionId === undefined ? { outcome: "cancelled" } : { outcome: "selected", optionId };
      store.observe(sent({ id: requestId, result: { outcome } }));
    },
    endTurn: (extra) => endTurn(store, version, 100, extra),
  };
}

function startTurn(store: TrackedStore, version: Version, id: number): void {
  store.observe(prompted(id, "Go"));
  if (version === 1) return;
  store.observe(promptAccepted(id));
  store.observe(stateUpdate("running"));
}

function endTurn(store: TrackedStore, version: Version, id: number, extra: object = {}): void {
  store.observe(
    version === 1
      ? recv({ id, result: { stopReason: "end_turn", ...extra } })
      : stateUpdate("idle", { stopReason: "end_turn", ...extra }),
  );
}

describe.each([1, 2] as const)("the phase of a tool call in version %i", (version) => {
  const rows: readonly (readonly [string, ToolCallPhase, (script: Script) => void])[] = [
    ["that is announced", "pending", ({ report }) => report("pending")],
    ["that is announced without a status", "pending", ({ report }) => report("")],
    ["in progress", "running", ({ report }) => report("in_progress")],
    ["that is paused", "running", ({ report }) => report("paused")],
    ["with a custom status", "running", ({ report }) => report("_compiling")],
    ["that is completed", "completed", ({ report }) => report("completed")],
    ["that has failed", "failed", ({ report }) => report("failed")],
    [
      "that the user was asked about",
      "awaiting_permission",
      ({ report, ask }) => {
        report("pending");
        ask(1);
      },
    ],
    [
      "that the user was asked about while it runs",
      "awaiting_permission",
      ({ report, ask }) => {
        report("in_progress");
        ask(1);
        report("in_progress");
      },
    ],
    ["that a request has announced", "awaiting_permission", ({ ask }) => ask(1)],
    [
      "that is completed while the request is pending",
      "completed",
      ({ ask, report }) => {
        ask(1);
        report("completed");
      },
    ],
    [
      "that fails while the request is pending",
      "failed",
      ({ ask, report }) => {
        ask(1);
        report("failed");
      },
    ],
    [
      "that was allowed, although its status is pending",
      "running",
      ({ ask, answer }) => {
        ask(1);
        answer(1, "yes");
      },
    ],
    [
      "that was allowed for good",
      "running",
      ({ ask, answer }) => {
        ask(1);
        answer(1, "always");
      },
    ],
    [
      "that was rejected",
      "rejected",
      ({ ask, answer }) => {
        ask(1);
        answer(1, "no");
      },
    ],
    [
      "that was rejected for good while it was in progress",
      "rejected",
      ({ report, ask, answer }) => {
        report("in_progress");
        ask(1);
        answer(1, "never");
      },
    ],
    [
      "that was rejected and then fails",
      "rejected",
      ({ ask, answer, report }) => {
        ask(1);
        answer(1, "no");
        report("failed");
      },
    ],
    [
      "that was rejected and then is completed",
      "completed",
      ({ ask, answer, report }) => {
        ask(1);
        answer(1, "no");
        report("completed");
      },
    ],
    [
      "that was rejected in a turn that ends",
      "rejected",
      ({ ask, answer, endTurn: end }) => {
        ask(1);
        answer(1, "no");
        end();
      },
    ],
    [
      "that was rejected in a turn that is cancelled",
      "rejected",
      ({ store, ask, answer }) => {
        ask(1);
        answer(1, "no");
        store.observe(CANCEL_FRAME);
      },
    ],
    [
      "that was rejected and runs after all",
      "running",
      ({ ask, answer, report }) => {
        ask(1);
        answer(1, "no");
        report("in_progress");
      },
    ],
    [
      "that was rejected, runs after all and fails",
      "failed",
      ({ ask, answer, report }) => {
        ask(1);
        answer(1, "no");
        report("in_progress");
        report("failed");
      },
    ],
    [
      "that was rejected before a newer request",
      "awaiting_permission",
      ({ ask, answer }) => {
        ask(1);
        answer(1, "no");
        ask(2);
      },
    ],
    [
      "whose newer request was rejected while an older one is pending",
      "rejected",
      ({ ask, answer }) => {
        ask(1);
        ask(2);
        answer(2, "no");
      },
    ],
    [
      "whose newer request was rejected, although an older one was allowed later",
      "rejected",
      ({ ask, answer }) => {
        ask(1);
        ask(2);
        answer(2, "no");
        answer(1, "yes");
      },
    ],
    [
      "that was rejected first and allowed then",
      "running",
      ({ ask, answer }) => {
        ask(1);
        answer(1, "no");
        ask(2);
        answer(2, "yes");
      },
    ],
    [
      "whose request was cancelled",
      "pending",
      ({ ask, answer }) => {
        ask(1);
        answer(1);
      },
    ],
    [
      "whose newer request was cancelled after a rejection",
      "rejected",
      ({ ask, answer }) => {
        ask(1);
        answer(1, "no");
        ask(2);
        answer(2);
      },
    ],
    [
      "whose answer is of an unknown kind",
      "pending",
      ({ ask, answer }) => {
        ask(1);
        answer(1, "later");
      },
    ],
    [
      "whose answer was not offered",
      "pending",
      ({ ask, answer }) => {
        ask(1);
        answer(1, "nowhere");
      },
    ],
    [
      "of a cancelled turn",
      "cancelled",
      ({ store, report }) => {
        report("in_progress");
        store.observe(CANCEL_FRAME);
      },
    ],
    [
      "whose turn is cancelled while the user is asked",
      "cancelled",
      ({ store, ask }) => {
        ask(1);
        store.observe(CANCEL_FRAME);
      },
    ],
    [
      "whose turn ended without an end of the call",
      "unfinished",
      ({ report, endTurn: end }) => {
        report("in_progress");
        end();
      },
    ],
    [
      "that was allowed in a turn that ended without an end of the call",
      "unfinished",
      ({ ask, answer, endTurn: end }) => {
        ask(1);
        answer(1, "yes");
        end();
      },
    ],
    [
      "whose turn ended while the user was asked",
      "unfinished",
      ({ ask, endTurn: end }) => {
        ask(1);
        end();
      },
    ],
    [
      "that is completed after its turn",
      "completed",
      ({ report, endTurn: end }) => {
        report("in_progress");
        end();
        report("completed");
      },
    ],
    [
      "whose connection was lost",
      "unfinished",
      ({ store, report }) => {
        report("in_progress");
        store.disconnect("The agent exited.");
      },
    ],
    [
      "whose connection was lost while the user was asked",
      "unfinished",
      ({ store, ask }) => {
        ask(1);
        store.disconnect("The agent exited.");
      },
    ],
    [
      "that a later turn uses again, after it was rejected",
      "pending",
      ({ store, ask, answer, endTurn: end, report }) => {
        ask(1);
        answer(1, "no");
        end();
        startTurn(store, version, 101);
        report("pending");
      },
    ],
    [
      "that is about another call than the request",
      "pending",
      ({ ask, report }) => {
        report("pending");
        ask(1, "c2");
      },
    ],
  ];

  it.each(rows)("describes a call %s as %s", (_name, expected, run) => {
    const script = inTurn(version);
    run(script);
    expect(phaseOf(script.store)).toBe(expected);
  });

  it("is unfinished for a call of a replay without an end", async () => {
    const store = trackedStore({ protocolVersion: version });
    await store.replay("s1", async () => {
      const update = { sessionUpdate: "tool_call_update", toolCallId: "c1", status: "in_progress" };
      store.update(update);
    });
    store.startTurn("s1");
    expect(phaseOf(store)).toBe(version === 1 ? "unfinished" : "running");
  });

  it("ignores the answers from before a replay", async () => {
    const { store, ask, answer, report } = inTurn(version);
    ask(1);
    answer(1, "no");
    report("failed");
    await store.replay("s1", async () => report("failed"));
    expect(phaseOf(store)).toBe("failed");
  });

  it("is unfinished in a restored session, and rejected calls stay rejected", () => {
    const { store, report, ask, answer } = inTurn(version);
    report("in_progress", "c1");
    report("completed", "c2");
    ask(1, "c3");
    answer(1, "no");
    ask(2, "c4");
    const restored = trackedStore({ protocolVersion: version });
    restored.restoreSession(deserialize(serialize(store.getState())));
    expect(["c1", "c2", "c3", "c4"].map((id) => phaseOf(restored, id))).toEqual([
      "unfinished",
      "completed",
      "rejected",
      "unfinished",
    ]);
  });

  it("follows an answer on the wire that replaces the one of the user", () => {
    const { store, ask, answer } = inTurn(version);
    ask(1);
    const [pending] = selectPendingPermissions(store.getState());
    store.respondToPermission(pending?.permissionId ?? "", "no");
    expect(phaseOf(store)).toBe("rejected");
    answer(1, "yes");
    expect(phaseOf(store)).toBe("running");
  });

  it("is the same before and after the state was saved", () => {
    const { store, ask, answer, report } = inTurn(version);
    ask(1);
    answer(1, "no");
    report("in_progress");
    const { phase } =
      deserialize(serialize(store.getState())).sessions.get("s1")?.toolCalls.get("c1") ?? {};
    expect(phase).toBe("running");
  });

  it("does not trust the phase of an edited state", () => {
    const { store, report } = inTurn(version);
    report("in_progress");
    const edited = JSON.stringify(serialize(store.getState())).replace('"running"', '"completed"');
    const state = deserialize(JSON.parse(edited));
    expect(selectToolCall(state, "s1", "c1")?.phase).toBe("running");
  });

  it("belongs to the session of the request", () => {
    const { store, report, ask } = inTurn(version);
    const update = { sessionUpdate: "tool_call_update", toolCallId: "c1", status: "pending" };
    store.ingest({ sessionId: "child", update });
    ask(1);
    expect(selectToolCall(store.getState(), "child", "c1")?.phase).toBe("pending");
    report("pending");
    expect(phaseOf(store)).toBe("awaiting_permission");
  });
});

describe("the phase of a version 1 call after its turn", () => {
  it("stays unfinished when the agent reports progress outside of turns", () => {
    const { store, report, endTurn: end } = inTurn(1);
    report("in_progress");
    end();
    report("in_progress");
    expect(phaseOf(store)).toBe("unfinished");
  });

  it("is running again when the agent reports progress in an open turn", () => {
    const { store, report, endTurn: end } = inTurn(1);
    report("in_progress");
    end();
    startTurn(store, 1, 101);
    report("in_progress");
    expect(phaseOf(store)).toBe("running");
  });
});

describe("the phase of a version 2 call", () => {
  const background = [{ type: "tool_call", toolCallId: "c1" }];

  it("is running again when the agent reports progress after the end of its turn", () => {
    const { store, report, endTurn: end } = inTurn(2);
    report("in_progress");
    end();
    report("in_progress");
    expect(phaseOf(store)).toBe("running");
  });

  it("is running while the agent lists the call as background work", () => {
    const { store, report, endTurn: end } = inTurn(2);
    report("in_progress");
    end({ background });
    expect(phaseOf(store)).toBe("running");
    report("in_progress");
    store.observe(stateUpdate("idle", { background: [] }));
    expect(phaseOf(store)).toBe("unfinished");
    store.observe(stateUpdate("idle", { background }));
    expect(phaseOf(store)).toBe("running");
    report("completed");
    store.observe(stateUpdate("idle", { background: [] }));
    expect(phaseOf(store)).toBe("completed");
  });

  it("is running while the agent lists a terminal that the call shows", () => {
    const { store, report, endTurn: end } = inTurn(2);
    report("in_progress");
    end({ background: [{ type: "terminal", terminalId: "t1" }] });
    expect(phaseOf(store)).toBe("unfinished");
    store.update({
      sessionUpdate: "tool_call_content_chunk",
      toolCallId: "c1",
      content: { type: "terminal", terminalId: "t1" },
    });
    expect(phaseOf(store)).toBe("running");
    report("", "c1", { content: [] });
    expect(phaseOf(store)).toBe("unfinished");
  });

  it("knows a request for a command that names the call, even before the call is announced", () => {
    const { store, answer, report } = inTurn(2);
    const subject = { type: "command", command: "npm test", cwd: "/w", toolCallId: "c1" };
    const params = { sessionId: "s1", title: "Run it?", options: OPTIONS, subject };
    store.observe(recv({ id: 1, method: "session/request_permission", params }));
    report("pending");
    expect(phaseOf(store)).toBe("awaiting_permission");
    answer(1, "yes");
    expect(phaseOf(store)).toBe("running");
    store.observe(
      recv({
        id: 2,
        method: "session/request_permission",
        params: { ...params, subject: { ...subject, toolCallId: "c2" } },
      }),
    );
    answer(2, "no");
    report("pending", "c2");
    expect(phaseOf(store, "c2")).toBe("rejected");
  });
});

describe("a request that a policy decides", () => {
  const request = { sessionId: "s1", toolCall: { toolCallId: "c1" }, options: [...OPTIONS] };

  /** A store whose policy answers when the test says so. */
  function storeWithPolicy() {
    let decide: (answer: string | undefined) => void = () => {};
    const decided = new Promise<string | undefined>((resolve) => {
      decide = resolve;
    });
    const store = trackedStore({ permissionPolicy: () => decided });
    store.startTurn("s1");
    return { store, decide, decided };
  }

  it("is shown nowhere until the policy leaves it to the user", async () => {
    const { store, decide } = storeWithPolicy();
    void store.requestPermission(request);
    expect(phaseOf(store)).toBe("pending");
    expect(selectAttention(store.getState())).toEqual([]);
    expect(selectPendingPermissions(store.getState())).toEqual([]);
    expect(session(store)).toMatchObject({ activity: "running", pendingPermissions: [] });
    expect([...session(store).permissions.values()]).toMatchObject([
      { status: "pending", policyPending: true },
    ]);
    decide("ask");
    await expect.poll(() => phaseOf(store)).toBe("awaiting_permission");
    expect(selectAttention(store.getState())).toHaveLength(1);
    expect(session(store).activity).toBe("requires_action");
    expect([...session(store).permissions.values()][0]).not.toHaveProperty("policyPending");
  });

  it("is hidden from the first frame on", async () => {
    const { store, decide } = storeWithPolicy();
    store.observe(recv({ id: 1, method: "session/request_permission", params: request }));
    expect(selectAttention(store.getState())).toEqual([]);
    const answer = store.requestPermission(request, { requestId: 1 });
    expect(selectAttention(store.getState())).toEqual([]);
    decide("no");
    await expect(answer).resolves.toEqual({ outcome: { outcome: "selected", optionId: "no" } });
    expect(phaseOf(store)).toBe("rejected");
    expect(store.events.filter(({ type }) => type === "permission_settled")).toHaveLength(1);
  });

  it.each([
    ["an answer", (store: TrackedStore) => store.respondToPermission("permission-t-1", "yes")],
    ["a cancel", (store: TrackedStore) => store.cancelTurn("s1")],
    [
      "the end of the turn",
      (store: TrackedStore) => store.endTurn("s1", { stopReason: "end_turn" }),
    ],
    ["the end of the connection", (store: TrackedStore) => store.disconnect()],
    ["closing the session", (store: TrackedStore) => store.closeSession("s1")],
  ])("is settled by %s, and the policy is too late", async (_name, settle) => {
    const { store, decide, decided } = storeWithPolicy();
    const answer = store.requestPermission(request);
    settle(store);
    const { outcome } = await answer;
    decide("no");
    await decided;
    const permissions = [...session(store).permissions.values()];
    expect(permissions.map(({ status }) => status)).toEqual([outcome.outcome]);
    expect(permissions[0]).not.toHaveProperty("policyPending");
    expect(permissions[0]?.optionId).toBe("optionId" in outcome ? outcome.optionId : undefined);
  });

  it("keeps the order of the requests when an earlier decision takes longer", async () => {
    const decisions = new Map<string, () => void>();
    const store = trackedStore({
      permissionPolicy: ({ permission }) =>
        new Promise((resolve) => {
          decisions.set(permission.permissionId, () => resolve("ask"));
        }),
    });
    for (const id of ["a", "b", "c"])
      void store.requestPermission({ ...request, toolCall: { toolCallId: id } });
    for (const id of ["permission-t-3", "permission-t-1", "permission-t-2"]) {
      decisions.get(id)?.();
      await expect.poll(() => session(store).pendingPermissions).toContain(id);
    }
    expect(session(store).pendingPermissions).toEqual([
      "permission-t-1",
      "permission-t-2",
      "permission-t-3",
    ]);
  });

  it("waits for the user in a state that was saved meanwhile", () => {
    const { store } = storeWithPolicy();
    void store.requestPermission(request);
    const state = deserialize(serialize(store.getState()));
    const copy = createAcpStore({ initialState: state, scheduler: "sync" });
    expect(selectPendingPermissions(copy.getState())).toMatchObject([{ status: "pending" }]);
    expect(selectToolCall(copy.getState(), "s1", "c1")?.phase).toBe("awaiting_permission");
  });
});

describe("the activity of a version 1 session", () => {
  const activity = (store: TrackedStore) => session(store).activity;

  it("is requires_action while a permission request is pending", () => {
    const { store, ask, answer, endTurn: end } = inTurn(1);
    ask(1);
    ask(2, "c2");
    expect(activity(store)).toBe("requires_action");
    answer(1, "no");
    expect(activity(store)).toBe("requires_action");
    answer(2, "yes");
    expect(activity(store)).toBe("running");
    end();
    expect(activity(store)).toBe("idle");
  });

  it("is requires_action while a form is open", () => {
    const store = trackedStore();
    store.startTurn("s1");
    void store.requestElicitation({
      sessionId: "s1",
      mode: "form",
      message: "Which one?",
      requestedSchema: { type: "object", properties: {} },
    });
    expect(activity(store)).toBe("requires_action");
    store.respondToElicitation("elicitation-t-1", { action: "decline" });
    expect(activity(store)).toBe("running");
  });

  it("is cancelling after a cancel, even if the agent asks again", () => {
    const { store, ask } = inTurn(1);
    ask(1);
    store.cancelTurn("s1");
    ask(2);
    expect(activity(store)).toBe("cancelling");
  });

  it("is requires_action outside of turns too", () => {
    const store = trackedStore();
    void store.requestPermission({
      sessionId: "s1",
      toolCall: { toolCallId: "c1" },
      options: [...OPTIONS],
    });
    expect(activity(store)).toBe("requires_action");
    store.respondToPermission("permission-t-1", "yes");
    expect(activity(store)).toBe("idle");
  });

  it("goes back to the activity that a parent reports for its subagent", () => {
    const store = trackedStore();
    store.startTurn("s1");
    const report = (state: string) =>
      store.update({ sessionUpdate: "subagent_update", sessionId: "child", state: { state } });
    const childActivity = () => store.getState().sessions.get("child")?.activity;
    report("running");
    void store.requestPermission({
      sessionId: "child",
      toolCall: { toolCallId: "c1" },
      options: [...OPTIONS],
    });
    expect([childActivity(), activity(store)]).toEqual(["requires_action", "running"]);
    report("running");
    expect(childActivity()).toBe("requires_action");
    store.respondToPermission("permission-t-1", "yes");
    expect(childActivity()).toBe("running");
  });
});

it("is open until the call has ended", () => {
  const open: Record<ToolCallPhase, boolean> = {
    pending: true,
    awaiting_permission: true,
    running: true,
    completed: false,
    failed: false,
    rejected: false,
    cancelled: false,
    unfinished: false,
  };
  for (const [phase, isOpen] of Object.entries(open))
    expect(isOpenPhase(phase as ToolCallPhase)).toBe(isOpen);
});
