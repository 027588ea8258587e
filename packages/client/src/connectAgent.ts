import type { AcpStore, ContentBlock, SessionId } from "@acp-store/core";
import type { AgentMethodName } from "@acp-store/core/actions";
import type { AuthenticateResponse } from "@agentclientprotocol/sdk";
import type { AgentConnection } from "./agentConnection.js";
import { createClientApp } from "./clientApp.js";
import { createCancelTimeouts } from "./cancelTimeouts.js";
import { AcpConnectionError, describeError, isAcpConnectionError } from "./errors.js";
import { getProtocolVersions } from "./initialize.js";
import { isolateListenerErrors } from "@acp-store/core/tap";
import { type RpcConnection, limitRpc } from "./rpcConnection.js";
import { isObject } from "./isObject.js";
import { createOpenSessions, type OpenSessions } from "./openSessions.js";
import type { AgentSource, ConnectOptions, SavedSessionSource } from "./options.js";
import { CANCELLED, createPromptQueue } from "./promptQueue.js";
import * as requests from "./requests.js";
import type { RequestOptions } from "./requestLimits.js";
import { assertAttached, createSessionRequests, waitFor } from "./sessionRequests.js";
import { createRetries } from "./retries.js";
import { createSteering } from "./steering.js";
import { superviseConnection } from "./supervisor.js";

/** The default time that the agent has to confirm a cancel, in ms. */
const DEFAULT_CANCEL_TIMEOUT_MS = 30_000;

