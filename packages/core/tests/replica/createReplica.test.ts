import {
  type AcpPatch,
  type AcpState,
  type AcpStore,
  applyAcpPatches,
  createAcpStore,
  type ReadableAcpStore,
  serialize,
  type WatchTarget,
} from "@acp-store/core";
import { type AcpReplica, createReplica } from "@acp-store/core/replica";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ROOT_FIELD_NAMES, SESSION_FIELD_NAMES } from "../../src/state/definitions.js";
import { ROOT_TABLE_NAMES, TABLE_NAMES } from "../../src/state/tables.js";
import { traffic } from "../support/randomTraffic.js";
import { ALL_RECORDINGS, recordedFrames } from "../support/recordings.js";
import { plain, text, trackedStore } from "../support/trackedStore.js";

/** Creates a replica that gets the patches of a store as JSON, as over a channel. */
function replicaOf(store: ReadableAcpStore): AcpReplica {
  const replica = createReplica({ initialState: store.getState(), scheduler: "sync" });
  store.inspect((record) => {
    if (record.type === "commit") replica.applyPatches(overJson(record.patches));
  });
  return replica;
}

function overJson(patches: readonly AcpPatch[]): AcpPatch[] {
  return JSON.parse(JSON.stringify(patches)) as AcpPatch[];
}

function newStore(): AcpStore {
  return createAcpStore({ idPrefix: "t", scheduler: "sync", now: () => 0 });
}

/** Returns every kind of watch target, for all sessions and entities of a state. */
function allTargets(state: AcpState): WatchTarget[] {
  const targets: WatchTarget[] = [{ type: "sessions" }, { type: "sessionIds" }];
  for (const field of [...ROOT_FIELD_NAMES, ...ROOT_TABLE_NAMES])
    targets.push({ type: "state", field });
  for (const table of TABLE_NAMES) targets.push({ type: "table", table });
  for (const [sessionId, session] of state.sessions) {
    targets.push({ type: "session", sessionId }, { type: "field", sessionId, field: "timeline" });
    for (const field of SESSION_FIELD_NAMES)
      targets.push({ type: "field", sessionId, field: field as "queue" });
    for (const table of TABLE_NAMES) {
      targets.push({ type: "table", sessionId, table }, { type: "ids", sessionId, table });
      for (const id of session[table].keys())
        targets.push({ type: "entity", sessionId, table, id });
    }
  }
  return targets;
}

/** Watches all targets. The log has one line for each call of a listener. */
function logCalls(store: ReadableAcpStore, targets: readonly WatchTarget[]): string[] {
  const log: string[] = [];
  for (const target of targets)
    store.watch(target, (changes) => {
      const appended = "id" in target ? changes.appendedText(target.id) : undefined;
      log.push(JSON.stringify([target, changes.sessionIds, changes.ids, appended]));
    });
  return log;
}

describe.each([1, 2] as const)("random traffic of version %s", (protocolVersion) => {
  it("leads a replica to the same state, with patches that lead back", () => {
    fc.assert(
      fc.property(traffic[protocolVersion], (actions) => {
        const store = trackedStore({ protocolVersion });
        const replica = replicaOf(store);
        let previous = replica.getState();
        replica.inspect((record) => {
          if (record.type !== "commit") return;
          const next = replica.getState();
          expect(plain(applyAcpPatches(previous, record.patches))).toEqual(plain(next));
          expect(plain(applyAcpPatches(next, record.inversePatches))).toEqual(plain(previous));
          previous = next;
        });
        for (const act of actions) act(store);
        expect(plain(replica.getState())).toEqual(plain(store.getState()));
      }),
    );
  });

  it("leads a replica to the same state if the patches of all commits are applied together", () => {
    fc.assert(
      fc.property(traffic[protocolVersion], (actions) => {
        const store = trackedStore({ protocolVersion });
        const replica = createReplica({ initialState: store.getState(), scheduler: "sync" });
        const before = replica.getState();
        const all: AcpPatch[] = [];
        let inverse: readonly AcpPatch[] = [];
        store.inspect((record) => {
          if (record.type === "commit") all.push(...overJson(record.patches));
        });
        replica.inspect((record) => {
          if (record.type === "commit") inverse = record.inversePatches;
        });
        for (const act of actions) act(store);
        replica.applyPatches(all);
        expect(plain(replica.getState())).toEqual(plain(store.getState()));
        expect(plain(applyAcpPatches(replica.getState(), inverse))).toEqual(plain(before));
      }),
    );
  });
});

it.each(ALL_RECORDINGS)(
  "calls the watchers of a replica like those of the store for %s",
  (name) => {
    const frames = recordedFrames(name);
    const finished = newStore();
    for (const frame of frames) finished.observe(frame);
    const targets = allTargets(finished.getState());
    const store = newStore();
    const replica = replicaOf(store);
    const calls = logCalls(store, targets);
    const callsOfReplica = logCalls(replica, targets);
    for (const frame of frames) {
      store.observe(frame);
      expect(callsOfReplica.splice(0).sort()).toEqual(calls.splice(0).sort());
    }
  },
);

