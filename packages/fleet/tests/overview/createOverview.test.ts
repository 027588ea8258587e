import { type AcpStore, createAcpStore } from "@acp-store/core";
import {
  AcpFleetError,
  createOverview,
  isAcpFleetError,
  parseSessionKey,
  sessionKey,
} from "@acp-store/fleet";
import { describe, expect, it, vi } from "vitest";

const options = [{ optionId: "yes", name: "Yes", kind: "allow_once" }];

function ask(store: AcpStore, sessionId: string): void {
  void store.requestPermission({
    sessionId,
    toolCall: { toolCallId: "c1", title: "Run" },
    options,
  });
}

function openSession(store: AcpStore, sessionId: string): void {
  store.observe({
    dir: "sent",
    msg: { jsonrpc: "2.0", id: sessionId, method: "session/new", params: { cwd: "/w" } },
  });
  store.observe({ dir: "recv", msg: { jsonrpc: "2.0", id: sessionId, result: { sessionId } } });
}

function say(store: AcpStore, sessionId: string): void {
  const content = { type: "text", text: "Hi" };
  store.ingest({ sessionId, update: { sessionUpdate: "agent_message_chunk", content } });
}

/** An overview of agents `a-1`, `a-2`, …, each with open sessions, and the calls of its listener. */
function overviewOf(agents: number, sessions: number) {
  const overview = createOverview();
  const stores = Array.from({ length: agents }, () => createAcpStore({ scheduler: "sync" }));
  for (const [index, store] of stores.entries()) {
    for (let count = 1; count <= sessions; count++) openSession(store, `s${count}`);
    overview.add(`a-${index + 1}`, store);
  }
  overview.getState();
  const listener = vi.fn();
  overview.subscribe(listener);
  return { overview, stores, listener };
}

describe("createOverview", () => {
  it("is empty without agents", () => {
    expect(createOverview().getState()).toEqual({
      inbox: [],
      sessions: [],
      counts: { waiting: 0, failed: 0, finished: 0, working: 0 },
      usage: {},
    });
  });

  it("calls its listeners once for all changes of one task", async () => {
    const { overview, stores, listener } = overviewOf(3, 1);
    const before = overview.getState();
    await Promise.resolve();
    for (const store of stores) ask(store, "s1");
    expect(listener).not.toHaveBeenCalled();
    await Promise.resolve();
    expect(listener).toHaveBeenCalledOnce();
    expect(listener).toHaveBeenCalledWith(overview.getState(), before);
    expect(overview.getState().counts).toMatchObject({ waiting: 3 });
  });

  it("calls no listener while it is read", async () => {
    const { overview, stores, listener } = overviewOf(1, 1);
    for (const store of stores) ask(store, "s1");
    expect(overview.getState().counts).toMatchObject({ waiting: 1 });
    expect(listener).not.toHaveBeenCalled();
    const late = vi.fn();
    overview.subscribe(late);
    await Promise.resolve();
    expect(listener).toHaveBeenCalledOnce();
    expect(late).not.toHaveBeenCalled();
  });

  it("recomputes nothing while 50 agents with 20 sessions each stream", async () => {
    const { overview, stores, listener } = overviewOf(50, 20);
    const reads = stores.map((store) => vi.spyOn(store, "getState"));
    const before = overview.getState();
    for (const store of stores) for (let count = 1; count <= 20; count++) say(store, `s${count}`);
    await Promise.resolve();
    expect(overview.getState()).toBe(before);
    expect(listener).not.toHaveBeenCalled();
    for (const read of reads) expect(read).not.toHaveBeenCalled();
  });

  it("keeps the rows of other agents and sessions when one changes", () => {
    const { overview, stores } = overviewOf(2, 2);
    for (const store of stores) for (const id of ["s1", "s2"]) ask(store, id);
    const before = new Map(overview.getState().inbox.map((row) => [row.key, row]));
    const [store] = stores;
    const { pendingPermissions = [] } = store?.getState().sessions.get("s2") ?? {};
    store?.respondToPermission(pendingPermissions[0] ?? "", "yes");
    const { inbox } = overview.getState();
    expect(inbox.map(({ key, kind }) => `${key} ${kind}`).sort()).toEqual([
      "a-1/s1 waiting",
      "a-1/s2 finished",
      "a-2/s1 waiting",
      "a-2/s2 waiting",
    ]);
    const changed = inbox.filter((row) => row !== before.get(row.key)).map(({ key }) => key);
    expect(changed).toEqual(["a-1/s2"]);
  });

  it("lists the requests of a subagent under the session that started it", () => {
    const { overview, stores } = overviewOf(1, 1);
    const [store] = stores as [AcpStore];
    store.ingest({
      sessionId: "s1",
      update: { sessionUpdate: "subagent_update", sessionId: "child" },
    });
    store.ingest({
      sessionId: "child",
      update: { sessionUpdate: "subagent_update", sessionId: "grandchild" },
    });
    ask(store, "grandchild");
    ask(store, "s1");
    expect(overview.getState().inbox).toMatchObject([
      {
        kind: "waiting",
        key: "a-1/s1",
        permissions: [{ sessionId: "grandchild" }, { sessionId: "s1" }],
      },
    ]);
  });

  it("removes the rows of an agent that is removed, and does not follow it anymore", async () => {
    const overview = createOverview();
    const store = createAcpStore({ scheduler: "sync" });
    const remove = overview.add("a", store);
    openSession(store, "s1");
    ask(store, "s1");
    expect(overview.getState().inbox).toHaveLength(1);
    remove();
    remove();
    expect(overview.getState()).toMatchObject({ inbox: [], sessions: [] });
    store.cancelTurn("s1");
    overview.add("a", store);
    expect(overview.getState().sessions).toHaveLength(1);
  });

  it("refuses ids that separate badly, and a second agent with the same id", () => {
    const overview = createOverview();
    overview.add("a", createAcpStore());
    for (const id of ["", "A", "a/b", "1", "a b"])
      expect(() => overview.add(id, createAcpStore())).toThrow(AcpFleetError);
    expect(() => overview.add("a", createAcpStore())).toThrow('has an agent "a" already');
    expect(overview.add("claude-code-2", createAcpStore())).toBeTypeOf("function");
  });
});

describe("sessionKey", () => {
  it("names a session with any characters in its id, and is read back", () => {
    for (const sessionId of ["s1", "a/b", "", "ü \n"])
      expect(parseSessionKey(sessionKey({ agentId: "gemini", sessionId }))).toEqual({
        agentId: "gemini",
        sessionId,
      });
  });

  it.each(["", "gemini", "/s1", "Gemini/s1"])("refuses the text %j", (key) => {
    try {
      parseSessionKey(key);
      expect.unreachable();
    } catch (error) {
      expect(isAcpFleetError(error) && error.reason).toBe("invalid_key");
    }
  });
});
