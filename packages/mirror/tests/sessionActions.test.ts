import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { AcpMirrorError, MirrorAction, MirrorAgent } from "../src/index.js";
import { ALL_RIGHTS, ask, mirrorOf, outcomeOf, owner, pass, say } from "./support/windows.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const CWD = { cwd: "/project" };
const STEERED = { type: "text" as const, text: "Keep the tests" };
const REWIND = { sessionId: "saved", messageId: "user:1" };

/** An agent that records its requests. Sessions are opened in the store of the owner. */
function recordingAgent(): { agent: MirrorAgent; calls: unknown[] } {
  const calls: unknown[] = [];
  const record =
    (name: string, result: unknown = {}) =>
    async (...args: readonly unknown[]): Promise<unknown> => {
      calls.push([name, ...args]);
      return result;
    };
  const agent: MirrorAgent = {
    sendNow: record("sendNow"),
    setModel: record("setModel"),
    newSession: record("newSession", { sessionId: "s2", modes: null }),
    loadSession: record("loadSession"),
    resumeSession: record("resumeSession"),
    forkSession: record("forkSession", { sessionId: "s3" }),
    rewindSession: record("rewindSession", { sessionId: "s4" }),
    steer: record("steer", { outcome: "queued", id: "prompt-1", other: true }),
    listSessions: record("listSessions", { sessions: [], nextCursor: "page 2" }),
    closeSession: record("closeSession"),
    archiveSession: record("archiveSession"),
    unarchiveSession: record("unarchiveSession"),
    deleteSession: record("deleteSession"),
    setSessionTitle: record("setSessionTitle"),
    authenticate: record("authenticate"),
    logout: record("logout"),
    getAuthStatus: record("getAuthStatus", { status: "signed_in" }),
    request: record("request", { done: true }),
  };
  return { agent, calls };
}

async function connected(agent: MirrorAgent, rights = ALL_RIGHTS) {
  const running = owner({ agent });
  say(running.store, "Hello");
  const mirror = mirrorOf(() => running.host, rights);
  await pass();
  return { ...running, mirror };
}

