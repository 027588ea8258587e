import type { AcpState, Scheduler } from "@acp-store/core";
import type { HistoryEntry } from "./entry.js";

/** What {@link createHistory} takes. */
export interface HistoryOptions {
  /** How many entries are kept, the newest. Default: 100,000. */
  readonly limit?: number;
  /** When listeners hear of traffic. Default: once per frame where frames exist, else per microtask. */
  readonly scheduler?: Scheduler;
}

/** A place that the user marked. */
export interface Bookmark {
  readonly index: number;
  readonly label: string;
}

/** How a history stands; the same reference until something changes. */
export interface HistorySnapshot {
  /** The index of the oldest entry that is kept. */
  readonly first: number;
  /** The index that the next entry will have. */
  readonly end: number;
  /** What the limit has cost. */
  readonly dropped: { readonly entries: number; readonly diagnostics: number };
  /** The entry after which the shown state was the state; `undefined`: live. */
  readonly position: number | undefined;
  /** Whether the history was detached: nothing comes any more. */
  readonly isDetached: boolean;
  /** By index. */
  readonly bookmarks: readonly Bookmark[];
}

/** The log of a store, and the way through its past. All functions are bound. */
export interface History {
  /** Made for `useSyncExternalStore`, with {@link History.subscribe}. */
  getSnapshot(): HistorySnapshot;
  /** Calls a listener after something came or the position moved. Returns how to stop it. */
  subscribe(listener: () => void): () => void;
  /** `undefined` for what has not come yet, or has fallen out of the bound. */
  entry(index: number): HistoryEntry | undefined;
  /** The entries that are kept, from one index up to but not including another. */
  entries(from?: number, to?: number): HistoryEntry[];
  /**
   * The state after an entry, as a value of its own: the store is not touched. The index before the
   * first entry gives the state that the log begins with; any other that is not kept `undefined`.
   */
  stateAt(index: number): AcpState | undefined;
  /** The state to show: that of the position, or while live, the store's. */
  getState(): AcpState;
  /** Shows the state after an entry; of an index that is not kept, the nearest. It stays when the entry falls out. */
  jump(index: number): void;
  /** Goes so many entries forwards, or with a negative number back. Starts from now while live. */
  step(by: number): void;
  /** Shows the store's own state again; once detached, that at the end of the log. */
  live(): void;
  /** Marks an entry that is kept, or names its mark anew. */
  bookmark(index: number, label?: string): void;
  unbookmark(index: number): void;
  /** Stops listening to the store, and tells the listeners so. What was logged can still be read. */
  detach(): void;
}
