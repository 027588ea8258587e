import type { ContentBlock, SessionId } from "@acp-store/core";
import type {
  ListSessionsRequest,
  ListSessionsResponse,
  LoadSessionRequest,
  NewSessionRequest,
} from "@agentclientprotocol/sdk";
import type { PromptResult } from "./promptQueue.js";

/** The parameters of a new session. `mcpServers` defaults to an empty list. */
export type SessionRequest = Omit<NewSessionRequest, "mcpServers"> &
  Partial<Pick<NewSessionRequest, "mcpServers">>;

/** The parameters for opening an existing session, which include its `sessionId`. */
export type KnownSessionRequest = SessionRequest & Pick<LoadSessionRequest, "sessionId">;

/**
 * A connection to an agent. Its methods only send requests; the results arrive in the store.
 *
 * Every method that returns a promise rejects with an `AcpConnectionError` if the connection or the
 * agent cannot carry out the request, and with the SDK's `RequestError` if the agent answers with
 * an error.
 */
export interface AgentConnection {
  /**
   * Creates a session and resolves with its id.
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
  newSession(request: SessionRequest): Promise<{ sessionId: SessionId }>;
  /**
   * Loads an existing session. The agent replays its transcript, which replaces the current
   * content.
   *
   * @throws AcpConnectionError with reason `unsupported` if the agent cannot load sessions.
   */
  loadSession(request: KnownSessionRequest): Promise<void>;
  /**
   * Resumes an existing session without replaying its transcript. The store keeps its content.
   *
   * @throws AcpConnectionError with reason `unsupported` if the agent cannot resume sessions.
   */
  resumeSession(request: KnownSessionRequest): Promise<void>;
  /**
   * Resolves with one page of the sessions that the agent knows.
   *
   * @throws AcpConnectionError with reason `unsupported` if the agent cannot list sessions.
   */
  listSessions(request?: ListSessionsRequest): Promise<ListSessionsResponse>;
  /**
   * Sends a prompt and resolves when its turn ends. If the session has a running turn, the prompt
   * is added to `session.queue` and sent later. A queued prompt that is removed resolves with the
   * stop reason `cancelled`.
   * {@link https://agentclientprotocol.com/protocol/v1/prompt-turn}
   *
   * @throws AcpConnectionError with reason `session_closed` if the session was closed.
   *
   * @example
   * ```ts
   * const { stopReason } = await agent.prompt(sessionId, "Fix the typo");
   * ```
   */
  prompt(sessionId: SessionId, prompt: string | readonly ContentBlock[]): Promise<PromptResult>;
  /**
   * Cancels the running turn. The store marks it as cancelling immediately. Queued prompts stay in
   * the queue until `store.releaseQueue` or the next prompt. Does nothing if the connection is
   * lost, because its turns have ended with it.
   */
  cancel(sessionId: SessionId): Promise<void>;
  /**
   * Switches the mode of a session. Version 1 only: in version 2, a mode is one of the config
   * options.
   *
   * @throws AcpConnectionError with reason `unsupported` in version 2.
   */
  setMode(sessionId: SessionId, modeId: string): Promise<void>;
  /** Sets a config option of a session. */
  setConfigOption(sessionId: SessionId, configId: string, value: string | boolean): Promise<void>;
  /** Signs the user in with one of the methods in `store.getState().agent.authMethods`. */
  authenticate(methodId: string): Promise<void>;
  /**
   * Closes a session and frees its content in the store. An agent that cannot close sessions is
   * asked to cancel the running turn instead.
   */
  closeSession(sessionId: SessionId): Promise<void>;
  /** Closes the connection permanently and cancels any reconnect in progress. */
  close(reason?: string): void;
  /** Resolves with the reason when the connection is closed permanently. Never rejects. */
  readonly closed: Promise<string>;
}