describe("the actions on sessions and the account", () => {
  it("calls the methods of the agent with validated arguments, and returns the results", async () => {
    const { agent, calls } = recordingAgent();
    const { mirror } = await connected(agent);
    const { actions } = mirror;
    const known = { sessionId: "saved", ...CWD };
    const sent = Promise.all([
      actions.newSession({ ...CWD, additionalDirectories: ["/other"] }),
      actions.forkSession(known),
      actions.rewindSession(REWIND),
      actions.steer("s1", [STEERED], { display: [STEERED] }),
      actions.listSessions({ cwd: "/project", archived: "include" }),
      actions.request("_example/x", { a: 1 }),
      actions.getAuthStatus(),
    ]);
    for (const run of [
      () => actions.loadSession(known),
      () => actions.resumeSession(known),
      () => actions.closeSession("s1"),
      () => actions.archiveSession("saved"),
      () => actions.unarchiveSession("saved"),
      () => actions.deleteSession("saved"),
      () => actions.setSessionTitle("saved", "A title"),
      () => actions.sendNow("s1", "p1"),
      () => actions.setModel("s1", "fast"),
      () => actions.authenticate("key"),
      () => actions.logout(),
    ])
      void run();
    await pass();
    expect(await sent).toEqual([
      { sessionId: "s2", modes: null },
      { sessionId: "s3" },
      { sessionId: "s4" },
      { outcome: "queued", id: "prompt-1" },
      { nextCursor: "page 2" },
      { done: true },
      { status: "signed_in" },
    ]);
    expect(calls).toEqual([
      ["newSession", { ...CWD, additionalDirectories: ["/other"] }],
      ["forkSession", known],
      ["rewindSession", REWIND],
      ["steer", "s1", [STEERED], { display: [STEERED] }],
      ["listSessions", { cwd: "/project", archived: "include" }],
      ["request", "_example/x", { a: 1 }],
      ["getAuthStatus"],
      ["loadSession", known],
      ["resumeSession", known],
      ["closeSession", "s1"],
      ["archiveSession", "saved"],
      ["unarchiveSession", "saved"],
      ["deleteSession", "saved"],
      ["setSessionTitle", "saved", "A title"],
      ["sendNow", "s1", "p1"],
      ["setModel", "s1", "fast"],
      ["authenticate", "key"],
      ["logout"],
    ]);
    mirror.close();
  });

  it("never passes MCP servers of a mirror on, because the agent starts them as programs", async () => {
    const { agent, calls } = recordingAgent();
    const { mirror } = await connected(agent);
    const request = { ...CWD, mcpServers: [{ name: "x", command: "rm", args: [], env: [] }] };
    void mirror.actions.newSession(request);
    await pass();
    expect(calls).toEqual([["newSession", CWD]]);
    mirror.close();
  });

  it("needs a right for each, which sees the session of the request", async () => {
    const asked: MirrorAction[] = [];
    const { agent, calls } = recordingAgent();
    const { mirror } = await connected(agent, {
      sees: (sessionId) => sessionId !== "hidden",
      may: (action) => {
        asked.push(action);
        return false;
      },
    });
    const { actions } = mirror;
    const sent = Promise.all(
      [
        actions.newSession(CWD),
        actions.loadSession({ sessionId: "saved", ...CWD }),
        actions.loadSession({ sessionId: "hidden", ...CWD }),
        actions.deleteSession("hidden"),
        actions.closeSession("not open"),
        actions.authenticate("s1"),
        actions.request("_x", { sessionId: "hidden" }),
        actions.request("_x", { sessionId: "saved" }),
      ].map(outcomeOf),
    );
    await pass();
    expect(await sent).toEqual([
      "forbidden",
      "forbidden",
      "unknown",
      "unknown",
      "unknown",
      "forbidden",
      "unknown",
      "forbidden",
    ]);
    expect(asked.map(({ name, sessionId }) => [name, sessionId])).toEqual([
      ["newSession", undefined],
      ["loadSession", "saved"],
      ["authenticate", undefined],
      ["request", "saved"],
    ]);
    expect(calls).toEqual([]);
    mirror.close();
  });

  it("takes only requests whose method is an extension", async () => {
    const { agent, calls } = recordingAgent();
    const { mirror } = await connected(agent);
    const error = mirror.actions
      .request("session/new", { cwd: "/", mcpServers: [{ name: "x", command: "rm" }] })
      .catch((reason: AcpMirrorError) => reason);
    await pass();
    expect(await error).toMatchObject({
      reason: "invalid",
      message:
        '[acp-store] The arguments of "request" are not valid at "args.0": expected the name of an extension, which begins with "_"',
    });
    expect(calls).toEqual([]);
    mirror.close();
  });

  it("takes only requests for a visible session if others are hidden", async () => {
    const { agent, calls } = recordingAgent();
    const { store, mirror } = await connected(agent, {
      may: () => true,
      sees: (id) => id === "s1",
    });
    say(store, "secret", "hidden");
    const { request } = mirror.actions;
    const sent = Promise.all(
      [
        request("_x", { sessionId: "hidden" }),
        request("_x"),
        request("_x", { sessionId: ["s1"] }),
        request("_x", { params: { sessionId: "s1" } }),
        request("session/prompt", { sessionId: "hidden" }),
        request("_x", { sessionId: "s1" }),
      ].map(outcomeOf),
    );
    await pass();
    expect(await sent).toEqual([
      "unknown",
      "forbidden",
      "forbidden",
      "forbidden",
      "invalid",
      "resolved",
    ]);
    expect(calls).toEqual([["request", "_x", { sessionId: "s1" }]]);
    mirror.close();
  });

  it("sends nothing about hidden sessions in results and errors", async () => {
    const sessions = [{ sessionId: "hidden-id", cwd: "/secret-folder", title: "secret title" }];
    const { store, mirror } = await connected(
      {
        listSessions: async () => ({ sessions, nextCursor: "page 2", _meta: { sessions } }),
        newSession: async () => sessions[0],
        forkSession: async () => sessions[0],
        setMode: () => Promise.reject(new Error("Session hidden-id is busy.")),
        setModel: () => Promise.reject(new Error("Sign in first.")),
      },
      { may: () => true, sees: (id) => id === "s1" },
    );
    say(store, "secret", "hidden-id");
    const { actions } = mirror;
    const page = actions.listSessions({});
    const errors = Promise.all(
      [
        actions.newSession(CWD),
        actions.forkSession({ sessionId: "s1", ...CWD }),
        actions.setMode("s1", "ask"),
        actions.setModel("s1", "fast"),
      ].map((run) => run.catch((error: AcpMirrorError) => [error.reason, error.message])),
    );
    await pass();
    expect(await page).toEqual({ nextCursor: "page 2" });
    expect(await errors).toEqual([
      ["forbidden", expect.stringContaining("may not see it")],
      ["forbidden", expect.stringContaining("may not see it")],
      ["failed", expect.stringContaining("names a session that this mirror may not see")],
      ["failed", "Sign in first."],
    ]);
    const down = mirror.link.sent.down.join("\n");
    expect(down).not.toContain("hidden");
    expect(down).not.toContain("secret");
    mirror.close();
  });

  it("sends no list of sessions as a result to a mirror that sees all", async () => {
    const sessions = [{ sessionId: "listed-session", cwd: "/project" }];
    const { mirror } = await connected({ listSessions: async () => ({ sessions, _meta: {} }) });
    const page = mirror.actions.listSessions({});
    await pass();
    expect(await page).toEqual({});
    expect(mirror.link.sent.down.join("\n")).not.toContain("listed-session");
    mirror.close();
  });

  it("reports the code with which the agent has refused", async () => {
    const error = Object.assign(new Error("Sign in first."), { code: -32000 });
    const { mirror } = await connected({ newSession: () => Promise.reject(error) });
    const sent = mirror.actions.newSession(CWD).catch((reason: AcpMirrorError) => reason);
    await pass();
    expect(await sent).toMatchObject({
      reason: "failed",
      code: -32000,
      message: "Sign in first.",
    });
    mirror.close();
  });

  it("fails if the owner does not return the id of a new session", async () => {
    const { mirror } = await connected({ newSession: () => Promise.resolve({}) });
    const sent = outcomeOf(mirror.actions.newSession(CWD));
    await pass();
    expect(await sent).toBe("failed");
    mirror.close();
  });
});

