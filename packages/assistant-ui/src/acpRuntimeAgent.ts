import type { ContentBlock } from "@acp-store/core";

/** The parameters of a session that the thread list creates or opens. */
export interface AcpSessionRequest {
  /** The absolute path of the session's working directory. */
  readonly cwd: string;
}

/** The parameters of an existing session. */
export interface AcpKnownSessionRequest extends AcpSessionRequest {
  /** The session to open. */
  readonly sessionId: string;
}

/**
 * The actions of the agent that the runtime uses. The `AgentConnection` of `connectAgent` has all of
 * them, like the `actions` of a mirror. If an optional action is absent, the control of assistant-ui
 * for it throws when it is used. Without `sendNow`, a prompt that should steer the turn is queued.
 */
export interface AcpRuntimeAgent {
  /** Sends a prompt, or queues it while a turn is running. Resolves when its turn ends. */
  prompt(sessionId: string, prompt: readonly ContentBlock[]): Promise<unknown>;
  /** Cancels the running turn. */
  cancel(sessionId: string): Promise<unknown>;
  /** Stops the running turn, and sends a queued prompt next. */
  sendNow?(sessionId: string, id: string): Promise<unknown>;
  /** Creates a session. */
  newSession?(request: AcpSessionRequest): Promise<{ readonly sessionId: string }>;
  /** Loads an existing session, whose transcript the agent replays. */
  loadSession?(request: AcpKnownSessionRequest): Promise<unknown>;
  /** Opens an existing session without a replay. */
  resumeSession?(request: AcpKnownSessionRequest): Promise<unknown>;
  /** Renames a session. */
  setSessionTitle?(sessionId: string, title: string): Promise<unknown>;
  /** Archives a session. */
  archiveSession?(sessionId: string): Promise<unknown>;
  /** Moves a session out of the archive. */
  unarchiveSession?(sessionId: string): Promise<unknown>;
  /** Deletes a session at the agent. */
  deleteSession?(sessionId: string): Promise<unknown>;
}
