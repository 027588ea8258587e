import {
  type AcpState,
  applyAcpPatches,
  createAcpStore,
  deserialize,
  isAcpSessionError,
  selectPendingElicitations,
  selectPendingPermissions,
  serialize,
  type Message,
  serializeSession,
} from "@acp-store/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { recv } from "../support/frames.js";
import { traffic } from "../support/randomTraffic.js";
import { refolded } from "../support/refolded.js";
import { ALL_RECORDINGS } from "../support/recordings.js";
import { play } from "../support/playRecording.js";
import {
  elicitationId,
  permissionId,
  plain,
  session,
  text,
  trackedStore,
  type TrackedStore,
} from "../support/trackedStore.js";

const VERSIONS = [1, 2] as const;
const options = [{ optionId: "yes", name: "Yes", kind: "allow_once" }];
const asks = (id: number, toolCallId: string) =>
  recv({
    id,
    method: "session/request_permission",
    params: { sessionId: "s1", toolCall: { toolCallId }, options },
  });
const asksForInput = (id: number, message: string) =>
  recv({
    id,
    method: "elicitation/create",
    params: { sessionId: "s1", mode: "form", message, requestedSchema: { type: "object" } },
  });

/** Returns the state of one session after it was written as text and read again. */
function saved(store: TrackedStore, sessionId = "s1"): AcpState {
  const json = JSON.stringify(serializeSession(store.getState(), sessionId));
  return deserialize(JSON.parse(json));
}

/** Creates a store whose session has everything that can be running or pending. */
function busyStore(protocolVersion: 1 | 2 = 1): TrackedStore {
  const store = trackedStore({ protocolVersion, idPrefix: "old", now: () => 1000 });
  store.openSession({ sessionId: "s1", cwd: "/w" });
  store.startTurn("s1", [text("Go")]);
  const call = { toolCallId: "c1", title: "Run", status: "in_progress" };
  store.update({
    ...call,
    sessionUpdate: protocolVersion === 1 ? "tool_call" : "tool_call_update",
  });
  store.update({
    sessionUpdate: "agent_message_chunk",
    messageId: "m1",
    content: text("Working"),
  });
  store.observe(asks(5, "c1"));
  store.observe(asksForInput(6, "Which?"));
  store.queuePrompt("s1", [text("Then")]);
  store.putApplicationRow("s1", { rowId: "note", data: "Mine" });
  return store;
}

describe("serializeSession", () => {
  it("writes the session with its catalog entry and its requests, and nothing of other sessions", () => {
    const store = busyStore();
    store.openSession({ sessionId: "s2", cwd: "/other" });
    void store.requestElicitation({ sessionId: "s2", mode: "form", message: "?" });
    void store.requestElicitation({ mode: "form", message: "Nobody's" });
    const one = serializeSession(store.getState(), "s1");
    expect(one).toEqual(JSON.parse(JSON.stringify(one)));
    const { sessions, catalog, elicitations, pendingElicitations } = deserialize(one);
    expect([...sessions.keys()]).toEqual(["s1"]);
    expect(plain(sessions.get("s1"))).toEqual(plain(session(store)));
    expect([...catalog.keys()]).toEqual(["s1"]);
    expect([...elicitations.keys()]).toEqual(["elicitation-old-1"]);
    expect(pendingElicitations).toEqual(["elicitation-old-1"]);
  });

  it("has the format of serialize", () => {
    const store = busyStore();
    expect(serializeSession(store.getState(), "s1")).toEqual(serialize(store.getState()));
  });

  it("throws for a session that the state does not have", () => {
    const write = () => serializeSession(trackedStore().getState(), "s9");
    expect(write).toThrow(expect.toSatisfy(isAcpSessionError));
    expect(write).toThrow(expect.objectContaining({ reason: "unknown_session", sessionId: "s9" }));
  });

  it("writes a state to which the patches of the session apply", () => {
    const store = busyStore();
    let mirror = saved(store);
    store.inspect((record) => {
      if (record.type !== "commit") return;
      const ofSession = record.patches.filter(
        ({ path: [top, id] }) => id === "s1" || (top === "elicitations" && id !== undefined),
      );
      mirror = applyAcpPatches(mirror, ofSession);
    });
    store.update({ sessionUpdate: "agent_message_chunk", messageId: "m1", content: text(" on") });
    store.respondToPermission(permissionId(store, 5), "yes");
    store.respondToElicitation(elicitationId(store, 6), { action: "decline" });
    store.endTurn("s1", { stopReason: "end_turn" });
    const { pendingElicitations: _pending, ...found } = mirror;
    const { pendingElicitations: _expected, ...expected } = saved(store);
    expect(plain(found)).toEqual(plain(expected));
  });
});

