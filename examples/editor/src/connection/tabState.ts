import type { SavedSession } from "@acp-store/persist";
import type { OwnerState } from "../owner/ownerState.js";

/** The state of one tab that is not part of the store. */
export interface TabState {
  /** The session that is shown. */
  readonly sessionId?: string | undefined;
  /** Whether a session is being opened or loaded. */
  readonly isOpening: boolean;
  /** The session whose transcript is being loaded. */
  readonly loadingId?: string | undefined;
  /** The sessions that this browser has saved. */
  readonly saved: readonly SavedSession[];
  /** The last action that failed. The next action clears it. */
  readonly actionError?: ActionError | undefined;
}

/** The state of this tab, and of the tab that is connected to the agent. */
export type AgentTabState = OwnerState & TabState;

/** An action that failed, in words for the user. */
export interface ActionError {
  readonly title: string;
  readonly detail: string;
  /** Whether the action was to open a session, which can be repeated. */
  readonly canRetry: boolean;
}

/** An external store for {@link TabState}. */
export interface TabStateStore {
  get(): TabState;
  set(change: Partial<TabState>): void;
  subscribe(listener: () => void): () => void;
}

export function createTabState(): TabStateStore {
  const listeners = new Set<() => void>();
  let state: TabState = { isOpening: false, saved: [] };
  return {
    get: () => state,
    set(change) {
      state = { ...state, ...change };
      for (const listener of [...listeners]) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
