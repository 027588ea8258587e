import { type AgentConnection, type ConnectOptions, connectAgent } from "@acp-store/client";
import { createAcpStore } from "@acp-store/core";
import { afterEach, describe, expect, it, vi } from "vitest";
import { rawAgent, type RawMessage, streamTo } from "./support/streams.js";
import { waitForState } from "./support/storeState.js";

const VERSION_1 = {
  protocolVersion: 1,
  agentCapabilities: {
    loadSession: true,
    sessionCapabilities: { resume: {}, list: {}, close: {} },
  },
};
const VERSION_2 = {
  protocolVersion: 2,
  info: { name: "a", version: "1" },
  capabilities: { session: {} },
};
const knownSession = { sessionId: "s1", cwd: "/w" };

afterEach(() => void vi.useRealTimers());

/** Connects to an agent that only answers `initialize`. The test answers everything else. */
async function connectToSilentAgent(
  options: ConnectOptions = {},
  initializeResult: object = VERSION_1,
) {
  const received: RawMessage[] = [];
  let write = (_message: object): void => {};
  let onReceived = (): void => {};
  const stream = streamTo(
    rawAgent((message, writeMessage) => {
      write = writeMessage;
      if (message.method === "initialize") write({ id: message.id, result: initializeResult });
      else received.push(message);
      onReceived();
    }),
  );
  const store = createAcpStore({ scheduler: "sync" });
  const agent = await connectAgent(store, stream, options);
  return {
    store,
    agent,
    received,
    answer: (method: string, result: object | null) =>
      write({ id: received.findLast((message) => message.method === method)?.id, result }),
    fail: (method: string, code: number) =>
      write({
        id: received.findLast((message) => message.method === method)?.id,
        error: { code, message: "No" },
      }),
    /** Resolves when the agent has received a message with this method. */
    waitFor: (method: string) =>
      new Promise<RawMessage>((resolve) => {
        onReceived = () => {
          const found = received.find((message) => message.method === method);
          if (found) resolve(found);
        };
        onReceived();
      }),
  };
}

/** Resolves with the error of a promise that must reject. */
function errorOf(promise: Promise<unknown>): Promise<Error & { reason?: string }> {
  return promise.then(
    () => {
      throw new Error("The promise was resolved.");
    },
    (error: Error) => error,
  );
}

describe("a request that the agent does not answer", () => {
  it.each([
    ["session/new", 30_000, (agent: AgentConnection) => agent.newSession({ cwd: "/w" })],
    ["session/resume", 30_000, (agent: AgentConnection) => agent.resumeSession(knownSession)],
    ["session/load", 120_000, (agent: AgentConnection) => agent.loadSession(knownSession)],
  ])("rejects with a timeout for %s after %i ms, and is cancelled", async (method, ms, send) => {
    const { agent, received, waitFor } = await connectToSilentAgent();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const failed = errorOf(send(agent));
    await waitFor(method);
    await vi.advanceTimersByTimeAsync(ms - 1);
    expect(received).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    const error = await failed;
    expect(error).toMatchObject({ name: "AcpConnectionError", reason: "timeout" });
    expect(error.message).toBe(`The agent did not answer ${method} within ${ms} ms.`);
    await waitFor("$/cancel_request");
    expect(received[1]?.params).toEqual({ requestId: received[0]?.id });
    expect(vi.getTimerCount()).toBe(0);
  });

  it("gives a version 2 agent the longer time for a replay", async () => {
    const { agent, waitFor } = await connectToSilentAgent({}, VERSION_2);
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const failed = errorOf(agent.loadSession(knownSession));
    await waitFor("session/resume");
    await vi.advanceTimersByTimeAsync(120_000);
    expect((await failed).message).toContain("session/resume within 120000 ms");
  });

  it("uses the time limit of the request, or else of the connection", async () => {
    const { agent } = await connectToSilentAgent({ requestTimeout: 5 });
    const byConnection = await errorOf(agent.newSession({ cwd: "/w" }));
    expect(byConnection.message).toContain("session/new within 5 ms");
    const byRequest = await errorOf(agent.newSession({ cwd: "/w" }, { timeout: 1 }));
    expect(byRequest.message).toContain("session/new within 1 ms");
    expect((await errorOf(agent.listSessions({}, { timeout: 1 }))).reason).toBe("timeout");
  });

  it("waits without a limit when the limit is switched off", async () => {
    const { agent, answer, waitFor } = await connectToSilentAgent({ requestTimeout: false });
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const opened = agent.newSession({ cwd: "/w" });
    await waitFor("session/new");
    expect(vi.getTimerCount()).toBe(0);
    answer("session/new", { sessionId: "s1" });
    expect(await opened).toEqual({ sessionId: "s1" });
  });

  it("quotes the last lines of stderr when the stream knows them", async () => {
    const stream = streamTo(rawAgent(() => {}));
    const getProcessDetails = () => ({ command: "my-agent", stderr: ["loading", "no network"] });
    const error = await errorOf(
      connectAgent(createAcpStore(), { ...stream, getProcessDetails }, { requestTimeout: 1 }),
    );
    expect(error.message).toContain("Its last output on stderr: loading\nno network");
    expect(error).toMatchObject({ command: "my-agent", stderr: ["loading", "no network"] });
  });
});

