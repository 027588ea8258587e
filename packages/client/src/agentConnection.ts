import type { ContentBlock, SessionId } from "@acp-store/core";
import type {
  ListSessionsRequest,
  ListSessionsResponse,
  LoadSessionRequest,
  NewSessionRequest,
} from "@agentclientprotocol/sdk";
import type { PromptResult } from "./promptQueue.js";

/** What a session is opened with: `mcpServers` are none by default. */
export type SessionRequest = Omit<NewSessionRequest, "mcpServers"> &
  Partial<Pick<NewSessionRequest, "mcpServers">>;

/** The same for a session that the agent knows. */
export type KnownSessionRequest = SessionRequest & Pick<LoadSessionRequest, "sessionId">;

/**
 * A connection to an agent. What comes of it is in the store: this only asks. All functions reject
 * with an `AcpConnectionError` where the connection or the agent cannot do it, and with the SDK's
 * `RequestError` where the agent answers with an error.
 */
export interface AgentConnection {
  /**
   * Rejects with a `RequestError` of code -32000 where the user has to sign in first, with one of
   * `store.getState().agent.authMethods`.
   * {@link https://agentclientprotocol.com/protocol/v1/session-setup}
   */
  newSession(request: SessionRequest): Promise<{ sessionId: SessionId }>;
  /** Opens a session of earlier: the agent sends its transcript, which replaces what is there. */
  loadSession(request: KnownSessionRequest): Promise<void>;
  /** The same without the transcript: what the store has stays. */
  resumeSession(request: KnownSessionRequest): Promise<void>;
  listSessions(request?: ListSessionsRequest): Promise<ListSessionsResponse>;
  /**
   * Resolves when the turn is over. While a turn runs in the session the prompt is queued, in
   * `session.queue`; one that is removed from there resolves with `cancelled`.
   * {@link https://agentclientprotocol.com/protocol/v1/prompt-turn}
   */
  prompt(sessionId: SessionId, prompt: string | readonly ContentBlock[]): Promise<PromptResult>;
  /**
   * Stops the turn, in the store at once. What is queued is held until the user goes on. Does
   * nothing where the connection is gone, and the turn with it.
   */
  cancel(sessionId: SessionId): Promise<void>;
  /** Version 1; in version 2 a mode is one of the config options. */
  setMode(sessionId: SessionId, modeId: string): Promise<void>;
  setConfigOption(sessionId: SessionId, configId: string, value: string | boolean): Promise<void>;
  authenticate(methodId: string): Promise<void>;
  /** Ends the session, at the agent where that can, and frees its content in the store. */
  closeSession(sessionId: SessionId): Promise<void>;
  /** Ends the connection for good, also while it is being made again. */
  close(reason?: string): void;
  /** Resolves with the reason when the connection is over for good. Never rejects. */
  readonly closed: Promise<string>;
}