describe.each(VERSIONS)("restoreSession in version %i", (protocolVersion) => {
  const restoredStore = () => {
    const store = trackedStore({ protocolVersion, now: () => 5000 });
    store.restoreSession(saved(busyStore(protocolVersion)));
    return store;
  };

  it("shows the saved transcript", () => {
    const store = restoredStore();
    expect(session(store).timeline).toEqual(session(busyStore(protocolVersion)).timeline);
    expect([...session(store).messages.values()].map(({ content }) => content)).toEqual([
      [text("Go")],
      [text("Working")],
    ]);
    expect(session(store)).toMatchObject({ cwd: "/w", lastActivityAt: 1000 });
    expect(session(store).applicationRows.get("note")?.data).toBe("Mine");
    expect(store.getState().catalog.get("s1")).toMatchObject({ sessionId: "s1", cwd: "/w" });
  });

  it("ends an open turn as interrupted at the time of the last activity", () => {
    const store = restoredStore();
    expect(session(store)).toMatchObject({ openTurns: [], activity: "idle" });
    expect([...session(store).turns.values()]).toMatchObject([
      { turnId: "turn-old-1", status: "interrupted", startedAt: 1000, endedAt: 1000 },
    ]);
    expect(session(store).toolCalls.get("c1")).toMatchObject({
      status: "in_progress",
      phase: "unfinished",
    });
  });

  it("is unread after an interrupted turn, and not after one that had ended", () => {
    const { catalog } = restoredStore().getState();
    expect(catalog.get("s1")).toMatchObject({ unread: true, failure: { status: "interrupted" } });
    const before = busyStore(protocolVersion);
    before.endTurn("s1", { stopReason: "end_turn" });
    before.markSessionRead("s1");
    const store = trackedStore({ protocolVersion, now: () => 5000 });
    store.restoreSession(saved(before));
    expect(store.getState().catalog.get("s1")).not.toHaveProperty("unread");
    expect(store.getState().catalog.get("s1")).not.toHaveProperty("failure");
  });

  it("settles pending requests as interrupted", () => {
    const store = restoredStore();
    const settled = { status: "cancelled", reason: "interrupted", settledAt: 5000 };
    expect([...session(store).permissions.values()]).toMatchObject([settled]);
    expect([...store.getState().elicitations.values()]).toMatchObject([settled]);
    expect(selectPendingPermissions(store.getState())).toEqual([]);
    expect(selectPendingElicitations(store.getState())).toEqual([]);
    expect(() => store.respondToPermission(permissionId(store, 5), "yes")).toThrow("already");
    const answer = () => store.respondToElicitation(elicitationId(store, 6), { action: "decline" });
    expect(answer).toThrow("already");
  });

  it("gives a request that reuses a JSON-RPC id of the saved session a new id", () => {
    const store = restoredStore();
    store.observe(asks(5, "c2"));
    store.observe(asksForInput(6, "Delete all?"));
    expect([...session(store).permissions.values()]).toMatchObject([
      { permissionId: "permission-old-1", status: "cancelled", reason: "interrupted" },
      { toolCallId: "c2", requestId: 5, status: "pending" },
    ]);
    store.respondToPermission(permissionId(store, 5), "yes");
    store.respondToElicitation(elicitationId(store, 6), { action: "decline" });
    expect([...session(store).permissions.values()].map(({ status }) => status)).toEqual([
      "cancelled",
      "selected",
    ]);
  });

  it("holds the queue until the user releases it", () => {
    const store = restoredStore();
    expect(session(store)).toMatchObject({ queue: [{ prompt: [text("Then")] }], queueHeld: true });
    store.releaseQueue("s1");
    expect(session(store)).not.toHaveProperty("queueHeld");
  });

  it("is detached until the agent opens the session", () => {
    const store = restoredStore();
    expect(session(store)).toMatchObject({
      restored: true,
      detached: "The session was restored, and the agent has not opened it yet.",
    });
    store.openSession({ sessionId: "s1" });
    expect(session(store)).not.toHaveProperty("restored");
    expect(session(store)).not.toHaveProperty("detached");
  });

  it("leaves the connection and the other sessions unchanged", () => {
    const store = trackedStore({ protocolVersion });
    store.connect();
    store.openSession({ sessionId: "s2" });
    const { sessions, ...before } = store.getState();
    store.restoreSession(saved(busyStore(protocolVersion)));
    const { connection, agent, protocolVersion: version } = store.getState();
    expect({ connection, agent, protocolVersion: version }).toEqual({
      connection: before.connection,
      agent: before.agent,
      protocolVersion,
    });
    expect(store.getState().sessions.get("s2")).toBe(sessions.get("s2"));
  });

  it("takes back a setting that had no response", () => {
    const old = busyStore(protocolVersion);
    old.openSession({ sessionId: "s1", modes: { currentModeId: "ask", availableModes: [] } });
    const params = { sessionId: "s1", modeId: "code" };
    old.observe({
      dir: "sent",
      msg: { jsonrpc: "2.0", id: 3, method: "session/set_mode", params },
    });
    const store = trackedStore({ protocolVersion });
    store.restoreSession(saved(old));
    expect(session(store)).toMatchObject({
      modes: { currentModeId: "ask" },
      settingChanges: [{ setting: "mode", status: "failed", value: "code" }],
    });
  });

  it("ends a replay, background work and a cancellation", () => {
    const old = busyStore(protocolVersion);
    void old.replay("s1", () => new Promise(() => {}));
    old.cancelTurn("s1");
    const store = trackedStore({ protocolVersion });
    store.restoreSession(saved(old));
    expect(session(store)).toMatchObject({ activity: "idle", background: [], openTurns: [] });
    expect(session(store)).not.toHaveProperty("replaying");
    expect(session(store)).not.toHaveProperty("reported");
  });

  it("folds into the same state from its events", () => {
    const store = restoredStore();
    store.update({ sessionUpdate: "agent_message_chunk", messageId: "m1", content: text("!") });
    const events = JSON.parse(JSON.stringify(store.events)) as TrackedStore["events"];
    expect(plain(refolded(events, protocolVersion))).toEqual(plain(store.getState()));
  });

  // The tracked store applies the patches of each commit in both directions.
  it("restores what remains of any session, over a closed session as well", () => {
    fc.assert(
      fc.property(traffic[protocolVersion], traffic[protocolVersion], (before, after) => {
        const old = trackedStore({ protocolVersion, idPrefix: "old" });
        for (const act of before) act(old);
        const store = trackedStore({ protocolVersion, idPrefix: "new" });
        for (const act of after) act(store);
        for (const sessionId of store.getState().sessions.keys()) store.closeSession(sessionId);
        store.restoreSession(deserialize(serialize(old.getState())));
        for (const [id, before] of old.getState().sessions) {
          if (before.closed) continue;
          const found = store.getState().sessions.get(id);
          expect(found).toMatchObject({ openTurns: [], pendingPermissions: [], activity: "idle" });
          expect(found?.timeline).toEqual(before.timeline);
          expect([...(found?.messages ?? [])]).toEqual(
            [...before.messages].map(([key, message]) => [key, endSteering(message)]),
          );
          expect([...(found?.toolCalls.keys() ?? [])]).toEqual([...before.toolCalls.keys()]);
          const again = deserialize(serializeSession(store.getState(), id));
          expect(plain(again.sessions.get(id))).toEqual(plain(found));
        }
        expect(plain(refolded(store.events, protocolVersion))).toEqual(plain(store.getState()));
      }),
    );
  });
});

