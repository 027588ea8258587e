import { type AcpState, createAcpStore, deserialize, serialize } from "@acp-store/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ALL_RECORDINGS } from "../support/recordings.js";
import { isReplay, traffic, unpairedTraffic } from "../support/randomTraffic.js";
import { play } from "../support/playRecording.js";
import {
  plain,
  session,
  text,
  trackedStore,
  permissionId,
  elicitationId,
} from "../support/trackedStore.js";

const json = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown;
/** Returns the part of a state that is serialized, which excludes the connection. */
const saveable = ({ connection: _connection, ...state }: AcpState) => plain(state);
/** Replaces the ids of queued prompts, because each store starts counting them from 1. */
/** Returns a state as text. Its own ids are numbered in the order in which the text has them. */
const withNumberedIds = (state: AcpState) => {
  const ids: string[] = [];
  return JSON.stringify(saveable(state)).replaceAll(
    /(turn|prompt|permission|elicitation)-[tu]-\d+/g,
    (id, kind: string) => {
      if (!ids.includes(id)) ids.push(id);
      return `${kind}-${ids.indexOf(id)}`;
    },
  );
};
const options = [{ optionId: "yes", name: "Yes", kind: "allow_once" as const }];

/** A replay is merged into the sessions of an initial state, but replaces those of the connection. */
const withoutReplays = unpairedTraffic[1].map((actions) =>
  actions.filter((action) => !isReplay(action)),
);