describe("an aborted request", () => {
  it("rejects with the reason of the signal and is cancelled at the agent", async () => {
    const { agent, received, waitFor } = await connectToSilentAgent();
    const stop = new AbortController();
    const failed = errorOf(agent.listSessions({}, { signal: stop.signal }));
    const request = await waitFor("session/list");
    stop.abort(new Error("Never mind."));
    expect((await failed).message).toBe("Never mind.");
    expect((await waitFor("$/cancel_request")).params).toEqual({ requestId: request.id });
    expect(received).toHaveLength(2);
  });

  it("is not sent when the signal is already aborted", async () => {
    const { agent, received } = await connectToSilentAgent();
    const signal = AbortSignal.abort(new Error("Never mind."));
    const error = await errorOf(agent.newSession({ cwd: "/w" }, { signal }));
    expect(error.message).toBe("Never mind.");
    expect(received).toEqual([]);
  });

  it("closes a session that is created late, also at the agent", async () => {
    const { agent, store, answer, waitFor } = await connectToSilentAgent();
    const stop = new AbortController();
    const failed = errorOf(agent.newSession({ cwd: "/w" }, { signal: stop.signal }));
    await waitFor("session/new");
    stop.abort();
    await failed;
    answer("session/new", { sessionId: "s1" });
    expect((await waitFor("session/close")).params).toEqual({ sessionId: "s1" });
    expect(store.getState().sessions.get("s1")?.closed).toBe(true);
    await expect(agent.prompt("s1", "Go")).rejects.toMatchObject({ reason: "session_closed" });
  });

  it("keeps a session that was open before when it is loaded late", async () => {
    const { agent, store, answer, received, waitFor } = await connectToSilentAgent();
    store.openSession({ sessionId: "s1", cwd: "/w" });
    const stop = new AbortController();
    const failed = errorOf(agent.loadSession(knownSession, { signal: stop.signal }));
    await waitFor("session/load");
    stop.abort();
    await failed;
    answer("session/load", {});
    void agent.listSessions();
    await waitFor("session/list");
    expect(store.getState().sessions.get("s1")).not.toHaveProperty("closed");
    expect(received.map(({ method }) => method)).not.toContain("session/close");
  });
});

describe("resumeSession", () => {
  it("loads the session if the agent does not know the method", async () => {
    const { agent, answer, fail, received, waitFor } = await connectToSilentAgent();
    const resumed = agent.resumeSession(knownSession);
    await waitFor("session/resume");
    fail("session/resume", -32601);
    await waitFor("session/load");
    answer("session/load", {});
    await resumed;
    expect(received.map(({ method }) => method)).toEqual(["session/resume", "session/load"]);
  });

  it("rejects with any other error of the agent", async () => {
    const { agent, fail, received, waitFor } = await connectToSilentAgent();
    const failed = errorOf(agent.resumeSession(knownSession));
    await waitFor("session/resume");
    fail("session/resume", -32002);
    expect(await failed).toMatchObject({ code: -32002 });
    expect(received).toHaveLength(1);
  });
});

