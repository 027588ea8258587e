import type { AcpStore } from "@acp-store/core";
import { agentSupports } from "@acp-store/core/actions";
import { isolateListenerErrors, tapStream } from "@acp-store/core/tap";
import type { AnyMessage, ClientApp, McpServer } from "@agentclientprotocol/sdk";
import { getProcessDetails, type ProcessDetails } from "./errors.js";
import { continueStream } from "./history.js";
import { isObject } from "./isObject.js";
import type { AgentStream, ConnectOptions, OpenedFolder } from "./options.js";
import { settleWithin } from "./promises.js";
import { getTimeout, type RequestOptions, sendWithLimits } from "./requestLimits.js";
import { checkResult } from "./responseChecks.js";

/** One stream to the agent together with the SDK connection that uses it. */
export interface RpcConnection {
  /**
   * Sends a request and resolves with the agent's answer. An aborted signal, or the end of the time
   * limit, tells the agent that the answer is no longer needed, and stops waiting for it.
   *
   * @throws RequestError if the agent answers with an error, AcpConnectionError if the answer is
   * malformed or late, the signal's reason once it is aborted, or Error if the RPC connection ends
   * before the answer arrives.
   */
  request<Result>(method: string, params?: object, options?: RequestOptions): Promise<Result>;
  /** Returns the MCP servers of a session whose request names none. */
  getMcpServers(session: OpenedFolder): readonly McpServer[];
  /** Sends a notification. */
  notify(method: string, params?: object): Promise<void>;
  /** The reason why the RPC connection ended; `undefined` while it is open. */
  readonly endReason: string | undefined;
  /** The facts about the agent's process, if its end ended the RPC connection. */
  readonly endDetails: ProcessDetails;
  /** Resolves with the reason when the RPC connection ends. Never rejects. */
  readonly ended: Promise<string>;
  /** Resolves when the stream is closed after the end of the RPC connection. Never rejects. */
  readonly streamClosed: Promise<void>;
  /**
   * Closes the RPC connection and its stream, after cancelling the work of the given sessions. From
   * then on, the store sees no more messages of this RPC connection.
   */
  close(reason: string, workingSessions?: readonly string[]): void;
}

/** The handlers of the messages from the agent. */
export interface RpcApp {
  /** Handles the requests and the notifications that reach the SDK. */
  readonly sdkApp: ClientApp;
  /** The notifications that the application handles. */
  readonly handledNotifications: ReadonlySet<string>;
}

/** The time in ms that the agent has to read the last messages before the RPC connection closes. */
const LAST_MESSAGES_MS = 1000;

/**
 * Connects the SDK app to a stream. All state comes from the history of the stream and from the
 * store's tap on it.
 */
export function openRpc(
  stream: AgentStream,
  store: AcpStore,
  { sdkApp, handledNotifications }: RpcApp,
  { requestTimeout, mcpServers }: ConnectOptions,
): RpcConnection {
  const ignored = { accepted: false, diagnostics: [] };
  let isOpen = true;
  // Messages still in flight when the RPC connection ends must not reach the store's next
  // connection.
  const observe: AcpStore["observe"] = (frame) => (isOpen ? store.observe(frame) : ignored);
  const shouldForward = (message: AnyMessage): boolean =>
    isNeededBySdk(message, handledNotifications);
  const { history = [] } = stream;
  for (const frame of history) isolateListenerErrors(() => store.observe(frame));
  // The last lines, such as those about the exit, belong to the log even after the link has ended.
  stream.onStderrLine?.((msg) => void store.observe({ dir: "stderr", msg }));
  const tapped = tapStream(stream, { observe }, { shouldForward });
  const sdkStream = history.length === 0 ? tapped : continueStream(tapped, history);
  const connection = sdkApp.connect(sdkStream);
  const { signal } = connection;
  signal.addEventListener("abort", () => (isOpen = false), { once: true });
  const ended = connection.closed.then(() => describeEnd(signal.reason));
  // Closing fails if the stream is already broken.
  const streamClosed = connection.closed.then(() => sdkStream.writable.close().catch(() => {}));

  async function request<Result>(
    method: string,
    params?: object,
    options: RequestOptions = {},
  ): Promise<Result> {
    const result = await sendWithLimits<Result>(
      (cancellationSignal) => connection.agent.request(method, params, { cancellationSignal }),
      {
        method,
        signal: options.signal,
        timeout: getTimeout(method, params, options, requestTimeout),
        getProcessDetails: () => stream.getProcessDetails?.() ?? {},
        onLateAnswer: (late) => closeLateSession(method, params, late),
      },
    );
    checkResult(method, result);
    return result;
  }

  /** Closes a session that opened after the client had stopped waiting for it. */
  function closeLateSession(method: string, params: unknown, result: unknown): void {
    if (signal.aborted || !isOpen || !opensSession(method)) return;
    const sessionId = getSessionId(createsSession(method) ? result : params);
    if (sessionId === undefined || !agentSupports(store.getState(), "closeSession")) return;
    const session = store.getState().sessions.get(sessionId);
    if (session !== undefined && !session.closed) return;
    request("session/close", { sessionId }).catch(() => {});
  }

  async function close(reason: string, workingSessions: readonly string[] = []): Promise<void> {
    isOpen = false;
    const cancels = workingSessions.map((sessionId) =>
      connection.agent.notify("session/cancel", { sessionId }),
    );
    if (cancels.length > 0) await settleWithin(LAST_MESSAGES_MS, Promise.all(cancels));
    connection.close(new Error(reason));
  }

  return {
    request,
    getMcpServers: (session) => mcpServers?.(session) ?? [],
    notify: (method, params) => connection.agent.notify(method, params),
    get endReason() {
      return signal.aborted ? describeEnd(signal.reason) : undefined;
    },
    get endDetails() {
      return getProcessDetails(signal.reason);
    },
    ended,
    streamClosed,
    close: (reason, workingSessions) => void close(reason, workingSessions),
  };
}

/** Returns an RPC connection whose requests have these options. */
export function limitRpc(rpc: RpcConnection, options: RequestOptions): RpcConnection {
  return {
    ...rpc,
    request: (method, params, own) => rpc.request(method, params, { ...options, ...own }),
    get endReason() {
      return rpc.endReason;
    },
    get endDetails() {
      return rpc.endDetails;
    },
  };
}

function getSessionId(value: unknown): string | undefined {
  const sessionId = isObject(value) ? value["sessionId"] : undefined;
  return typeof sessionId === "string" ? sessionId : undefined;
}

/** Returns whether a request opens a session. */
export function opensSession(method: string): boolean {
  return createsSession(method) || method === "session/load" || method === "session/resume";
}

function createsSession(method: string): boolean {
  return method === "session/new" || method === "session/fork";
}

/**
 * Returns whether the SDK needs a message: requests, responses, cancelled requests, invalid
 * messages, which it answers with an error, and the notifications that the application handles. The
 * store handles all other notifications, and parsing them in the SDK would cost many times as much.
 */
function isNeededBySdk(message: AnyMessage, handledNotifications: ReadonlySet<string>): boolean {
  if (typeof message !== "object" || message === null) return true;
  if (!("method" in message) || "id" in message) return true;
  // A shortcut for most messages. The lookup would hash the name of the method.
  if (message.method === "session/update") return false;
  return message.method === "$/cancel_request" || handledNotifications.has(message.method);
}

function describeEnd(error: unknown): string {
  const message = error instanceof Error ? error.message : "";
  const hasNoDetails = message === "" || message === "ACP connection closed";
  return hasNoDetails ? "The agent closed the connection." : message;
}
