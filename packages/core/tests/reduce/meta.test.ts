import { deserialize, serialize } from "@acp-store/core";
import { describe, expect, it } from "vitest";
import { recv, sent, storeAfterFrames } from "../support/frames.js";
import { codes, session, trackedStore } from "../support/trackedStore.js";

const COMMANDS = { sessionUpdate: "available_commands_update", availableCommands: [] };
const PLAN = {
  sessionUpdate: "plan_update",
  plan: { type: "items", planId: "p", entries: [], _meta: { of: "plan" } },
};
const BOTH: object[] = [
  COMMANDS,
  PLAN,
  { sessionUpdate: "plan_removed", planId: "p" },
  { sessionUpdate: "config_option_update", configOptions: [] },
];
const UPDATES = {
  1: [...BOTH, { sessionUpdate: "current_mode_update", currentModeId: "ask" }],
  2: [...BOTH, { sessionUpdate: "state_update", state: "running" }],
} as const;

describe.each([1, 2] as const)("metadata in version %i", (version) => {
  it("is kept by the kind of update", () => {
    const store = trackedStore({ protocolVersion: version });
    const expected: Record<string, unknown> = {};
    for (const update of UPDATES[version]) {
      const kind = String(Reflect.get(update, "sessionUpdate"));
      const _meta = { of: kind };
      expect(store.update({ ...update, _meta })).toEqual({ accepted: true, diagnostics: [] });
      expected[kind] = _meta;
    }
    expect(session(store).updateMeta).toEqual(expected);
  });

  it("replaces the metadata of the previous update of the same kind", () => {
    const store = trackedStore({ protocolVersion: version });
    for (const _meta of [{ a: 1 }, { b: 2 }]) store.update({ ...COMMANDS, _meta });
    expect(session(store).updateMeta).toEqual({ available_commands_update: { b: 2 } });
    const before = store.getState();
    for (const _meta of [{ b: 2 }, null, undefined]) store.update({ ...COMMANDS, _meta });
    expect(store.getState()).toBe(before);
  });

  it("keeps that of a notification apart from that of its update", () => {
    const store = trackedStore({ protocolVersion: version });
    const update = { sessionUpdate: "tool_call_update", toolCallId: "c", _meta: { of: "call" } };
    store.ingest({ sessionId: "s1", update, _meta: { trace: 1 } });
    expect(session(store).updateMeta).toEqual({ "session/update": { trace: 1 } });
    expect(session(store).toolCalls.get("c")?._meta).toEqual({ of: "call" });
  });

  it("ignores and reports that of a notification if it is malformed", () => {
    const store = trackedStore({ protocolVersion: version });
    const result = store.ingest({ sessionId: "s1", update: COMMANDS, _meta: 1 });
    expect(result.accepted).toBe(true);
    expect(codes(result)).toEqual(["invalid_field"]);
    expect(result.diagnostics[0]?.path).toEqual(["_meta"]);
    expect(session(store)).not.toHaveProperty("updateMeta");
  });

  it("does not keep that of a rejected update", () => {
    const store = trackedStore({ protocolVersion: version });
    const update = { sessionUpdate: "plan_update" };
    expect(store.ingest({ sessionId: "s1", update, _meta: { a: 1 } }).accepted).toBe(false);
    expect(store.getState().sessions.size).toBe(0);
  });

  it("is kept for the results that open a session", () => {
    const setup = { cwd: "/w", mcpServers: [] };
    const store = storeAfterFrames(
      version,
      sent({ id: 0, method: "session/new", params: setup }),
      recv({ id: 0, result: { sessionId: "s1", _meta: { by: "new" } } }),
    );
    expect(session(store)._meta).toEqual({ by: "new" });
    for (const method of ["session/load", "session/resume"]) {
      store.observe(sent({ id: 1, method, params: { sessionId: "s1", ...setup } }));
      expect(session(store)._meta).not.toEqual({ by: method });
      store.observe(recv({ id: 1, result: { _meta: { by: method } } }));
      expect(session(store)._meta).toEqual({ by: method });
    }
    const saved = deserialize(JSON.parse(JSON.stringify(serialize(store.getState()))));
    expect(saved.sessions.get("s1")?._meta).toEqual({ by: "session/resume" });
    store.closeSession("s1");
    expect(session(store)).not.toHaveProperty("_meta");
  });

  it("is kept for the result of initialize", () => {
    const named = { name: "agent", version: "1" };
    const result =
      version === 1
        ? { protocolVersion: 1, agentInfo: named, agentCapabilities: {}, authMethods: [] }
        : { protocolVersion: 2, info: named, capabilities: {}, authMethods: [] };
    const store = storeAfterFrames(
      version,
      sent({ id: 0, method: "initialize", params: { protocolVersion: version } }),
      recv({ id: 0, result: { ...result, _meta: { a: 1 } } }),
    );
    expect(store.getState().agent._meta).toEqual({ a: 1 });
  });
});

it("takes the metadata of a response that the application passes to openSession", () => {
  const store = trackedStore();
  store.openSession({ sessionId: "s1", _meta: { a: 1 } });
  expect(session(store)._meta).toEqual({ a: 1 });
});
