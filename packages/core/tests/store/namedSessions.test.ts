import { createAcpStore } from "@acp-store/core";
import { describe, expect, it } from "vitest";
import { type TrackedStore, trackedStore } from "../support/trackedStore.js";

const update = { sessionUpdate: "tool_call", toolCallId: "c1", title: "Read" };
const options = [{ optionId: "yes", name: "Yes", kind: "allow_once" }] as const;

function limitedStore(protocolVersion: 1 | 2 = 1): TrackedStore {
  return trackedStore({ protocolVersion, limits: { namedSessions: 2 } });
}

/** Sends an update for a session. Returns whether it was accepted. */
function send(store: TrackedStore, sessionId: string): boolean {
  return store.ingest({ sessionId, update }).accepted;
}

function sendAll(store: TrackedStore, ...sessionIds: string[]): boolean[] {
  return sessionIds.map((sessionId) => send(store, sessionId));
}

describe("sessions that only the agent has named", () => {
  it("rejects them beyond the limit", () => {
    const store = limitedStore();
    expect(sendAll(store, "a", "b")).toEqual([true, true]);
    const frame = {
      dir: "recv",
      msg: { method: "session/update", params: { sessionId: "c", update } },
    };
    expect(store.observe(frame as never)).toEqual({
      accepted: false,
      diagnostics: [
        {
          code: "too_many_sessions",
          path: ["msg", "params", "sessionId"],
          message:
            "Expected a session that was opened, because there are 2 others already, which is limits.namedSessions. This was rejected.",
          value: "c",
        },
      ],
    });
    expect([...store.getState().sessions.keys()]).toEqual(["a", "b"]);
    expect(sendAll(store, "a", "b", "c")).toEqual([true, true, false]);
  });

  it("accepts 1,000 of them by default", () => {
    const store = createAcpStore();
    for (let index = 0; index < 1001; index++) store.ingest({ sessionId: `s${index}`, update });
    expect(store.getState().sessions.size).toBe(1000);
  });

  it("does not count them if their first message was rejected", () => {
    const store = limitedStore();
    for (const sessionId of ["a", "b", "c"])
      store.ingest({ sessionId, update: { sessionUpdate: 1 } });
    expect(sendAll(store, "d", "e", "f")).toEqual([true, true, false]);
  });

  it("frees their places when they are closed or deleted", () => {
    const store = limitedStore();
    sendAll(store, "a", "b");
    store.closeSession("a");
    expect(sendAll(store, "c", "d")).toEqual([true, false]);
    store.observe({
      dir: "sent",
      msg: { id: 1, method: "session/delete", params: { sessionId: "b" } },
    });
    store.observe({ dir: "recv", msg: { id: 1, result: {} } });
    expect(sendAll(store, "d", "e")).toEqual([true, false]);
  });

  it("does not count them after the application has opened them", () => {
    const store = limitedStore();
    sendAll(store, "a", "b");
    store.openSession({ sessionId: "a" });
    expect(sendAll(store, "c", "d")).toEqual([true, false]);
    store.startTurn("b");
    expect(sendAll(store, "d", "e")).toEqual([true, false]);
  });
});