it("has the changes of an action in its state when the action resolves", async () => {
  const running = owner({
    batchMs: 10_000,
    agent: {
      async newSession() {
        running.store.ingest({
          sessionId: "s2",
          update: { sessionUpdate: "session_info_update", title: "New" },
        });
        return { sessionId: "s2" };
      },
    },
  });
  say(running.store, "Hello");
  const mirror = mirrorOf(() => running.host);
  await pass();
  const created = mirror.actions
    .newSession(CWD)
    .then(({ sessionId }) => mirror.getState().sessions.get(sessionId)?.info.title);
  await pass(50);
  expect(await created).toBe("New");
  mirror.close();
});

it("marks a session as read in the store", async () => {
  const { store, mirror } = await connected({});
  const isUnread = (): boolean | undefined => store.getState().catalog.get("s1")?.unread;
  store.openSession({ sessionId: "s1", cwd: "/project" });
  ask(store);
  expect(isUnread()).toBe(true);
  mirror.markSessionRead("s1");
  await pass();
  expect(isUnread()).toBeUndefined();
  mirror.close();
});

describe("a saved session without its content", () => {
  const saved = { sessionId: "saved", ...CWD };

  async function withSaved(agent: MirrorAgent, rights = ALL_RIGHTS) {
    const running = await connected(agent, rights);
    const catalog = new Map([["saved", { ...saved, saved: true as const, unread: true as const }]]);
    const { store } = running;
    store.restoreSession({
      ...store.getState(),
      sessions: new Map(),
      elicitations: new Map(),
      catalog,
    });
    await pass();
    return running;
  }

  it("is restored for a mirror that sees it, which needs no other right", async () => {
    const { agent, calls } = recordingAgent();
    const restoreSession = vi.fn(async () => true);
    const { mirror } = await withSaved({ ...agent, restoreSession }, { sees: () => true });
    const loaded = mirror.actions.loadSession(saved);
    await pass();
    expect(await loaded).toEqual({});
    expect(restoreSession).toHaveBeenCalledExactlyOnceWith("saved");
    expect(calls).toEqual([]);
  });

  it("is not restored for a mirror that does not see it", async () => {
    const restoreSession = vi.fn(async () => true);
    const { mirror } = await withSaved({ restoreSession }, { sees: (id) => id !== "saved" });
    const loaded = outcomeOf(mirror.actions.loadSession(saved));
    await pass();
    expect(await loaded).toBe("unknown");
    expect(restoreSession).not.toHaveBeenCalled();
  });

  it.each([
    ["with the right to load sessions", { may: () => true }, { calls: 1, outcome: "resolved" }],
    ["only", {}, { calls: 0, outcome: "forbidden" }],
  ])("is loaded if it cannot be read, by a mirror %s", async (_, rights, expected) => {
    const { agent, calls } = recordingAgent();
    const restoreSession = () => Promise.reject(new Error("Damaged."));
    const { mirror } = await withSaved({ ...agent, restoreSession }, rights);
    const loaded = outcomeOf(mirror.actions.loadSession(saved));
    await pass();
    expect(await loaded).toBe(expected.outcome);
    expect(calls).toHaveLength(expected.calls);
  });

  it("is marked as read, and gets requests, but no changes of its content", async () => {
    const { agent, calls } = recordingAgent();
    const { mirror, store } = await withSaved(agent);
    const results = Promise.all([
      outcomeOf(mirror.actions.markSessionRead("saved")),
      outcomeOf(mirror.actions.setModel("saved", "fast")),
      outcomeOf(mirror.actions.releaseQueue("saved")),
    ]);
    await pass();
    expect(await results).toEqual(["resolved", "resolved", "unknown"]);
    expect(calls).toEqual([["setModel", "saved", "fast"]]);
    expect(store.getState().catalog.get("saved")).not.toHaveProperty("unread");
    expect(store.getState().sessions.has("saved")).toBe(false);
  });
});
