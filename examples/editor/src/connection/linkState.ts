import type { ConnectionEnd } from "./connectionEnd.js";

/** What the page knows of a connection besides what is in the store. */
export interface LinkState {
  /** Of the agent process started last. */
  readonly socketId: string;
  /** How the last agent process ended, where one has. */
  readonly end?: ConnectionEnd & { readonly socketId: string };
  /** The session on the screen. */
  readonly sessionId?: string | undefined;
  /** A session is being opened or loaded. */
  readonly isOpening: boolean;
  /** The session whose transcript is being loaded. */
  readonly loadingId?: string | undefined;
  /** Why the last session was not opened, for the user. */
  readonly refusal?: string | undefined;
  /** The agent wants to know who is there before it opens one. */
  readonly signIn?: { readonly isBusy: boolean; readonly error?: string } | undefined;
}

/** A value that components can follow. */
export interface LinkStateHolder {
  get(): LinkState;
  set(change: Partial<LinkState>): void;
  subscribe(listener: () => void): () => void;
}

export function holdLinkState(): LinkStateHolder {
  const listeners = new Set<() => void>();
  let state: LinkState = { socketId: "", isOpening: false };
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