it("keeps its state if one of the patches does not fit", () => {
  const store = newStore();
  const replica = replicaOf(store);
  store.ingest({
    sessionId: "s1",
    update: { sessionUpdate: "tool_call", toolCallId: "c1", title: "Read" },
  });
  const before = replica.getState();
  const title = ["sessions", "s1", "toolCalls", "c1", "title"];
  const fitting: AcpPatch = { op: "replace", path: title, value: "Write" };
  const unknown: AcpPatch = { op: "remove", path: ["sessions", "s2", "queue"] };
  expect(() => replica.applyPatches([fitting, unknown])).toThrow("does not fit this state");
  expect(plain(replica.getState())).toEqual(plain(before));
});

it("calls the watchers of everything in a session that is removed or replaced", () => {
  const store = newStore();
  const update = { sessionUpdate: "tool_call", toolCallId: "c1", title: "Read" };
  store.ingest({ sessionId: "s1", update });
  const replica = createReplica({ initialState: store.getState(), scheduler: "sync" });
  const inverses: (readonly AcpPatch[])[] = [];
  replica.inspect((record) => {
    if (record.type === "commit") inverses.unshift(record.inversePatches);
  });
  const targets = allTargets(store.getState()).filter(({ type }) => type === "entity");
  targets.push({ type: "sessionIds" }, { type: "ids", sessionId: "s1", table: "toolCalls" });
  const calls = logCalls(replica, targets);
  const path = ["sessions", "s1"];
  replica.applyPatches([
    { op: "add", path, value: { activity: "running", toolCalls: [["c2", { title: "Write" }]] } },
  ]);
  expect(plain(replica.getState().sessions.get("s1"))).toMatchObject({
    sessionId: "s1",
    activity: "running",
    toolCalls: { entries: [["c2", { title: "Write" }]] },
    timeline: [],
  });
  expect(calls.splice(0)).toHaveLength(targets.length);
  replica.applyPatches([{ op: "remove", path }]);
  expect(replica.getState().sessions.size).toBe(0);
  expect(calls).toHaveLength(targets.length - 1);
  for (const inverse of [...inverses]) replica.applyPatches(inverse);
  expect(plain(replica.getState())).toEqual(plain(store.getState()));
});

it("refuses to remove a session that it does not have", () => {
  const replica = replicaOf(newStore());
  const removal: AcpPatch = { op: "remove", path: ["sessions", "s1"] };
  expect(() => replica.applyPatches([removal])).toThrow("does not fit this state");
});

it("reports one append for the text of several commits", () => {
  const store = newStore();
  const chunk = (value: string) =>
    store.ingest({
      sessionId: "s1",
      update: { sessionUpdate: "agent_message_chunk", messageId: "m1", content: text(value) },
    });
  chunk("a");
  const replica = createReplica({ initialState: store.getState(), scheduler: "sync" });
  const patches: AcpPatch[] = [];
  store.inspect((record) => {
    if (record.type === "commit") patches.push(...overJson(record.patches));
  });
  chunk("b");
  chunk("c");
  const appended: unknown[] = [];
  replica.watch({ type: "entity", sessionId: "s1", table: "messages", id: "agent:m1" }, (changes) =>
    appended.push(changes.appendedText("agent:m1")),
  );
  replica.applyPatches(patches);
  expect(appended).toEqual([{ text: "bc", dropped: 0 }]);
});

it("calls nobody for an empty list of patches", () => {
  const replica = createReplica({ scheduler: "sync" });
  const state = replica.getState();
  let calls = 0;
  replica.subscribe(() => calls++);
  replica.inspect(() => calls++);
  replica.applyPatches([]);
  expect(calls).toBe(0);
  expect(replica.getState()).toBe(state);
});

it("starts with an empty state", () => {
  expect(plain(createReplica().getState())).toEqual(plain(createAcpStore().getState()));
});

it("undoes patches of fields and tables that only a newer release knows", () => {
  const store = newStore();
  store.openSession({ sessionId: "s1" });
  const replica = createReplica({ initialState: store.getState(), scheduler: "sync" });
  let past: AcpState | undefined;
  replica.inspect((record) => {
    if (record.type === "commit") past = applyAcpPatches(replica.getState(), record.inversePatches);
  });
  replica.applyPatches([
    { op: "add", path: ["_field"], value: 1 },
    { op: "add", path: ["sessions", "s1", "_table"], value: [["a", { text: "A" }]] },
    { op: "append", path: ["sessions", "s1", "_table", "a", "text"], value: "+" },
  ]);
  expect(serialize(replica.getState()).state).toMatchObject({
    _field: 1,
    sessions: [["s1", { _table: [["a", { text: "A+" }]] }]],
  });
  expect(plain(past)).toEqual(plain(store.getState()));
});