describe("serialize and deserialize", () => {
  it.each([1, 2] as const)("gives back any state of version %i", (protocolVersion) => {
    fc.assert(
      fc.property(traffic[protocolVersion], (actions) => {
        const store = trackedStore({ protocolVersion });
        for (const act of actions) act(store);
        const state = deserialize(json(serialize(store.getState())));
        expect(plain(state)).toEqual(saveable(store.getState()));
      }),
      { numRuns: 150 },
    );
  });

  it.each(ALL_RECORDINGS)("restores a recorded state: %s", (name) => {
    const state = play(name).store.getState();
    expect(plain(deserialize(json(serialize(state))))).toEqual(saveable(state));
  });

  it("restores a state that continues like the store", () => {
    fc.assert(
      fc.property(withoutReplays, withoutReplays, (before, after) => {
        const store = trackedStore({ now: () => 1 });
        for (const act of before) act(store);
        // The connection is not saved, and prompts are queued for one that is being restored.
        if (store.getState().connection?.attempt !== undefined) store.disconnect();
        const saved = json(serialize(store.getState()));
        const copy = trackedStore({
          now: () => 1,
          idPrefix: "u",
          initialState: deserialize(saved),
        });
        for (const act of after) for (const one of [store, copy]) act(one);
        expect(withNumberedIds(copy.getState())).toBe(withNumberedIds(store.getState()));
      }),
    );
  });

  it("keeps ids of any kind in order, and unknown fields", () => {
    const store = trackedStore();
    const ids = ["b", "10", "2", "__proto__", "constructor", ""];
    const extra = JSON.parse('{"_new":{"__proto__":{"a":1},"list":[null,{}]}}') as object;
    for (const toolCallId of ids)
      store.update({ sessionUpdate: "tool_call_update", toolCallId, ...extra });
    store.ingest({ sessionId: "__proto__", update: { sessionUpdate: "plan", entries: [] } });
    const { sessions } = deserialize(json(serialize(store.getState())));
    expect([...sessions.keys()]).toEqual(["s1", "__proto__"]);
    const calls = sessions.get("s1")?.toolCalls;
    expect([...(calls?.keys() ?? [])]).toEqual(ids);
    expect(JSON.stringify(calls?.get("10"))).toContain('"_new":{"__proto__":{"a":1}');
    expect(Object.getPrototypeOf({})).toBe(Object.prototype);
  });

  it("keeps fields and tables written by a later release", () => {
    const store = trackedStore();
    store.openSession({ sessionId: "s1" });
    const saved = json(serialize(store.getState())) as { state: Record<string, unknown> };
    saved.state["_later"] = [1];
    const [entry] = saved.state["sessions"] as [string, Record<string, unknown>][];
    Object.assign(entry?.[1] ?? {}, { _table: [["a", { id: "a" }]] });
    expect(serialize(deserialize(saved))).toEqual(saved);
  });

  it.each([1, 2] as const)(
    "keeps what a later release has written over updates and restoreSession (version %i)",
    (protocolVersion) => {
      const old = trackedStore({ protocolVersion });
      old.openSession({ sessionId: "s1" });
      const saved = json(serialize(old.getState())) as { state: Record<string, unknown> };
      saved.state["_later"] = { a: [1] };
      const [entry] = saved.state["sessions"] as [string, Record<string, unknown>][];
      const later = { _table: [["10", { id: "10", text: "a" }]], _field: { deep: [null] } };
      Object.assign(entry?.[1] ?? {}, later);
      const own = { value: 1, enumerable: true, configurable: true };
      Object.defineProperty(entry?.[1], "__proto__", own);
      const continued = trackedStore({ initialState: deserialize(saved) });
      const restored = trackedStore({ protocolVersion });
      restored.restoreSession(deserialize(saved));
      for (const store of [continued, restored]) {
        store.update({ sessionUpdate: "agent_message_chunk", messageId: "m", content: text("Hi") });
        store.startTurn("s1", [text("Go")]);
        store.endTurn("s1", { stopReason: "end_turn" });
        store.disconnect();
        const again = json(serialize(store.getState())) as typeof saved;
        const [entryAgain] = again.state["sessions"] as [string, object][];
        expect(entryAgain?.[1]).toMatchObject(later);
        expect(JSON.stringify(entryAgain)).toContain('"__proto__":1');
      }
      expect(json(serialize(continued.getState()))).toMatchObject({
        state: { _later: { a: [1] } },
      });
    },
  );

  it("ignores a field with the name under which the store keeps unknown fields", () => {
    const store = trackedStore();
    store.openSession({ sessionId: "s1" });
    const saved = json(serialize(store.getState())) as { state: Record<string, unknown> };
    saved.state["unknownFields"] = 1;
    expect(plain(deserialize(saved))).toEqual(plain(store.getState()));
  });

  it("fills in what an earlier release did not write", () => {
    const store = trackedStore();
    store.openSession({ sessionId: "s1", cwd: "/w" });
    const saved = json(serialize(store.getState())) as { state: Record<string, unknown> };
    delete saved.state["elicitations"];
    const [entry] = saved.state["sessions"] as [string, Record<string, unknown>][];
    for (const field of ["subagents", "notices", "background", "queue"]) delete entry?.[1][field];
    expect(plain(deserialize(saved))).toEqual(plain(store.getState()));
  });
});

