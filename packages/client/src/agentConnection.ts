import type { ContentBlock, PromptDisplay, SessionId, TurnId } from "@acp-store/core";
import type {
  AgentActions,
  NewSession,
  SessionFolder,
  SessionRewind,
  SteerResult,
} from "@acp-store/core/actions";
import type * as v2 from "@agentclientprotocol/sdk/experimental/v2/unstable";
import type * as v1 from "@agentclientprotocol/sdk/unstable";
import type { PromptOptions, PromptResult } from "./promptQueue.js";
import type { RequestOptions } from "./requestLimits.js";

/** The parameters of a new session. `mcpServers` defaults to an empty list. */
export type SessionRequest = Omit<v1.NewSessionRequest, "additionalDirectories" | "mcpServers"> &
  Partial<Pick<v1.NewSessionRequest, "mcpServers">> &
  Pick<SessionFolder, "additionalDirectories">;

/** The parameters of `newSession`. */
export type NewSessionRequest = SessionRequest & Pick<NewSession, "continuedFrom">;

/** The parameters for opening an existing session, which include its `sessionId`. */
export type KnownSessionRequest = SessionRequest & Pick<v1.LoadSessionRequest, "sessionId">;

/** The agent's response to `newSession` and `forkSession`, in the negotiated protocol version. */
export type NewSessionResult = v1.NewSessionResponse | v2.NewSessionResponse;

/** The agent's response to `loadSession` and `resumeSession`, in the negotiated protocol version. */
export type ReopenedSessionResult = v1.LoadSessionResponse | v2.ResumeSessionResponse;

/** The agent's response to `getSessionStatus`, in the negotiated protocol version. */
export type SessionStatusResult = v1.SessionStatusResponse | v2.SessionStatusResponse;

/** The agent's response to `setConfigOption`, in the negotiated protocol version. */
export type SetConfigOptionResult =
  | v1.SetSessionConfigOptionResponse
  | v2.SetSessionConfigOptionResponse;

/** The agent's response to `setModel`. */
export interface SetModelResult {
  /** Extension data. */
  readonly _meta?: Readonly<Record<string, unknown>> | null;
}

/** The result of `rewindSession`. */
export interface RewindResult {
  /** The session that continues the conversation: the same one, or a new one. */
  readonly sessionId: SessionId;
}

/**
 * A connection to an agent. Its methods send requests and resolve with the agent's whole response,
 * including `_meta`; the changes that a response makes arrive in the store as well. See the
 * [list of methods](https://github.com/acp-store/acp-store/blob/main/docs/methods.md) for the
 * capability that each one needs.
 *
 * Every method that returns a promise rejects with an `AcpConnectionError` if the connection or the
 * agent cannot carry out the request, and with the SDK's `RequestError` if the agent answers with
 * an error. The signal and the time limit of a request are its last argument.
 */