/** Returns a message as it is restored: nobody answers for one that was on its way into a turn. */
function endSteering(message: Message): unknown {
  if (message.steering !== "sent") return message;
  return { ...message, steering: "failed", updatedAt: expect.any(Number) };
}

describe("restoreSession", () => {
  it("throws for an open session, and restores nothing then", () => {
    const old = busyStore();
    old.openSession({ sessionId: "s0" });
    const state = deserialize(serialize(old.getState()));
    const store = trackedStore();
    store.openSession({ sessionId: "s1" });
    const restore = () => store.restoreSession(state);
    expect(restore).toThrow(expect.toSatisfy(isAcpSessionError));
    expect(restore).toThrow(expect.objectContaining({ reason: "already_open", sessionId: "s1" }));
    expect([...store.getState().sessions.keys()]).toEqual(["s1"]);
  });

  it("has patches that also replace an older copy of the session", () => {
    const store = trackedStore();
    let mirror = saved(busyStore());
    store.inspect((record) => {
      if (record.type === "commit") mirror = applyAcpPatches(mirror, record.patches);
    });
    store.restoreSession(saved(busyStore()));
    expect(plain(mirror.sessions)).toEqual(plain(store.getState().sessions));
  });

  it("leaves out closed sessions", () => {
    const old = trackedStore();
    old.openSession({ sessionId: "s1" });
    old.closeSession("s1");
    const store = trackedStore();
    store.restoreSession(saved(old));
    expect(store.getState().sessions.size).toBe(0);
  });

  it("keeps the catalog entry that the agent has listed in the meantime", () => {
    const store = trackedStore();
    const list = { jsonrpc: "2.0", id: 1, method: "session/list", params: {} };
    store.observe({ dir: "sent", msg: list });
    const listed = { sessionId: "s1", cwd: "/w", title: "New title" };
    store.observe(recv({ id: 1, result: { sessions: [listed] } }));
    store.restoreSession(saved(busyStore()));
    expect(store.getState().catalog.get("s1")).toMatchObject({ title: "New title" });
  });

  it("tells every listener that waits for a part of the session", () => {
    const store = trackedStore();
    const called: string[] = [];
    const at = { sessionId: "s1" } as const;
    store.watch({ type: "entity", ...at, table: "toolCalls", id: "c1" }, () => called.push("call"));
    store.watch({ type: "table", table: "messages" }, () => called.push("table"));
    store.watch({ type: "ids", ...at, table: "turns" }, () => called.push("ids"));
    store.watch({ type: "field", ...at, field: "queue" }, () => called.push("queue"));
    store.watch({ type: "field", ...at, field: "timeline" }, () => called.push("timeline"));
    store.watch({ type: "sessionIds" }, () => called.push("sessionIds"));
    store.watch({ type: "state", field: "catalog" }, () => called.push("catalog"));
    store.watch({ type: "state", field: "elicitations" }, () => called.push("elicitations"));
    store.restoreSession(saved(busyStore()));
    expect(called.toSorted()).toEqual(
      "call catalog elicitations ids queue sessionIds table timeline".split(" "),
    );
  });

  it("rejects another answer to a request that was answered before the session was saved", () => {
    const old = trackedStore({ idPrefix: "old" });
    old.observe(asks(5, "c1"));
    old.respondToPermission(permissionId(old, 5), "yes");
    const store = trackedStore();
    store.restoreSession(saved(old));
    const answer = () => store.respondToPermission("permission-old-1", "yes");
    expect(answer).toThrow(expect.objectContaining({ reason: "already_settled" }));
  });

  it("finds the children of a restored session", () => {
    const old = trackedStore();
    old.update({ sessionUpdate: "subagent_update", sessionId: "child" });
    const store = trackedStore();
    store.restoreSession(deserialize(serialize(old.getState())));
    store.startTurn("s1");
    void store.requestPermission({ sessionId: "child", toolCall: { toolCallId: "c" }, options });
    store.cancelTurn("s1");
    const child = store.getState().sessions.get("child");
    expect([...(child?.permissions.values() ?? [])]).toMatchObject([
      { status: "cancelled", reason: "turn_cancelled" },
    ]);
  });

  it("numbers new permission requests after the restored ones", () => {
    const old = trackedStore({ idPrefix: "old" });
    for (const id of [1, 2, 3]) old.observe(asks(id, `c${id}`));
    const store = trackedStore();
    void store.requestPermission({ sessionId: "s2", toolCall: { toolCallId: "c" }, options });
    store.restoreSession(saved(old));
    store.observe(asks(9, "c9"));
    expect(session(store).permissions.get(permissionId(store, 9))?.ordinal).toBe(4);
  });

  it.each(ALL_RECORDINGS)("restores a recorded session that stops in the middle: %s", (name) => {
    const half = play(name, Math.ceil(play(name).results.length / 2)).store;
    const store = trackedStore({ protocolVersion: half.getState().protocolVersion });
    store.restoreSession(deserialize(serialize(half.getState())));
    for (const restored of store.getState().sessions.values())
      expect([...restored.turns.values()].map(({ status }) => status)).not.toContain("running");
  });
});