/**
 * Connects a store to an agent. Agrees on a protocol version, answers the agent's requests from the
 * store, and feeds all traffic into the state. `state.connection` has the status of the connection.
 * If the source is a function, a lost connection is reestablished and its sessions are opened
 * again. With `persistence`, saved sessions are restored before, and the first request for one opens it
 * at the agent.
 *
 * {@link https://agentclientprotocol.com/protocol/v1/initialization}
 *
 * @throws AcpConnectionError if the agent cannot be reached, does not answer in time, answers with
 * an error, or supports no common protocol version, if the store already has an open connection,
 * and if the saved sessions cannot be read.
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
  const { persistence } = options;
  const sessions = createOpenSessions(store);
  const app = createClientApp(store, options);
  let sendReleased = (): void => {};
  const supervisor = await superviseConnection({
    store,
    source,
    app,
    options,
    versions: getProtocolVersions(options),
    sessions: {
      openAgain(rpc) {
        const opened = sessions.openAgain(rpc);
        sendReleased();
        return opened;
      },
    },
    restoreSaved: persistence && (() => restoreSaved(persistence, sessions)),
    onHistory: sessions.addFromHistory,
  });
  const queue = createPromptQueue({
    store,
    send: (sessionId, { prompt, display, isPrepared, retryOf }, startSending) =>
      withRpc(async (rpc) => {
        await sessions.open(rpc, sessionId);
        assertAttached(store, sessionId);
        const blocks = isPrepared ? prompt : await prepare(sessionId, prompt);
        if (!startSending()) return CANCELLED;
        if (display !== undefined || retryOf !== undefined)
          store.expectPrompt(sessionId, blocks, { display, retryOf });
        try {
          return await requests.sendPrompt(store, rpc, sessionId, blocks);
        } catch (error) {
          retries.recordFailure(sessionId, error);
          throw error;
        }
      }),
    open: (sessionId) =>
      sessions.canOpen(sessionId)
        ? withRpc(async (_, rpc) => sessions.open(rpc, sessionId)).catch(() => {})
        : undefined,
    isKnown: sessions.has,
    cancel,
    assertReady: supervisor.assertReady,
  });
  const cancelTimeouts = createCancelTimeouts(
    store,
    options.cancelTimeout ?? DEFAULT_CANCEL_TIMEOUT_MS,
    (sessionId) => {
      queue.abandon(sessionId);
      isolateListenerErrors(() => store.endCancelledTurns(sessionId));
    },
  );
  sessions.ids().forEach(queue.addSession);
  ({ sendReleased } = queue);
  sendReleased();
  void supervisor.closed.then((reason) => queue.close(new AcpConnectionError("closed", reason)));

  const steer = createSteering({ store, queue, withRpc, prepare });
  const retries = createRetries(store, queue);

  /** Lets the application add to a message before it is sent. */
  async function prepare(
    sessionId: SessionId,
    blocks: readonly ContentBlock[],
  ): Promise<readonly ContentBlock[]> {
    return (await options.beforePrompt?.(sessionId, blocks)) ?? blocks;
  }

  /** Sends a request that needs no translation between the protocol versions. */
  function send<Response>(
    name: AgentMethodName,
    params: object,
    limits?: RequestOptions,
  ): Promise<Response> {
    return withRpc((rpc) => requests.sendRequest<Response>(store, rpc, name, params), limits);
  }

  async function authenticate(
    methodId: string,
    limits?: RequestOptions,
  ): Promise<AuthenticateResponse> {
    supervisor.assertReady();
    const login = requests.findTerminalLogin(store, methodId);
    if (login === undefined) {
      const result = await send<AuthenticateResponse>("authenticate", { methodId }, limits);
      // The agent may have refused to open them before.
      void withRpc((_, rpc) => sessions.openAgain(rpc)).catch(() => {});
      retries.retryRefused();
      return result;
    }
    if (options.terminalLogin === undefined)
      throw new AcpConnectionError(
        "unsupported",
        `The sign-in method "${methodId}" needs a terminal. Pass the terminalLogin option to connectAgent.`,
      );
    await options.terminalLogin(login);
    await supervisor.renewRpc("The user signed in.");
    retries.retryRefused();
    return {};
  }

  async function cancel(sessionId: string): Promise<void> {
    isolateListenerErrors(() => store.cancelTurn(sessionId));
    queue.cancelUnsent(sessionId);
    cancelTimeouts.start(sessionId);
    try {
      await withRpc((rpc) => rpc.notify("session/cancel", { sessionId }));
    } catch (error) {
      // A lost connection has already ended the turn.
      if (!isAcpConnectionError(error)) throw error;
    }
    app.killCancelledCommands(sessionId);
  }

  async function withRpc<Result>(
    request: (limited: RpcConnection, rpc: RpcConnection) => Promise<Result>,
    limits?: RequestOptions,
  ): Promise<Result> {
    const rpc = await supervisor.getRpc();
    try {
      return await request(limits === undefined ? rpc : limitRpc(rpc, limits), rpc);
    } catch (error) {
      throw supervisor.explainError(error, rpc);
    }
  }

  /** Runs a request for a session, which is opened before if the agent does not have it open. */
  function withOpenedSession<Result>(
    sessionId: SessionId,
    request: (limited: RpcConnection) => Promise<Result>,
    limits?: RequestOptions,
  ): Promise<Result> {
    return withRpc(async (limited, rpc) => {
      await waitFor(sessions.open(rpc, sessionId), limits);
      return request(limited);
    }, limits);
  }

  /** The same for a request that the agent refuses unless the session is open. */
  function withAttachedSession<Result>(
    sessionId: SessionId,
    request: (limited: RpcConnection) => Promise<Result>,
    limits?: RequestOptions,
  ): Promise<Result> {
    const send = (limited: RpcConnection): Promise<Result> => {
      assertAttached(store, sessionId);
      return request(limited);
    };
    return withOpenedSession(sessionId, async (limited) => send(limited), limits);
  }

  /** Sends a message of an extension. A session that its `sessionId` names is opened before. */
  function withNamedSession<Result>(
    method: string,
    params: object | undefined,
    request: (limited: RpcConnection) => Promise<Result>,
    limits?: RequestOptions,
  ): Promise<Result> {
    const sessionId = isObject(params) ? params["sessionId"] : undefined;
    return method.startsWith("_") && typeof sessionId === "string"
      ? withOpenedSession(sessionId, request, limits)
      : withRpc(request, limits);
  }

  return {
    ...createSessionRequests({ store, sessions, queue, withRpc, send }),
    async prompt(sessionId, prompt, promptOptions) {
      supervisor.assertReady();
      if (!sessions.canOpen(sessionId)) assertAttached(store, sessionId);
      return queue.prompt(sessionId, toContentBlocks(prompt), promptOptions);
    },
    async steer(sessionId, prompt, steerOptions) {
      supervisor.assertReady();
      return steer(sessionId, toContentBlocks(prompt), steerOptions);
    },
    async retryTurn(sessionId, turnId) {
      supervisor.assertReady();
      return retries.retryTurn(sessionId, turnId);
    },
    async sendNow(sessionId, id) {
      supervisor.assertReady();
      await queue.sendNow(sessionId, id);
    },
    cancel,
    cancelToolCall: (sessionId, toolCallId, limits) =>
      withRpc((rpc) => requests.cancelToolCall(store, rpc, sessionId, toolCallId), limits),
    cancelTerminal: (sessionId, terminalId, limits) =>
      withRpc((rpc) => requests.cancelTerminal(store, rpc, sessionId, terminalId), limits),
    setMode: (sessionId, modeId, limits) =>
      withAttachedSession(
        sessionId,
        (rpc) => requests.sendRequest(store, rpc, "setMode", { sessionId, modeId }),
        limits,
      ),
    setModel: (sessionId, modelId, limits) =>
      withAttachedSession(
        sessionId,
        (rpc) => requests.setModel(store, rpc, sessionId, modelId),
        limits,
      ),
    setConfigOption: (sessionId, configId, value, limits) =>
      withAttachedSession(
        sessionId,
        (rpc) => requests.setConfigOption(store, rpc, sessionId, configId, value),
        limits,
      ),
    authenticate,
    logout: (limits) => send("logout", {}, limits),
    getAuthStatus: (limits) => send("getAuthStatus", {}, limits),
    listProviders: (limits) => send("listProviders", {}, limits),
    setProvider: (request, limits) => send("setProvider", request, limits),
    disableProvider: (providerId, limits) => send("disableProvider", { providerId }, limits),
    request: (method, params, limits) =>
      withNamedSession(method, params, (rpc) => rpc.request<unknown>(method, params), limits),
    notify: (method, params) =>
      withNamedSession(method, params, (rpc) => rpc.notify(method, params)),
    close: (reason = "The connection was closed.") => supervisor.close(reason),
    closed: supervisor.closed,
  };
}

/** @throws AcpConnectionError if the saved sessions cannot be read. */
async function restoreSaved(
  persistence: SavedSessionSource,
  sessions: OpenSessions,
): Promise<void> {
  try {
    await persistence.restore();
  } catch (cause) {
    const message = `The saved sessions could not be restored: ${describeError(cause)}`;
    throw new AcpConnectionError("closed", message, { cause });
  }
  sessions.addFromStore();
}

function toContentBlocks(prompt: string | readonly ContentBlock[]): readonly ContentBlock[] {
  return typeof prompt === "string" ? [{ type: "text", text: prompt }] : prompt;
}