describe("sessions that do not count", () => {
  it("includes those that the application opens or uses", async () => {
    const store = limitedStore();
    sendAll(store, "a", "b");
    store.openSession({ sessionId: "opened" });
    store.startTurn("prompted");
    store.queuePrompt("queued", []);
    await store.replay("replayed", async () => {});
    const requests = ["session/new", "session/load", "session/resume", "session/fork"];
    requests.forEach((method, id) => {
      const params = { cwd: "/w", mcpServers: [], sessionId: method };
      store.observe({ dir: "sent", msg: { id, method, params } });
      store.observe({ dir: "recv", msg: { id, result: { sessionId: method } } });
    });
    const ids = ["opened", "prompted", "queued", "replayed", ...requests];
    expect(sendAll(store, ...ids)).toEqual(ids.map(() => true));
    expect(send(store, "c")).toBe(false);
  });

  it("includes subagents, until their parent is closed", () => {
    const store = limitedStore(2);
    const subagent = (sessionId: string, child: string): boolean =>
      store.ingest({
        sessionId,
        update: { sessionUpdate: "subagent_update", sessionId: child, state: { state: "running" } },
      }).accepted;
    store.openSession({ sessionId: "opened" });
    const call = { ...update, sessionUpdate: "tool_call_update" };
    for (const sessionId of ["a", "child", "c"]) store.ingest({ sessionId, update: call });
    expect(subagent("opened", "child")).toBe(true);
    expect(subagent("a", "other")).toBe(false);
    expect(subagent("c", "grandchild")).toBe(false);
    expect([...store.getState().sessions.keys()]).toEqual(["opened", "a", "child"]);
    store.closeSession("opened");
    expect(subagent("a", "other")).toBe(true);
    expect(subagent("a", "another")).toBe(false);
    expect(subagent("a", "other")).toBe(true);
  });

  it("includes those of the initial state", () => {
    const before = limitedStore();
    sendAll(before, "a", "b");
    const store = trackedStore({ initialState: before.getState(), limits: { namedSessions: 1 } });
    expect(sendAll(store, "a", "c", "d")).toEqual([true, true, false]);
  });
});

describe("a request for a session beyond the limit", () => {
  it("asks nobody for permission, and is cancelled", async () => {
    const store = limitedStore();
    sendAll(store, "a", "b");
    const params = { sessionId: "c", toolCall: { toolCallId: "c1", title: "Run" }, options };
    const msg = { id: 1, method: "session/request_permission", params };
    expect(store.observe({ dir: "recv", msg })).toMatchObject({
      accepted: false,
      diagnostics: [{ code: "too_many_sessions", path: ["msg", "params", "sessionId"] }],
    });
    const codes: string[] = [];
    store.inspect((record) => {
      if (record.type === "diagnostic") codes.push(record.diagnostic.code);
    });
    const cancelled = { outcome: { outcome: "cancelled" } };
    expect(await store.requestPermission(params, { requestId: 1 })).toEqual(cancelled);
    expect(await store.requestPermission(params)).toEqual(cancelled);
    expect(codes).toEqual(["too_many_sessions", "too_many_sessions"]);
    expect(store.getState().sessions.has("c")).toBe(false);
  });

  it("asks nobody for input, and is cancelled", async () => {
    const store = limitedStore();
    sendAll(store, "a", "b");
    const requestedSchema = { type: "object", properties: {} } as const;
    const params = { sessionId: "c", mode: "form", message: "Name?", requestedSchema } as const;
    const msg = { id: 1, method: "elicitation/create", params };
    expect(store.observe({ dir: "recv", msg }).accepted).toBe(false);
    expect(await store.requestElicitation(params, { requestId: 1 })).toEqual({ action: "cancel" });
    expect(store.getState().elicitations.size).toBe(0);
  });

  it("shows no terminal", () => {
    const store = limitedStore();
    sendAll(store, "a", "b");
    const params = { sessionId: "c", command: "ls" };
    const request = { id: 1, method: "terminal/create", params };
    expect(store.observe({ dir: "recv", msg: request }).accepted).toBe(false);
    store.observe({ dir: "sent", msg: { id: 1, result: { terminalId: "t1" } } });
    store.reportTerminal("c", "t1", { output: "a" });
    expect(store.getState().sessions.has("c")).toBe(false);
  });

  it("is answered by the user if its session takes the last place", async () => {
    const store = limitedStore();
    const params = { sessionId: "a", toolCall: { toolCallId: "c1", title: "Run" }, options };
    const answer = store.requestPermission(params);
    expect(sendAll(store, "b", "c")).toEqual([true, false]);
    const [id = ""] = store.getState().sessions.get("a")?.pendingPermissions ?? [];
    store.respondToPermission(id, "yes");
    expect(await answer).toEqual({ outcome: { outcome: "selected", optionId: "yes" } });
  });
});