describe("serialize", () => {
  it("returns plain JSON with a version", () => {
    const store = trackedStore();
    store.update({ sessionUpdate: "tool_call", toolCallId: "a", title: "A" });
    const saved = serialize(store.getState());
    expect(saved).toMatchObject({ format: "acp-store", version: 2 });
    expect(json(saved)).toEqual(saved);
    expect(JSON.stringify(saved)).toContain('"toolCalls":[["a",{');
  });

  it("shares nothing with the state, as deserialize shares nothing with the JSON", () => {
    const store = trackedStore();
    store.update({ sessionUpdate: "tool_call", toolCallId: "a", title: "A", rawInput: { x: [1] } });
    const before = plain(store.getState());
    const saved = serialize(store.getState());
    const state = deserialize(saved);
    scramble(saved);
    expect(plain(store.getState())).toEqual(before);
    expect(plain(state)).toEqual(before);
  });

  it("leaves out the connection", () => {
    const store = trackedStore();
    store.connect();
    const saved = json(serialize(store.getState())) as { state: Record<string, unknown> };
    expect(saved.state).not.toHaveProperty("connection");
    saved.state["connection"] = { status: "ready" };
    expect(deserialize(saved)).not.toHaveProperty("connection");
  });

  it("keeps the queued prompts, which the next connection holds", () => {
    const before = trackedStore();
    before.queuePrompt("s1", [text("Later")]);
    const initialState = deserialize(json(serialize(before.getState())));
    const store = trackedStore({ initialState });
    store.queuePrompt("s2", [text("Another")]);
    store.connect();
    expect(session(store)).toMatchObject({ queue: [{ prompt: [text("Later")] }], queueHeld: true });
    store.queuePrompt("s1", [text("And this")]);
    const ids = session(store).queue.map(({ id }) => id);
    expect(new Set(ids).size).toBe(2);
  });

  it("writes the same as JSON.stringify for values that JSON cannot represent", () => {
    const store = trackedStore();
    const rawInput = { a: undefined, list: [undefined, Number.NaN], big: 1n, call: () => 1 };
    store.update({ sessionUpdate: "tool_call", toolCallId: "a", title: "A", rawInput });
    const state = deserialize(serialize(store.getState()));
    expect(state.sessions.get("s1")?.toolCalls.get("a")?.rawInput).toStrictEqual({
      list: [null, null],
    });
  });

  it("restores a read-only state", () => {
    const store = trackedStore();
    store.update({ sessionUpdate: "tool_call", toolCallId: "a", title: "A" });
    const { sessions } = deserialize(serialize(store.getState()));
    expect(() => (sessions as Map<string, unknown>).clear()).toThrow("read-only");
    expect(Object.isFrozen(sessions.get("s1")?.toolCalls.get("a"))).toBe(true);
  });
});

describe("a pending request in a restored state", () => {
  it("accepts an answer after the agent sends the request again", async () => {
    const before = trackedStore();
    before.startTurn("s1", [text("Go")]);
    const request = { sessionId: "s1", toolCall: { toolCallId: "c" }, options };
    void before.requestPermission(request, { requestId: 7 });
    const initialState = deserialize(json(serialize(before.getState())));
    const store = createAcpStore({ initialState, scheduler: "sync" });
    expect(session(store).permissions.get("permission-t-1")?.status).toBe("pending");
    const answer = store.requestPermission(request, { requestId: 7 });
    expect(session(store).permissions.size).toBe(1);
    store.respondToPermission(permissionId(store, 7), "yes");
    expect(await answer).toEqual({ outcome: { outcome: "selected", optionId: "yes" } });
    expect(() => store.respondToPermission(permissionId(store, 7), "yes")).toThrow("already");
  });

  it("accepts an answer before the agent sends the request again", () => {
    const before = trackedStore();
    const request = { sessionId: "s1", toolCall: { toolCallId: "c" }, options };
    void before.requestPermission(request, { requestId: 7 });
    const initialState = deserialize(json(serialize(before.getState())));
    const store = createAcpStore({ initialState, scheduler: "sync" });
    store.respondToPermission(permissionId(store, 7), "yes");
    expect(session(store).permissions.get("permission-t-1")).toMatchObject({ status: "selected" });
  });

  it("keeps a pending elicitation", () => {
    const before = trackedStore();
    const form = { mode: "form", message: "?", requestedSchema: {}, sessionId: "s1" };
    void before.requestElicitation(form, { requestId: "f" });
    const store = createAcpStore({ initialState: deserialize(serialize(before.getState())) });
    store.respondToElicitation(elicitationId(store, "f"), { action: "accept", content: { a: 1 } });
    expect(store.getState().elicitations.get("elicitation-t-1")).toMatchObject({
      status: "accepted",
    });
  });
});

/** Overwrites everything inside a value. */
function scramble(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  for (const inner of Object.values(value)) scramble(inner);
  if (Array.isArray(value)) value.length = 0;
  else for (const key of Object.keys(value)) delete (value as Record<string, unknown>)[key];
}
