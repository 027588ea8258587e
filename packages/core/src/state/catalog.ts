import type { Meta } from "./content.js";
import type { SessionId, TurnError } from "./entities.js";

/**
 * The end of a turn that did not succeed. `interrupted`: the program that ran it ended first.
 */
export interface TurnFailure {
  /** The status of the turn. */
  readonly status: "failed" | "interrupted";
  /** The error, without its data. Absent for an interrupted turn. */
  readonly error?: Pick<TurnError, "code" | "message">;
}

/** The session of another agent that a session continues. A store knows one agent, so the application names it. */
export interface SessionOrigin {
  /** The application's name of the agent, such as its id in a fleet. */
  readonly agentId: string;
  /** The agent's id of the session. */
  readonly sessionId: SessionId;
}

/**
 * A session that the agent knows, open in the store or not. The catalog is fed by `session/list`, by
 * the requests that open, fork, retitle, archive and delete sessions, and by `session_info_update`.
 * {@link https://agentclientprotocol.com/protocol/v1/session-list}
 */
export interface CatalogEntry {
  /** The agent's id of the session. */
  readonly sessionId: SessionId;
  /** The working directory, an absolute path. Absent if the session was opened without one. */
  readonly cwd?: string;
  /** Additional working directories, absolute paths. */
  readonly additionalDirectories?: readonly string[];
  /** The title for display. */
  readonly title?: string;
  /**
   * The first line of the first prompt that was sent here, at most 100 characters: a title for sessions
   * that their agent does not name.
   */
  readonly firstPrompt?: string;
  /** The time of the last activity as the agent reported it, in ISO 8601. */
  readonly updatedAt?: string;
  /**
   * The time of the last activity that this store has seen, in ms of the store's clock: the session
   * was first opened, or a turn started or ended.
   */
  readonly lastActivityAt?: number;
  /** Whether the session is archived. Absent if the agent has not reported it. */
  readonly archived?: boolean;
  /** The session that this one was forked from. */
  readonly forkedFrom?: SessionId;
  /** The session of another agent that this one continues, after a handoff. */
  readonly continuedFrom?: SessionOrigin;
  /**
   * Set when the session has news that the user has not seen: a turn ended, a request was made, or a
   * listing shows activity elsewhere. `markSessionRead` and a new prompt remove it.
   */
  readonly unread?: true;
  /**
   * Set while the content of the session is in a storage and not in the store. It is removed when the
   * session is restored or opened. A complete listing of the agent keeps such an entry.
   */
  readonly saved?: true;
  /** Set if the newest turn failed or was interrupted. The next turn removes it. */
  readonly failure?: TurnFailure;
  /** Extension data, as the agent listed it. */
  readonly _meta?: Meta;
}
