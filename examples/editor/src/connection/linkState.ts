import type { SavedSession } from "@acp-store/persist";
import type { ConnectionEnd } from "./connectionEnd.js";

/** The page's state of a connection that is not part of the store. */
export interface LinkState {
  /** The socket id of the latest agent process. */
  readonly socketId: string;
  /** The reason why the latest agent process ended, if one has ended. */
  readonly end?: ConnectionEnd & { readonly socketId: string };
  /** The session that is shown. */
  readonly sessionId?: string | undefined;
  /** Whether a session is being opened or loaded. */
  readonly isOpening: boolean;
  /** The session whose transcript is being loaded. */
  readonly loadingId?: string | undefined;
  /** The session whose turn ended with its agent or its page, until the next prompt. */
  readonly interruptedId?: string | undefined;
  /** The sessions that this browser has saved. */
  readonly saved: readonly SavedSession[];
  /** The last action on a session that failed. The next action clears it. */
  readonly sessionError?: SessionError | undefined;
}

/** An action on a session that failed, in words for the user. */
export interface SessionError {
  readonly title: string;
  readonly detail: string;
  /** Whether the action was to open a session, which can be repeated. */
  readonly canRetry: boolean;
}

/** An external store for {@link LinkState}, to be used with `useSyncExternalStore`. */
export interface LinkStateStore {
  get(): LinkState;
  set(change: Partial<LinkState>): void;
  subscribe(listener: () => void): () => void;
}

export function createLinkState(): LinkStateStore {
  const listeners = new Set<() => void>();
  let state: LinkState = { socketId: "", isOpening: false, saved: [] };
  return {
    get: () => state,
    set(change) {
      state = { ...state, ...change };
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
