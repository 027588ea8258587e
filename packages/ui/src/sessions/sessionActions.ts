import type { ArchiveActions } from "./sessionArchive.js";

/** The actions on the agent's sessions. An action that is left out is not offered. */
export interface SessionListActions extends ArchiveActions {
  /** Opens a new session and shows it. */
  newSession(): void;
  /** Shows a session, and opens it first if it is not open. An archived session is restored. */
  showSession(sessionId: string): void;
  /** Closes a session. */
  closeSession(sessionId: string): void;
  /** Opens a copy of a session and shows it. */
  forkSession?(sessionId: string): void;
  /** Lets the user continue a session with another agent. */
  continueSession?(sessionId: string): void;
  /** Deletes a session at the agent. */
  deleteSession?(sessionId: string): void;
  /** Copies an open session as Markdown. */
  copyMarkdown?(sessionId: string): void;
  /** Downloads an open session as Markdown. */
  downloadMarkdown?(sessionId: string, title: string): void;
  /** Downloads a session as JSON. */
  exportSession?(sessionId: string, title: string): void;
  /** Removes what is saved of a session, and closes the session. */
  forgetSession?(sessionId: string): void;
  /** Renames a session. Resolves to `undefined`, or to the reason why the title is unchanged. */
  renameSession?(sessionId: string, title: string): Promise<string | undefined>;
  /**
   * Adds one page of the agent's sessions to the catalog of the store. Resolves to the cursor of the
   * next page.
   */
  listSessions?(page: SessionPageRequest): Promise<string | undefined>;
}

/** The page of the agent's sessions to list. */
export interface SessionPageRequest {
  /** The end of the previous page. */
  readonly cursor?: string | undefined;
  /** Whether to list archived sessions as well. Only for agents that can archive sessions. */
  readonly includesArchived: boolean;
}

/** A session that this browser has saved. */
export interface ListedSavedSession {
  /** The id of the session. */
  readonly sessionId: string;
  /** The title for display. */
  readonly title?: string | undefined;
  /** The working directory. */
  readonly cwd?: string | undefined;
  /** The time of the last change, in ms since the epoch. */
  readonly updatedAt?: number | undefined;
}

/** An action that failed, in words for the user. */
export interface SessionListError {
  /** The action that failed. */
  readonly title: string;
  /** The reason. */
  readonly detail: string;
}
