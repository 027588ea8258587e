import {
  type Context,
  createContext,
  createElement,
  type ReactElement,
  type ReactNode,
  useContext,
  useMemo,
} from "react";
import { useOptionalSessionId } from "./context.js";
import { type SessionRead, type StoreView, useSelected } from "./useWatched.js";

/**
 * The state of saving: `ok`, or the reason that something is not saved. `failing` and `full` writes
 * are tried again. `superseded` means that another writer, such as a second tab, saves the session
 * now, and `unknown_version` that a newer release has saved it.
 */
export type SavingStatus = "ok" | "superseded" | "unknown_version" | "failing" | "full";

/** The state of saving one session. */
export interface SessionSaving {
  /** Whether the session is saved, and the reason it is not. */
  readonly status: SavingStatus;
  /** The time of the last successful write, in ms since the epoch. Absent before the first one. */
  readonly lastSavedAt?: number;
  /** The error of the last write, if it failed. */
  readonly error?: unknown;
}

/** The unsent prompts, such as the `drafts` of a persistence of `@acp-store/persist`. */
export interface DraftSource {
  /** Resolves with the draft of a session, or with an empty text. */
  get(sessionId: string): Promise<string>;
  /** Sets the draft of a session. An empty text removes it. */
  set(sessionId: string, text: string): void;
  /** Calls a listener after each change, with the text that it has replaced, if that is unknown here. */
  onChange(
    listener: (change: {
      readonly sessionId: string;
      readonly text: string;
      readonly replaced?: string;
    }) => void,
  ): () => void;
}

/** The saving of sessions and drafts, such as the `Persistence` of `@acp-store/persist`. */
export interface PersistenceSource {
  /** The status of the session that is in the most serious trouble. */
  readonly status: SavingStatus;
  /** The time of the last successful write, in ms since the epoch. Absent before the first one. */
  readonly lastSavedAt: number | undefined;
  /** Returns the status of one session: the same object until it changes. */
  sessionStatus(sessionId: string): SessionSaving | undefined;
  /** Calls a listener after each change of a status and after each successful write. */
  onStatus(listener: () => void): () => void;
  /** The unsent prompts. */
  readonly drafts: DraftSource;
}

/** The result of {@link usePersistence}. */
export interface Saving {
  /** The status of the session that is in the most serious trouble. */
  readonly status: SavingStatus;
  /** The time of the last successful write, in ms since the epoch. Absent before the first one. */
  readonly lastSavedAt?: number;
  /**
   * The state of saving the session of the options or of the nearest provider. Absent without such a
   * session, and before something in it was saved.
   */
  readonly session?: SessionSaving;
}

const PersistenceContext: Context<PersistenceSource | null> =
  createContext<PersistenceSource | null>(null);

/**
 * Provides the saving of sessions and drafts to `usePersistence` and `useDraft` in the components
 * inside it.
 *
 * @example
 * ```tsx
 * <AcpPersistenceProvider persistence={persistence}>
 *   <AgentPanel />
 * </AcpPersistenceProvider>
 * ```
 */
export function AcpPersistenceProvider(props: {
  readonly persistence: PersistenceSource;
  readonly children?: ReactNode;
}): ReactElement {
  return createElement(PersistenceContext.Provider, { value: props.persistence }, props.children);
}

/** Returns the persistence of the nearest provider. Throws outside of one. */
export function usePersistenceSource(): PersistenceSource {
  const persistence = useContext(PersistenceContext);
  if (persistence !== null) return persistence;
  throw new Error(
    "[acp-store] This hook needs <AcpPersistenceProvider persistence={persistence}> around its component.",
  );
}

/**
 * Returns whether the sessions are saved, the time of the last write, and both for one session: that
 * of the options or of the nearest {@link AcpSessionProvider}. Renders again after each write, so
 * select what is shown.
 *
 * @throws Error outside of an {@link AcpPersistenceProvider}.
 *
 * @example
 * ```tsx
 * function Saved() {
 *   const status = usePersistence((saving) => saving.status);
 *   return status === "ok" ? null : <p role="status">Not everything is saved.</p>;
 * }
 * ```
 */
export function usePersistence<Value = Saving>(options?: SessionRead<Saving, Value>): Value {
  const persistence = usePersistenceSource();
  const sessionId = useOptionalSessionId(options);
  const view = useMemo(() => createSavingView(persistence, sessionId), [persistence, sessionId]);
  return useSelected(view, (saving) => saving, options);
}

/** The state on a server and during hydration. */
const NOTHING_SAVED: Saving = { status: "ok" };

function createSavingView(
  persistence: PersistenceSource,
  sessionId: string | null,
): StoreView<Saving> {
  let saving = NOTHING_SAVED;
  const getState = (): Saving => {
    const { status, lastSavedAt } = persistence;
    const session = sessionId === null ? undefined : persistence.sessionStatus(sessionId);
    const isSame =
      status === saving.status && lastSavedAt === saving.lastSavedAt && session === saving.session;
    if (!isSame)
      saving = {
        status,
        ...(lastSavedAt !== undefined && { lastSavedAt }),
        ...(session !== undefined && { session }),
      };
    return saving;
  };
  return {
    getState,
    getInitialState: () => NOTHING_SAVED,
    subscribe: (listener) =>
      persistence.onStatus(() => {
        const previous = saving;
        const state = getState();
        if (state !== previous) listener(state, previous);
      }),
  };
}