describe("the ids of a store", () => {
  it("keeps every id unique over generations of saved and restored sessions", () => {
    fc.assert(
      fc.property(fc.array(traffic[1], { minLength: 2, maxLength: 4 }), (generations) => {
        const owners = new Map<string, number>();
        let documents: AcpState[] = [];
        generations.forEach((actions, generation) => {
          const store = storeWithRandomIds();
          for (const state of documents) store.restoreSession(state);
          for (const act of actions) act(store);
          const state = store.getState();
          for (const id of ownIds(state)) {
            const owner = owners.get(id) ?? generation;
            owners.set(id, owner);
            const isRestored = documents.some((old) => [...ownIds(old)].includes(id));
            expect(owner === generation || isRestored).toBe(true);
          }
          documents = [...state.sessions]
            .filter(([, { closed }]) => !closed)
            .map(([id]) => saved(store, id));
        });
      }),
      { numRuns: 40 },
    );
  });
});

/** Creates a store whose ids have the random prefix that they have in an application. */
function storeWithRandomIds(): TrackedStore {
  const store = createAcpStore({ scheduler: "sync" });
  const update = (sent: object) => store.ingest({ sessionId: "s1", update: sent });
  return { ...store, update, events: [], patches: [], takePatches: () => [] };
}

/** Returns the ids that the store made: of turns, queued prompts, permissions and elicitations. */
function* ownIds(state: AcpState): Generator<string> {
  yield* state.elicitations.keys();
  for (const { turns, queue, permissions } of state.sessions.values()) {
    yield* turns.keys();
    yield* permissions.keys();
    for (const { id } of queue) yield id;
  }
}
