import { type AgentAuth, deserialize, type Frame, serialize } from "@acp-store/core";
import { describe, expect, it } from "vitest";
import { observeCleanly, recv, sent } from "../support/frames.js";
import { expectToFold } from "../support/refolded.js";
import { codes, trackedStore } from "../support/trackedStore.js";

const AUTH_REQUIRED = { code: -32000, message: "Run `agent login` first" };
const REFUSED = { code: -32603, message: "Wrong key" };

/** The names of the requests in each version. */
const METHODS = {
  1: { signIn: "authenticate", signOut: "logout" },
  2: { signIn: "auth/login", signOut: "auth/logout" },
} as const;

function connection(protocolVersion: 1 | 2, now = () => 1) {
  const store = trackedStore({ protocolVersion, now });
  const { signIn, signOut } = METHODS[protocolVersion];
  const observe = (...frames: Frame[]): void => {
    for (const frame of frames) observeCleanly(store, frame);
  };
  const authenticate = (id: number, methodId = "key") =>
    sent({ id, method: signIn, params: { methodId } });
  const newSession = (id: number) => sent({ id, method: "session/new", params: { cwd: "/w" } });
  return {
    store,
    observe,
    authenticate,
    newSession,
    logout: (id: number) => sent({ id, method: signOut, params: {} }),
    refused: (id: number, error: object = REFUSED) => recv({ id, error }),
    accepted: (id: number, result: object = {}) => recv({ id, result }),
    auth: () => stepOf(store.getState().agent.auth),
    since: () => store.getState().agent.auth?.since,
  };
}

function stepOf(auth: AgentAuth | undefined) {
  if (auth === undefined) return undefined;
  const { since: _since, ...step } = auth;
  return step;
}

const statusUpdate = (state: string, accounts?: readonly object[]) =>
  recv({ method: "auth/status_update", params: { state, ...(accounts && { accounts }) } });