describe("a request that cannot be sent", () => {
  it.each(["project", "./project", "../x", "C:project", ""])(
    "rejects the relative directory %j",
    async (cwd) => {
      const { agent, received } = await connectToSilentAgent();
      for (const send of [
        () => agent.newSession({ cwd }),
        () => agent.loadSession({ sessionId: "s1", cwd }),
        () => agent.newSession({ cwd: "/w", additionalDirectories: [cwd] }),
      ]) {
        const error = await errorOf(send());
        expect(error).toMatchObject({ reason: "invalid_request" });
        expect(error.message).toContain(JSON.stringify(cwd));
      }
      expect(received).toEqual([]);
    },
  );

  it.each(["/w", "C:\\w", "c:/w", "\\\\server\\share"])(
    "sends the absolute directory %j",
    async (cwd) => {
      const { agent, waitFor } = await connectToSilentAgent();
      void agent.newSession({ cwd }).catch(() => {});
      expect((await waitFor("session/new")).params).toMatchObject({ cwd });
      await agent.close();
    },
  );

  it("rejects a prompt for a detached session without sending anything", async () => {
    const { agent, store, received } = await connectToSilentAgent();
    store.openSession({ sessionId: "s1", cwd: "/w" });
    store.detachSession("s1", "The agent restarted");
    const error = await errorOf(agent.prompt("s1", "Go"));
    expect(error).toMatchObject({ name: "AcpConnectionError", reason: "detached" });
    expect(error.message).toContain("The agent restarted. Load the session again");
    expect(received).toEqual([]);
  });

  it("leaves the queued prompts of a detached session in the queue", async () => {
    const { agent, store, answer, received, waitFor } = await connectToSilentAgent();
    const opened = agent.newSession({ cwd: "/w" });
    await waitFor("session/new");
    answer("session/new", { sessionId: "s1" });
    await opened;
    store.detachSession("s1", "Gone.");
    store.queuePrompt("s1", [{ type: "text", text: "Later" }]);
    await new Promise((resolve) => setImmediate(resolve));
    expect(received).toHaveLength(1);
    expect(store.getState().sessions.get("s1")?.queue).toHaveLength(1);
    store.openSession({ sessionId: "s1", cwd: "/w" });
    await waitFor("session/prompt");
    await agent.close();
  });
});

describe("a malformed answer", () => {
  it.each([{}, { sessionId: 7 }, null])(
    "rejects newSession and leaves no session: %j",
    async (result) => {
      const { agent, store, answer, waitFor } = await connectToSilentAgent();
      const failed = errorOf(agent.newSession({ cwd: "/w" }));
      await waitFor("session/new");
      answer("session/new", result);
      const error = await failed;
      expect(error).toMatchObject({ name: "AcpConnectionError", reason: "invalid_response" });
      expect(error.message).toBe(
        `The agent answered session/new with ${JSON.stringify(result)}. Expected an object in which "sessionId" is a string.`,
      );
      expect(store.getState().sessions.size).toBe(0);
    },
  );

  it.each([{}, { sessions: {} }, null])("rejects listSessions: %j", async (result) => {
    const { agent, answer, waitFor } = await connectToSilentAgent();
    const failed = errorOf(agent.listSessions());
    await waitFor("session/list");
    answer("session/list", result);
    expect(await failed).toMatchObject({ reason: "invalid_response" });
  });

  it.each([null, {}, { protocolVersion: "1" }])(
    "rejects connectAgent and closes the connection: %j",
    async (result) => {
      const store = createAcpStore();
      const stream = streamTo(rawAgent(({ id }, write) => write({ id, result })));
      const error = await errorOf(connectAgent(store, stream));
      expect(error).toMatchObject({ reason: "invalid_response" });
      expect(error.message).toContain('Expected an object in which "protocolVersion" is a number.');
      expect(store.getState().connection).toMatchObject({
        status: "closed",
        reason: error.message,
      });
    },
  );

  it.each([null, {}, { stopReason: 7 }])(
    "ends a prompt with an unknown stop reason: %j",
    async (result) => {
      const { agent, store, answer, waitFor } = await connectToSilentAgent();
      store.openSession({ sessionId: "s1", cwd: "/w" });
      const prompt = agent.prompt("s1", "Go");
      await waitFor("session/prompt");
      answer("session/prompt", result);
      expect(await prompt).toEqual({ stopReason: "unknown" });
      const { sessions } = await waitForState(
        store,
        (state) => state.sessions.get("s1")?.openTurns.length === 0,
      );
      expect(sessions.get("s1")?.activity).toBe("idle");
    },
  );
});