export interface AgentConnection extends AgentActions {
  /**
   * Creates a session. `continuedFrom` names the session of another agent that it continues. The agent does
   * not get it.
   * {@link https://agentclientprotocol.com/protocol/v1/session-setup}
   *
   * @throws RequestError with code -32000 if the user has to sign in first. The available methods
   * are in `store.getState().agent.authMethods`.
   *
   * @example
   * ```ts
   * const { sessionId } = await agent.newSession({ cwd: "/home/me/project" });
   * ```
   */
  newSession(request: NewSessionRequest, options?: RequestOptions): Promise<NewSessionResult>;
  /**
   * Loads an existing session. The agent replays its transcript, which replaces the current
   * content.
   *
   * @throws AcpConnectionError with reason `unsupported` if the agent cannot load sessions.
   */
  loadSession(
    request: KnownSessionRequest,
    options?: RequestOptions,
  ): Promise<ReopenedSessionResult>;
  /**
   * Resumes an existing session without replaying its transcript. The store keeps its content. If
   * the agent does not know the method, the session is loaded instead.
   *
   * @throws AcpConnectionError with reason `unsupported` if the agent cannot resume sessions.
   */
  resumeSession(
    request: KnownSessionRequest,
    options?: RequestOptions,
  ): Promise<ReopenedSessionResult>;
  /**
   * Unstable: the protocol may still change this method. Creates a session that continues from the
   * current state of another one. `request.sessionId` is the session to copy, which is opened before like
   * for a prompt.
   *
   * @throws AcpConnectionError with reason `unsupported` if the agent cannot fork sessions.
   */
  forkSession(request: KnownSessionRequest, options?: RequestOptions): Promise<NewSessionResult>;
  /**
   * Unstable: agents have different requests for this, none of which is part of the protocol. Takes a
   * conversation back to before a message of the user. The message and everything after it are gone,
   * and the rest is loaded again. An agent that rewinds keeps the session. For one that forks, the result
   * names a new session, and the old one stays. If the first prompt is taken back, the new session is
   * empty. `getRewindSupport` of `@acp-store/core/actions` says what the agent does. Files are not changed.
   *
   * @throws AcpConnectionError with reason `unsupported` if the agent cannot take conversations back, with
   * reason `turn_running` while a turn is running, with reason `invalid_request` if the session does not
   * have the message, and with reason `detached` if the agent could not open the session.
   *
   * @example
   * ```ts
   * const rewound = await agent.rewindSession({ sessionId, messageId });
   * await agent.prompt(rewound.sessionId, "Fix the typo, and keep the tests");
   * ```
   */
  rewindSession(request: SessionRewind, options?: RequestOptions): Promise<RewindResult>;
  /**
   * Resolves with one page of the sessions that the agent knows.
   *
   * @throws AcpConnectionError with reason `unsupported` if the agent cannot list sessions.
   */
  listSessions(
    request?: v1.ListSessionsRequest,
    options?: RequestOptions,
  ): Promise<v1.ListSessionsResponse>;
  /**
   * Deletes a session at the agent and frees its content in the store.
   *
   * @throws AcpConnectionError with reason `unsupported` if the agent cannot delete sessions.
   */
  deleteSession(sessionId: SessionId, options?: RequestOptions): Promise<v1.DeleteSessionResponse>;
  /**
   * Unstable: the protocol may still change this method. Archives a session and frees its content in
   * the store.
   *
   * @throws AcpConnectionError with reason `unsupported` if the agent cannot archive sessions.
   */
  archiveSession(
    sessionId: SessionId,
    options?: RequestOptions,
  ): Promise<v1.ArchiveSessionResponse>;
  /**
   * Unstable: the protocol may still change this method. Moves a session out of the archive, without
   * opening it.
   *
   * @throws AcpConnectionError with reason `unsupported` if the agent cannot archive sessions.
   */
  unarchiveSession(
    sessionId: SessionId,
    options?: RequestOptions,
  ): Promise<v1.UnarchiveSessionResponse>;
  /**
   * Unstable: the protocol may still change this method. Renames a session. The response has the
   * title that the agent stored.
   *
   * @throws AcpConnectionError with reason `unsupported` if the agent cannot rename sessions.
   */
  setSessionTitle(
    sessionId: SessionId,
    title: string,
    options?: RequestOptions,
  ): Promise<v1.SetSessionTitleResponse>;
  /**
   * Unstable: the protocol may still change this method. Asks whether the agent has a session in
   * memory.
   *
   * @throws AcpConnectionError with reason `unsupported` if the agent cannot report this.
   */
  getSessionStatus(sessionId: SessionId, options?: RequestOptions): Promise<SessionStatusResult>;
  /**
   * Sends a prompt and resolves when its turn ends. If the session has a running turn, the prompt
   * is added to `session.queue` and sent later. A queued prompt that is removed resolves with the
   * stop reason `cancelled`. If the agent does not have the session open, after a reconnect or because
   * it was saved, the prompt opens it and waits for that.
   * {@link https://agentclientprotocol.com/protocol/v1/prompt-turn}
   *
   * @throws AcpConnectionError with reason `session_closed` if the session was closed, and with
   * reason `detached` if the agent no longer knows it, could not open it, or has not opened it since it
   * was restored and there is no option `persistence`. Nothing is sent then.
   *
   * @example
   * ```ts
   * const { stopReason } = await agent.prompt(sessionId, "Fix the typo");
   * ```
   */
  prompt(
    sessionId: SessionId,
    prompt: string | readonly ContentBlock[],
    options?: PromptOptions,
  ): Promise<PromptResult>;
  /**
   * Unstable: the request is an extension, which not every agent has. Sends a message into the running turn,
   * and resolves when the agent has taken it. The message is shown at once; `message.steering` says whether
   * the agent has it. `canSteer` of `@acp-store/core/actions` says whether the agent can take it. If not, the
   * message is queued, and the result has its id for `sendNow`. If no turn is running, it is sent as a prompt.
   *
   * @throws AcpConnectionError with reason `session_closed` if the session was closed, and with reason
   * `detached` if it has to be sent as a prompt to an agent that no longer knows the session.
   *
   * @example
   * ```ts
   * const { outcome, id } = await agent.steer(sessionId, "Keep the tests");
   * if (outcome === "queued" && id !== undefined) await agent.sendNow(sessionId, id);
   * ```
   */
  steer(
    sessionId: SessionId,
    prompt: string | readonly ContentBlock[],
    options?: PromptDisplay,
  ): Promise<SteerResult>;
  /**
   * Sends the prompt of the newest turn again, if that turn failed, was interrupted or was refused by the
   * agent. The new turn has `retryOf`. Another call for the same turn sends nothing: it resolves with the
   * same result, or as `cancelled` once there is a newer turn. Prompts that the agent refused because the
   * user was not signed in are sent again by themselves after `authenticate`.
   *
   * @throws AcpConnectionError with reason `detached` if the agent no longer knows the session.
   *
   * @example
   * ```ts
   * const turn = selectTurn(store.getState(), sessionId);
   * if (turn?.status === "failed") await agent.retryTurn(sessionId, turn.turnId);
   * ```
   */
  retryTurn(sessionId: SessionId, turnId: TurnId): Promise<PromptResult>;
  /**
   * Sends a queued prompt as soon as possible: it moves to the front of the queue, the running turn
   * is cancelled, and the prompt is sent when that turn has ended. Then the queue continues. Resolves
   * when the prompt is being sent, and immediately if it is not in the queue. The result of its turn
   * is that of `prompt`.
   *
   * @example
   * ```ts
   * const [next] = selectSession(store.getState(), sessionId)?.queue ?? [];
   * if (next) await agent.sendNow(sessionId, next.id);
   * ```
   */
  sendNow(sessionId: SessionId, id: string): Promise<void>;
  /**
   * Cancels the running turn. The store marks it as cancelling immediately. Queued prompts stay in
   * the queue until `store.releaseQueue` or the next prompt. Does nothing if the connection is
   * lost, because its turns have ended with it. Commands that the agent started in this turn through
   * the `terminal` handlers are killed; their terminals stay until the agent releases them. If the
   * agent does not confirm the cancel within `cancelTimeout`, the turn ends as cancelled without it.
   */
  cancel(sessionId: SessionId): Promise<void>;
  /**
   * Cancels one tool call while the turn continues (version 2). The agent confirms it with a status in
   * a later update.
   *
   * @throws AcpConnectionError with reason `unsupported` unless the tool call has
   * `capabilities.cancel`.
   */
  cancelToolCall(
    sessionId: SessionId,
    toolCallId: string,
    options?: RequestOptions,
  ): Promise<v2.CancelToolCallResponse>;
  /**
   * Stops the process of one terminal that the agent runs, while the turn continues (version 2). The
   * agent confirms it with an exit status in a later update.
   *
   * @throws AcpConnectionError with reason `unsupported` unless the terminal has
   * `capabilities.cancel`.
   */
  cancelTerminal(
    sessionId: SessionId,
    terminalId: string,
    options?: RequestOptions,
  ): Promise<v2.CancelTerminalResponse>;
  /**
   * Switches the mode of a session, which is opened before like for a prompt. Version 1 only: in
   * version 2, a mode is one of the config options.
   *
   * @throws AcpConnectionError with reason `unsupported` in version 2, and with reason `detached` if the
   * agent could not open the session.
   */
  setMode(
    sessionId: SessionId,
    modeId: string,
    options?: RequestOptions,
  ): Promise<v1.SetSessionModeResponse>;
  /**
   * Switches the model of a session, which is opened before like for a prompt. Unstable: the method `session/set_model` is not part of the
   * protocol's schema, but some agents of version 1 have it. Other agents have a config option of
   * the category `model`.
   *
   * @throws AcpConnectionError with reason `unsupported` in version 2, and if the agent does not know
   * the method, and with reason `detached` if the agent could not open the session.
   */
  setModel(
    sessionId: SessionId,
    modelId: string,
    options?: RequestOptions,
  ): Promise<SetModelResult>;
  /**
   * Sets a config option of a session, which is opened before like for a prompt.
   *
   * @throws AcpConnectionError with reason `detached` if the agent could not open the session.
   */
  setConfigOption(
    sessionId: SessionId,
    configId: string,
    value: string | boolean,
    options?: RequestOptions,
  ): Promise<SetConfigOptionResult>;
  /**
   * Signs the user in with one of the methods in `store.getState().agent.authMethods`. For a method
   * of the type `terminal`, this calls the `terminalLogin` option in place of the agent. After that it
   * starts a new connection, because agents may read their credentials only when they start. Without
   * a function as the source, the application has to connect again itself.
   * {@link https://agentclientprotocol.com/protocol/v1/authentication}
   *
   * @throws AcpConnectionError with reason `unsupported` if the method needs a terminal and there is
   * no `terminalLogin`, or if the agent of version 2 offers no methods. Rejects with the error of
   * `terminalLogin` if it fails.
   */
  authenticate(methodId: string, options?: RequestOptions): Promise<v1.AuthenticateResponse>;
  /**
   * Signs the user out.
   *
   * @throws AcpConnectionError with reason `unsupported` if the agent cannot sign users out.
   */
  logout(options?: RequestOptions): Promise<v1.LogoutResponse>;
  /**
   * Unstable: the protocol may still change this method. Asks whether a user is signed in, and with
   * which accounts.
   *
   * @throws AcpConnectionError with reason `unsupported` if the agent cannot report this.
   */
  getAuthStatus(options?: RequestOptions): Promise<v1.AuthStatusResponse>;
  /**
   * Unstable: the protocol may still change this method. Lists the model providers that can be
   * configured.
   *
   * @throws AcpConnectionError with reason `unsupported` if the agent's providers cannot be configured.
   */
  listProviders(options?: RequestOptions): Promise<v1.ListProvidersResponse>;
  /**
   * Unstable: the protocol may still change this method. Configures a model provider. The agent must
   * not store its headers, which may contain secrets.
   *
   * @throws AcpConnectionError with reason `unsupported` if the agent's providers cannot be configured.
   */
  setProvider(
    request: v1.SetProviderRequest,
    options?: RequestOptions,
  ): Promise<v1.SetProviderResponse>;
  /**
   * Unstable: the protocol may still change this method. Disables a model provider.
   *
   * @throws AcpConnectionError with reason `unsupported` if the agent's providers cannot be configured.
   */
  disableProvider(
    providerId: string,
    options?: RequestOptions,
  ): Promise<v1.DisableProviderResponse>;
  /**
   * Sends a request of any method and resolves with the agent's result, which is not validated. Use
   * it for extensions: the other functions of the connection also check the agent's
   * capabilities. The store observes the request like any other. If the method begins with `_` and
   * `params.sessionId` is a session that the agent does not have open, the session is opened before.
   * {@link https://agentclientprotocol.com/protocol/v1/extensibility}
   *
   * @throws The signal's reason if `options.signal` is aborted.
   *
   * @example
   * ```ts
   * const answer = await agent.request("_example.com/review", { sessionId });
   * ```
   */
  request(method: string, params?: object, options?: RequestOptions): Promise<unknown>;
  /**
   * Sends a notification of any method.
   * {@link https://agentclientprotocol.com/protocol/v1/extensibility}
   *
   * @example
   * ```ts
   * await agent.notify("_example.com/file_opened", { sessionId, path: "/home/me/project/a.ts" });
   * ```
   */
  notify(method: string, params?: object): Promise<void>;
  /**
   * Closes a session and frees its content in the store. An agent that cannot close sessions is
   * asked to cancel the running turn instead, and one that does not have the session open gets no request.
   */
  closeSession(sessionId: SessionId, options?: RequestOptions): Promise<v1.CloseSessionResponse>;
  /**
   * Closes the connection permanently and cancels any reconnect in progress. The state changes
   * immediately. The agent is told to cancel its open turns before the stream is closed. Resolves
   * when the stream is closed, which includes the end of an agent process, or after a time limit.
   * `state.connection.parked` tells this end from a failure.
   */
  close(reason?: string): Promise<void>;
  /** Resolves with the reason when the connection is closed permanently. Never rejects. */
  readonly closed: Promise<string>;
}
