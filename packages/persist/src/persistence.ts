import type { SavingStatus, SessionSaving } from "@acp-store/core/reads";
import type { Drafts } from "./drafts.js";
import type { RedactText } from "./redactor.js";
import type { RestoredSessions, SavedSessionState } from "./savedSessions.js";

/** The options of `persistSessions`. */
export interface PersistOptions {
  /** The longest time between a change of a session or draft and its write, in ms. Default: 500. */
  readonly debounceMs?: number;
  /**
   * Removes secrets from texts before they are saved. An entity that has changed is then written in
   * full, so that a secret that arrives in several chunks is found, and the last word of a text is
   * saved when the text is complete.
   */
  readonly redact?: RedactText;
}

/** The saving of the sessions of one store. All functions are bound. */
export interface Persistence {
  /**
   * Restores the sessions of the storage that the user has not closed and the store does not have.
   * Call it before the store is connected, or pass the object as `persistence` to `connectAgent`, which
   * calls it. Further calls return the result of the first one, unless that has failed.
   *
   * @throws the error of the storage if it cannot be read.
   *
   * @example
   * ```ts
   * const { failed } = await persistence.restore();
   * for (const [sessionId, error] of failed) console.warn(sessionId, error.message);
   * ```
   */
  restore(): Promise<RestoredSessions>;
  /**
   * Lists the same sessions in the catalog of the store, and restores their content later, with
   * `restoreSession`. Restores a session at once if it was saved during a turn, with queued prompts or
   * with pending requests, if it is damaged, or if it has no catalog entry. A listed session has `saved`
   * in its catalog entry. Reads only an index if the storage has `versions`. Further calls return the
   * result of the first one, unless that has failed.
   *
   * @throws the error of the storage if it cannot be read.
   *
   * @example
   * ```ts
   * await persistence.restoreCatalog();
   * for (const { sessionId, title } of selectSessionCatalog(store.getState()))
   *   console.log(sessionId, title);
   * ```
   */
  restoreCatalog(): Promise<RestoredSessions>;
  /**
   * Restores the content of a session that `restoreCatalog` has listed, together with its subagents.
   * Several calls read it once. Resolves with whether the store has the session.
   *
   * @throws the error of the storage, or an `AcpPersistError` if the session is damaged as a whole or was
   * saved by a newer release.
   *
   * @example
   * ```ts
   * if (await persistence.restoreSession("s1")) selectTimeline(store.getState(), "s1");
   * ```
   */
  restoreSession(sessionId: string): Promise<boolean>;
  /**
   * Reads a saved session without restoring it, such as for a search. Resolves with `undefined` if the storage
   * does not have it.
   *
   * @throws the error of the storage, or an `AcpPersistError` if the session is damaged as a whole or was
   * saved by a newer release.
   *
   * @example
   * ```ts
   * const saved = await persistence.readSession("s1");
   * if (saved !== undefined) console.log(selectMessages(saved.state, "s1").length);
   * ```
   */
  readSession(sessionId: string): Promise<SavedSessionState | undefined>;
  /**
   * Lists the ids of all saved sessions without reading them, each with a text that every write of the session
   * changes, such as for an index. The text is `undefined` if the next write may not change it. Resolves with
   * `undefined` if the storage has no `versions`.
   *
   * @throws the error of the storage.
   *
   * @example
   * ```ts
   * const versions = await persistence.sessionVersions();
   * if (versions !== undefined) console.log(versions.size);
   * ```
   */
  sessionVersions(): Promise<ReadonlyMap<string, string | undefined> | undefined>;
  /** The unsent prompts in the same storage. They are saved and stopped together with the sessions. */
  readonly drafts: Drafts;
  /** The most serious status of all sessions. `ok` if every session is saved. */
  readonly status: SavingStatus;
  /** The time of the last successful write, in ms since the epoch. Absent before the first one. */
  readonly lastSavedAt: number | undefined;
  /**
   * Returns the status of one session: the same object until it changes. `undefined` for a session
   * that is not being saved.
   */
  sessionStatus(sessionId: string): SessionSaving | undefined;
  /**
   * Calls a listener after each change of a status and after each successful write. Returns a
   * function that removes it. The error of a listener is reported as an uncaught error.
   *
   * @example
   * ```ts
   * persistence.onStatus(() => {
   *   if (persistence.status === "full") console.warn("Remove saved sessions to free space.");
   * });
   * ```
   */
  onStatus(listener: () => void): () => void;
  /**
   * Writes all unsaved changes and drafts now, including those whose last write failed. Resolves
   * after the attempt and never rejects: `status` tells whether all sessions are saved.
   *
   * @example
   * ```ts
   * await persistence.flush();
   * if (persistence.status !== "ok") console.warn("Not everything is saved.");
   * ```
   */
  flush(): Promise<void>;
  /**
   * Writes all unsaved changes and drafts, and stops saving. Later changes of the store are not saved.
   * Closing the connection does not stop the saving, because the store may be connected again.
   *
   * @example
   * ```ts
   * await persistence.stop();
   * ```
   */
  stop(): Promise<void>;
  /**
   * Removes a saved session with its draft and does not save it again. The session stays in the
   * store.
   *
   * @throws the error of the storage. The removal is tried again then.
   *
   * @example
   * ```ts
   * await persistence.remove("s1");
   * ```
   */
  remove(sessionId: string): Promise<void>;
}
