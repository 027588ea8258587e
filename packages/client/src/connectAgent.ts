import type { AcpStore, ContentBlock, SessionId } from "@acp-store/core";
import type { AuthenticateResponse } from "@agentclientprotocol/sdk";
import type {
  AgentConnection,
  KnownSessionRequest,
  NewSessionResult,
  ReopenedSessionResult,
  SessionRequest,
} from "./agentConnection.js";
import type { AgentMethodName } from "./agentMethods.js";
import { createClientApp } from "./clientApp.js";
import { AcpConnectionError, isAcpConnectionError } from "./errors.js";
import { getProtocolVersions } from "./initialize.js";
import { isolateListenerErrors } from "@acp-store/core/tap";
import type { Link } from "./link.js";
import { createOpenSessions } from "./openSessions.js";
import type { AgentSource, ConnectOptions } from "./options.js";
import { CANCELLED, createPromptQueue } from "./promptQueue.js";
import * as requests from "./requests.js";
import { superviseConnection } from "./supervisor.js";

/**
 * Connects a store to an agent. Agrees on a protocol version, answers the agent's requests from the
 * store, and feeds all traffic into the state. `state.connection` has the status of the connection.
 * If the source is a function, a lost connection is reestablished and its sessions are restored.
 *
 * {@link https://agentclientprotocol.com/protocol/v1/initialization}
 *
 * @throws AcpConnectionError if the agent cannot be reached, does not answer in time, answers with
 * an error, or supports no common protocol version, and if the store already has an open
 * connection.
 *
 * @example
 * ```ts
 * import { connectAgent } from "@acp-store/client";
 * import { createAcpStore } from "@acp-store/core";
 * import { createWebSocketStream } from "@agentclientprotocol/sdk/experimental/ws-client";
 *
 * const store = createAcpStore();
 * const agent = await connectAgent(store, () => createWebSocketStream("ws://127.0.0.1:4317/acp"));
 * const { sessionId } = await agent.newSession({ cwd: "/home/me/project" });
 * const { stopReason } = await agent.prompt(sessionId, "Fix the typo");
 * console.log(stopReason); // "end_turn"
 * ```
 */
