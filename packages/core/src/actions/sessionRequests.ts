import type { SessionOrigin } from "../state/catalog.js";

/**
 * The folder of a new session. MCP servers are not a part of it: they are programs that the agent starts,
 * so only the owner of the connection can add them.
 */
export interface SessionFolder {
  /** The absolute path of the session's working directory. */
  readonly cwd: string;
  /** Other directories that the agent may use. */
  readonly additionalDirectories?: readonly string[];
}

/** A new session, and the session of another agent that it continues. */
export interface NewSession extends SessionFolder {
  /** The session that the new one continues. Kept in the state; the agent does not get it. */
  readonly continuedFrom?: SessionOrigin;
}

/** An existing session to open or to copy, with its folder. */
export interface SessionInFolder extends SessionFolder {
  /** The id of the session. */
  readonly sessionId: string;
}

/** The point to which a conversation is taken back. */
export interface SessionRewind {
  /** The id of the session. */
  readonly sessionId: string;
  /** The key of the user's message in `messages`. It is removed together with everything after it. */
  readonly messageId: string;
}

/** The page of the agent's sessions to list. */
export interface SessionPage {
  /** Lists only the sessions in this directory. */
  readonly cwd?: string;
  /** The end of the previous page. */
  readonly cursor?: string;
  /** Whether archived sessions are listed. Default: they are not. */
  readonly archived?: "exclude" | "include" | "only";
}
