import type { AcpState, Scheduler } from "@acp-store/core";
import type { HistoryEntry } from "./entry.js";

/** The options of {@link createHistory}. */
export interface HistoryOptions {
  /** The number of entries to keep. When it is exceeded, the oldest are dropped. Default: 100,000. */
  readonly limit?: number;
  /**
   * When listeners run after traffic. Default: once per animation frame in browsers, and once per
   * microtask elsewhere.
   */
  readonly scheduler?: Scheduler;
}

/** An entry that the user marked. */
export interface Bookmark {
  /** The index of the entry. */
  readonly index: number;
  /** The label; an empty string if none was given. */
  readonly label: string;
}

/** The status of a history. It stays the same reference until something changes. */
export interface HistorySnapshot {
  /** The index of the oldest entry that the history still has. */
  readonly first: number;
  /** The index that the next entry will get. */
  readonly end: number;
  /** The data discarded because of the limit. */
  readonly dropped: {
    /** The number of dropped entries. */
    readonly entries: number;
    /** The number of diagnostics in dropped entries. */
    readonly diagnostics: number;
  };
  /** The entry whose state is shown; `undefined` while the history shows the live state. */
  readonly position: number | undefined;
  /** Whether the history has stopped listening to the store. */
  readonly isDetached: boolean;
  /** The bookmarks, sorted by index. */
  readonly bookmarks: readonly Bookmark[];
}

/** A log of a store that can show earlier states. All functions are bound. */
export interface History {
  /** Returns the status of the history. Works with React's `useSyncExternalStore`. */
  getSnapshot(): HistorySnapshot;
  /** Calls a listener when the snapshot changes. Returns a function that removes the listener. */
  subscribe(listener: () => void): () => void;
  /** Returns the entry at an index; `undefined` if it was dropped or does not exist yet. */
  entry(index: number): HistoryEntry | undefined;
  /** Returns the entries from `from` up to but not including `to`. Default: all entries. */
  entries(from?: number, to?: number): HistoryEntry[];
  /**
   * Returns the state after an entry, without moving the position. The index before the first entry
   * returns the state before it. Any other index without an entry returns `undefined`.
   */
  stateAt(index: number): AcpState | undefined;
  /**
   * Returns the current time, in ms by the clock of the store. Once the history is detached, the time
   * stands still.
   */
  now(): number;
  /** Returns the state at the current position. While live, that is the state of the store. */
  getState(): AcpState;
  /**
   * Moves to the state after an entry, or after the nearest one that exists. The state stays
   * available when its entry is dropped.
   */
  jumpTo(index: number): void;
  /** Moves forward by a number of entries, or back if negative. While live, it starts at the end. */
  step(by: number): void;
  /** Returns to the live state. If the history is detached, moves to its last state. */
  goLive(): void;
  /** Bookmarks an entry or changes the label of its bookmark. Ignores indexes without an entry. */
  bookmark(index: number, label?: string): void;
  /** Removes the bookmark of an entry. */
  removeBookmark(index: number): void;
  /** Stops listening to the store and notifies the listeners. The entries stay available. */
  detach(): void;
}