export async function connectAgent(
  store: AcpStore,
  source: AgentSource,
  options: ConnectOptions = {},
): Promise<AgentConnection> {
  const sessions = createOpenSessions(store);
  const app = createClientApp(store, options);
  const { restore } = sessions;
  const versions = getProtocolVersions(options);
  const supervisor = await superviseConnection({ store, source, app, options, versions, restore });
  const queue = createPromptQueue(store, (sessionId, prompt, isCancelled) =>
    withLink(async (link) => {
      await sessions.whenRestored(sessionId);
      if (isCancelled()) return CANCELLED;
      return requests.sendPrompt(store, link, sessionId, prompt);
    }),
  );
  void supervisor.closed.then((reason) => queue.close(new AcpConnectionError("closed", reason)));

  /** Sends a request that needs no translation between the protocol versions. */
  function send<Response>(name: AgentMethodName, params: object): Promise<Response> {
    return withLink((link) => requests.sendRequest<Response>(store, link, name, params));
  }

  async function openSession(
    name: "newSession" | "forkSession",
    request: SessionRequest,
  ): Promise<NewSessionResult> {
    const result = await withLink((link) =>
      requests.openSession<NewSessionResult>(store, link, name, request),
    );
    addSession({ ...request, sessionId: result.sessionId });
    return result;
  }

  function addSession(request: KnownSessionRequest): void {
    sessions.add(request);
    queue.addSession(request.sessionId);
  }

  /** Sends a request that ends a session when it succeeds. */
  async function endSession<Response>(
    name: "deleteSession" | "archiveSession",
    sessionId: SessionId,
  ): Promise<Response> {
    const result = await send<Response>(name, { sessionId });
    queue.removeSession(sessionId);
    sessions.remove(sessionId);
    return result;
  }

  async function authenticate(methodId: string): Promise<AuthenticateResponse> {
    supervisor.assertReady();
    const login = requests.findTerminalLogin(store, methodId);
    if (login === undefined) return send("authenticate", { methodId });
    if (options.terminalLogin === undefined)
      throw new AcpConnectionError(
        "unsupported",
        `The sign-in method "${methodId}" needs a terminal. Pass the terminalLogin option to connectAgent.`,
      );
    await options.terminalLogin(login);
    await supervisor.renewLink("The user signed in.");
    return {};
  }

  async function withLink<Result>(request: (link: Link) => Promise<Result>): Promise<Result> {
    const link = await supervisor.getLink();
    try {
      return await request(link);
    } catch (error) {
      throw supervisor.explainError(error, link);
    }
  }

  return {
    newSession: (request) => openSession("newSession", request),
    forkSession: (request) => openSession("forkSession", request),
    async loadSession(request) {
      const result = await withLink((link) => requests.loadSession(store, link, request));
      addSession(request);
      return result;
    },
    async resumeSession(request) {
      const result = await withLink((link) =>
        requests.openSession<ReopenedSessionResult>(store, link, "resumeSession", request),
      );
      addSession(request);
      return result;
    },
    listSessions: (request = {}) => send("listSessions", request),
    deleteSession: (sessionId) => endSession("deleteSession", sessionId),
    archiveSession: (sessionId) => endSession("archiveSession", sessionId),
    unarchiveSession: (sessionId) => send("unarchiveSession", { sessionId }),
    setSessionTitle: (sessionId, title) => send("setSessionTitle", { sessionId, title }),
    getSessionStatus: (sessionId) => send("getSessionStatus", { sessionId }),
    async prompt(sessionId, prompt) {
      supervisor.assertReady();
      return queue.prompt(sessionId, toContentBlocks(prompt));
    },
    async cancel(sessionId) {
      isolateListenerErrors(() => store.cancelTurn(sessionId));
      queue.cancelUnsent(sessionId);
      try {
        await withLink((link) => link.notify("session/cancel", { sessionId }));
      } catch (error) {
        // A lost connection has already ended the turn.
        if (!isAcpConnectionError(error)) throw error;
      }
      app.killCancelledCommands(sessionId);
    },
    cancelToolCall: (sessionId, toolCallId) =>
      withLink((link) => requests.cancelToolCall(store, link, sessionId, toolCallId)),
    cancelTerminal: (sessionId, terminalId) =>
      withLink((link) => requests.cancelTerminal(store, link, sessionId, terminalId)),
    setMode: (sessionId, modeId) => send("setMode", { sessionId, modeId }),
    setModel: (sessionId, modelId) =>
      withLink((link) => requests.setModel(store, link, sessionId, modelId)),
    setConfigOption: (sessionId, configId, value) =>
      withLink((link) => requests.setConfigOption(store, link, sessionId, configId, value)),
    authenticate,
    logout: () => send("logout", {}),
    getAuthStatus: () => send("getAuthStatus", {}),
    listProviders: () => send("listProviders", {}),
    setProvider: (request) => send("setProvider", request),
    disableProvider: (providerId) => send("disableProvider", { providerId }),
    request: (method, params, { signal } = {}) =>
      withLink((link) => link.request<unknown>(method, params, signal)),
    notify: (method, params) => withLink((link) => link.notify(method, params)),
    async closeSession(sessionId) {
      queue.removeSession(sessionId);
      try {
        return await withLink(async (link) => {
          // The response to a pending restore would reopen the session.
          await sessions.whenRestored(sessionId);
          return requests.closeSession(store, link, sessionId);
        });
      } finally {
        sessions.remove(sessionId);
        isolateListenerErrors(() => store.closeSession(sessionId));
      }
    },
    close: (reason = "The connection was closed.") => supervisor.close(reason),
    closed: supervisor.closed,
  };
}

function toContentBlocks(prompt: string | readonly ContentBlock[]): readonly ContentBlock[] {
  return typeof prompt === "string" ? [{ type: "text", text: prompt }] : prompt;
}
