import type { ValueSource } from "./stateRead.js";

/**
 * The state of saving.
 *
 * - `ok`: everything is saved, or will be within the debounce time
 * - `failing`: the last write failed. It is tried again after a while
 * - `full`: the storage has no space left. The write is tried again after a while, and when a session
 *   is removed
 * - `superseded`: another writer, such as a second tab, saves the session now
 * - `unknown_version`: a newer release has saved the session, so this one must not overwrite it
 */
export type SavingStatus = "ok" | "superseded" | "unknown_version" | "failing" | "full";

/** The state of saving one session. A new object after each change. */
export interface SessionSaving {
  /** Whether the session is saved, and the reason it is not. */
  readonly status: SavingStatus;
  /** The time of the last successful write, in ms since the epoch. Absent before the first one. */
  readonly lastSavedAt?: number;
  /** The error of the last write, if it failed. */
  readonly error?: unknown;
}

/** The unsent prompts, such as the `drafts` of a persistence of `@acp-store/persist`. */
export interface Drafts {
  /** Resolves with the draft of a session, or with an empty text. */
  get(sessionId: string): Promise<string>;
  /** Sets the draft of a session. An empty text removes it. */
  set(sessionId: string, text: string): void;
  /**
   * Calls a listener after each change. `replaced` is a text that was written elsewhere, and lost.
   */
  onChange(
    listener: (change: {
      readonly sessionId: string;
      readonly text: string;
      readonly replaced?: string;
    }) => void,
  ): () => void;
}

/** The saving of sessions and drafts, such as the `Persistence` of `@acp-store/persist`. */
export interface SessionPersistence {
  /** The most serious status of all sessions. `ok` if every session is saved. */
  readonly status: SavingStatus;
  /** The time of the last successful write, in ms since the epoch. Absent before the first one. */
  readonly lastSavedAt: number | undefined;
  /** Returns the status of one session: the same object until it changes. */
  sessionStatus(sessionId: string): SessionSaving | undefined;
  /** Calls a listener after each change of a status and after each successful write. */
  onStatus(listener: () => void): () => void;
  /** The unsent prompts. */
  readonly drafts: Drafts;
}

/** The state of saving everything, and of saving one session. */
export interface Saving {
  /** The most serious status of all sessions. `ok` if every session is saved. */
  readonly status: SavingStatus;
  /** The time of the last successful write, in ms since the epoch. Absent before the first one. */
  readonly lastSavedAt?: number;
  /** The state of saving the selected session. Absent before something in it was saved. */
  readonly session?: SessionSaving;
}

/** The state on a server and during hydration. */
const NOTHING_SAVED: Saving = { status: "ok" };

/**
 * Creates a source of the state of saving, with that of one session if its id is given.
 *
 * @example
 * ```ts
 * const saving = createSavingSource(persistence);
 * const stop = saving.subscribe(() => console.log(saving.get().status));
 * ```
 */
export function createSavingSource(
  persistence: SessionPersistence,
  sessionId?: string,
): ValueSource<Saving> {
  let saving = NOTHING_SAVED;

  function get(): Saving {
    const { status, lastSavedAt } = persistence;
    const session = sessionId === undefined ? undefined : persistence.sessionStatus(sessionId);
    const isSame =
      status === saving.status && lastSavedAt === saving.lastSavedAt && session === saving.session;
    if (!isSame)
      saving = {
        status,
        ...(lastSavedAt !== undefined && { lastSavedAt }),
        ...(session !== undefined && { session }),
      };
    return saving;
  }

  return {
    get,
    getInitial: () => NOTHING_SAVED,
    subscribe(listener) {
      let value = get();
      return persistence.onStatus(() => {
        const previous = value;
        value = get();
        if (value !== previous) listener();
      });
    },
  };
}
