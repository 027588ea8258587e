import type { AcpState, ReadableAcpStore } from "@acp-store/core";
import { createRingBuffer } from "../ringBuffer.js";
import { createEntryCollector } from "./collectEntries.js";
import type { HistoryEntry } from "./entry.js";
import { createNotifier, frameOrMicrotask } from "./notifier.js";
import { createPastStates } from "./pastStates.js";
import type { History, HistoryOptions, HistorySnapshot } from "./types.js";

/**
 * Creates a history of a store. From now on, it logs every message, commit and diagnostic, and it can
 * show any earlier state. It never changes the store, so traffic continues while you look at the past.
 *
 * @throws RangeError if the limit is not an integer of at least 1.
 *
 * @example
 * ```ts
 * const history = createHistory(store);
 * store.ingest(update);
 * history.jumpTo(0);
 * history.getState(); // the state after the first entry
 * history.goLive();
 * ```
 */
export function createHistory(
  store: Pick<ReadableAcpStore, "getState" | "inspect" | "now">,
  { limit = 100_000, scheduler = frameOrMicrotask }: HistoryOptions = {},
): History {
  if (!Number.isInteger(limit) || limit < 1)
    throw new RangeError(
      `[acp-store] The limit of a history must be an integer of at least 1, not ${limit}.`,
    );
  const entries = createRingBuffer<HistoryEntry>(limit);
  const notifier = createNotifier(scheduler);
  const bookmarks = new Map<number, string>();
  let getLiveState: () => AcpState = store.getState;
  let now: () => number = store.now;
  const pastStates = createPastStates(entries, () => getLiveState());
  let shown: { readonly index: number; readonly state: AcpState } | undefined;
  let isDetached = false;
  let droppedDiagnostics = 0;
  let snapshot: HistorySnapshot | undefined;

  function addEntry(entry: HistoryEntry): void {
    const dropped = entries.push(entry);
    if (dropped === undefined) return;
    droppedDiagnostics += dropped.diagnostics.length;
    bookmarks.delete(dropped.index);
    pastStates.onDrop(dropped.index);
  }

  const collect = createEntryCollector(entries, addEntry);
  const stopInspecting = store.inspect((record) => {
    collect(record);
    if (record.type === "commit") pastStates.onCommit(entries.endIndex() - 1);
    snapshot = undefined;
    notifier.schedule();
  });

  /** Changes made by the user reach listeners immediately, without the scheduler. */
  function notifyNow(): void {
    snapshot = undefined;
    notifier.notify();
  }

  function hasStateAt(index: number): boolean {
    return (
      Number.isInteger(index) && index >= entries.firstIndex() - 1 && index < entries.endIndex()
    );
  }

  function jumpTo(target: number): void {
    const wanted = Math.max(Math.trunc(target) || 0, entries.firstIndex() - 1);
    const index = Math.min(wanted, entries.endIndex() - 1);
    shown = { index, state: pastStates.at(index) };
    notifyNow();
  }

  function buildSnapshot(): HistorySnapshot {
    return {
      first: entries.firstIndex(),
      end: entries.endIndex(),
      dropped: { entries: entries.firstIndex(), diagnostics: droppedDiagnostics },
      position: shown?.index,
      isDetached,
      bookmarks: [...bookmarks]
        .map(([index, label]) => ({ index, label }))
        .toSorted((a, b) => a.index - b.index),
    };
  }

  return {
    getSnapshot: () => (snapshot ??= buildSnapshot()),
    subscribe: notifier.subscribe,
    entry: entries.at,
    entries: (from = entries.firstIndex(), to = entries.endIndex()) => {
      const begin = Math.max(from, entries.firstIndex());
      const length = Math.max(0, Math.min(to, entries.endIndex()) - begin);
      return Array.from({ length }, (_, offset) => entries.at(begin + offset) as HistoryEntry);
    },
    stateAt: (index) => (hasStateAt(index) ? pastStates.at(index) : undefined),
    now: () => now(),
    getState: () => shown?.state ?? getLiveState(),
    jumpTo,
    step: (by) => jumpTo((shown?.index ?? entries.endIndex() - 1) + by),
    goLive: () => {
      shown = undefined;
      notifyNow();
    },
    bookmark: (index, label = "") => {
      if (entries.at(index) === undefined) return;
      bookmarks.set(index, label);
      notifyNow();
    },
    removeBookmark: (index) => {
      if (bookmarks.delete(index)) notifyNow();
    },
    detach: () => {
      if (isDetached) return;
      isDetached = true;
      stopInspecting();
      // The store may change further. Past states are computed from its state at this moment.
      const finalState = getLiveState();
      getLiveState = () => finalState;
      const endedAt = now();
      now = () => endedAt;
      notifyNow();
    },
  };
}