describe.each([1, 2] as const)("the sign-in state of version %s", (version) => {
  it("is required when the agent refuses a request that needs a sign-in", () => {
    const { store, observe, newSession, refused, auth } = connection(version);
    expect(auth()).toBeUndefined();
    observe(newSession(1), refused(1, AUTH_REQUIRED));
    expect(auth()).toEqual({ status: "required", error: AUTH_REQUIRED });
    expectToFold(store, version);
  });

  it("is required when the agent refuses a request that the store does not know", () => {
    const { observe, refused, auth } = connection(version);
    observe(sent({ id: 1, method: "_models/list", params: {} }), refused(1, AUTH_REQUIRED));
    expect(auth()?.status).toBe("required");
  });

  it("does not change when the agent refuses a request for another reason", () => {
    const { observe, newSession, refused, auth } = connection(version);
    observe(newSession(1), refused(1));
    expect(auth()).toBeUndefined();
  });

  it("is in progress until the agent responds, and then done", () => {
    const { store, observe, authenticate, accepted, auth } = connection(version);
    observe(authenticate(1));
    expect(auth()).toEqual({ status: "in_progress", methodId: "key" });
    observe(accepted(1));
    expect(auth()).toEqual({ status: "done", methodId: "key" });
    expectToFold(store, version);
  });

  it("is failed with the error when the agent refuses the sign-in", () => {
    const { store, observe, authenticate, refused, auth } = connection(version);
    observe(authenticate(1), refused(1, AUTH_REQUIRED));
    expect(auth()).toEqual({ status: "failed", methodId: "key", error: AUTH_REQUIRED });
    expectToFold(store, version);
  });

  it("stays in progress when the agent refuses a request that was sent before", () => {
    const { observe, newSession, authenticate, refused, auth } = connection(version);
    observe(newSession(1), authenticate(2), refused(1, AUTH_REQUIRED));
    expect(auth()).toEqual({ status: "in_progress", methodId: "key" });
  });

  it("follows the newest sign-in when an older one fails", () => {
    const { observe, authenticate, refused, accepted, auth } = connection(version);
    observe(authenticate(1, "old"), authenticate(2, "new"), refused(1));
    expect(auth()).toEqual({ status: "in_progress", methodId: "new" });
    observe(accepted(2));
    expect(auth()).toEqual({ status: "done", methodId: "new" });
  });

  it("is required after a logout, without the accounts", () => {
    const { store, observe, authenticate, accepted, logout, refused, auth } = connection(version);
    observe(authenticate(1), accepted(1), statusUpdate("authenticated", [{ label: "Max" }]));
    observe(logout(2), refused(2));
    expect(auth()?.status).toBe("done");
    observe(logout(3), accepted(3));
    expect(auth()).toEqual({ status: "required" });
    expectToFold(store, version);
  });

  it("has the time since which a sign-in is missing, even if signing in fails", () => {
    let time = 0;
    const { store, observe, newSession, authenticate, refused, accepted, since } = connection(
      version,
      () => time,
    );
    const sinceAt = (at: number, ...frames: Frame[]): number | undefined => {
      time = at;
      observe(...frames);
      return since();
    };
    expect(sinceAt(10, newSession(1), refused(1, AUTH_REQUIRED))).toBe(10);
    expect(sinceAt(20, newSession(2), refused(2, AUTH_REQUIRED))).toBe(10);
    expect(sinceAt(30, statusUpdate("unauthenticated"))).toBe(10);
    expect(sinceAt(40, authenticate(3))).toBe(40);
    expect(sinceAt(50, refused(3))).toBe(50);
    expect(sinceAt(60, newSession(4), refused(4, AUTH_REQUIRED))).toBe(50);
    expect(sinceAt(70, authenticate(5), accepted(5))).toBe(70);
    expectToFold(store, version);
  });

  it("is done when a session opens after a sign-in outside of the protocol", () => {
    const { observe, newSession, refused, accepted, auth } = connection(version);
    observe(newSession(1), refused(1, AUTH_REQUIRED), newSession(2));
    expect(auth()?.status).toBe("required");
    observe(accepted(2, { sessionId: "s1" }));
    expect(auth()).toEqual({ status: "done" });
  });

  it("stays required while a session is only being resumed", () => {
    const { observe, newSession, refused, auth } = connection(version);
    observe(newSession(1), refused(1, AUTH_REQUIRED));
    observe(sent({ id: 2, method: "session/resume", params: { sessionId: "s1", cwd: "/w" } }));
    expect(auth()?.status).toBe("required");
  });

  it.each([
    ["authenticated", "done"],
    ["unauthenticated", "required"],
    ["not_required", "not_required"],
  ])("takes the state %s from auth/status and auth/status_update as %s", (state, status) => {
    const asked = connection(version);
    asked.observe(sent({ id: 1, method: "auth/status", params: {} }), asked.accepted(1, { state }));
    const told = connection(version);
    told.observe(statusUpdate(state));
    expect([asked.auth(), told.auth()]).toEqual([{ status }, { status }]);
    expectToFold(told.store, version);
  });

  it("does not change when the agent reports an unknown state", () => {
    const { observe, authenticate, accepted, auth } = connection(version);
    observe(statusUpdate("unknown"));
    expect(auth()).toBeUndefined();
    observe(authenticate(1), accepted(1), statusUpdate("_odd"));
    expect(auth()).toEqual({ status: "done", methodId: "key" });
  });

  it("keeps a sign-in in progress when the agent reports that nobody is signed in", () => {
    const { observe, authenticate, auth } = connection(version);
    observe(authenticate(1), statusUpdate("unauthenticated"));
    expect(auth()).toEqual({ status: "in_progress", methodId: "key" });
  });

  it("has the accounts that the agent reported last", () => {
    const { store, observe, authenticate, auth } = connection(version);
    const account = { label: "Max", active: true, email: "ada@example.com" };
    observe(statusUpdate("authenticated", [account]));
    expect(auth()).toEqual({ status: "done", accounts: [account] });
    const before = store.getState();
    observe(statusUpdate("authenticated", [structuredClone(account)]));
    expect(store.getState()).toBe(before);
    observe(authenticate(1));
    expect(auth()).toEqual({ status: "in_progress", methodId: "key", accounts: [account] });
    observe(statusUpdate("authenticated"));
    expect(auth()).toEqual({ status: "done" });
  });

  it("ignores a malformed report", () => {
    const { store, auth } = connection(version);
    const result = store.observe(recv({ method: "auth/status_update", params: { state: 7 } }));
    expect(result.accepted).toBe(false);
    expect(codes(result)).toEqual(["invalid_message"]);
    expect(result.diagnostics[0]?.path).toEqual(["msg", "params", "state"]);
    expect(auth()).toBeUndefined();
  });

  it("is failed when the connection is lost during the sign-in", () => {
    const { store, observe, authenticate, auth } = connection(version);
    observe(authenticate(1));
    store.disconnect("The agent exited.");
    const error = { message: "The agent exited." };
    expect(auth()).toEqual({ status: "failed", methodId: "key", error });
    expectToFold(store, version);
  });

  it("is unknown again after the next initialization", () => {
    const { store, observe, authenticate, accepted, auth } = connection(version);
    observe(authenticate(1), accepted(1));
    store.disconnect();
    expect(auth()?.status).toBe("done");
    const params = { protocolVersion: version };
    const result = { ...params, info: { name: "agent", version: "1" } };
    observe(sent({ id: 0, method: "initialize", params }), accepted(0, result));
    expect(auth()).toBeUndefined();
  });

  it("survives serialization", () => {
    const { store, observe, newSession, refused } = connection(version);
    observe(newSession(1), refused(1, AUTH_REQUIRED));
    const restored = deserialize(JSON.parse(JSON.stringify(serialize(store.getState()))));
    expect(restored.agent).toEqual(store.getState().agent);
  });
});

it("fails the turn of a prompt that needs a sign-in, and requires the sign-in", () => {
  const { store, observe, refused, auth } = connection(1);
  observe(sent({ id: 1, method: "session/prompt", params: { sessionId: "s1", prompt: [] } }));
  observe(refused(1, AUTH_REQUIRED));
  const [turn] = store.getState().sessions.get("s1")?.turns.values() ?? [];
  expect(turn).toMatchObject({ status: "failed", error: AUTH_REQUIRED });
  expect(auth()?.status).toBe("required");
});
