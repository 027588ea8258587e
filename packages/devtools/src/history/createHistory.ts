import type { AcpState, AcpStore } from "@acp-store/core";
import { createAnnouncer } from "./announcer.js";
import { collectInto } from "./collect.js";
import type { HistoryEntry } from "./entry.js";
import { createLog } from "./log.js";
import { createPast } from "./past.js";
import { whenShown } from "./scheduler.js";
import type { History, HistoryOptions, HistorySnapshot } from "./types.js";

/**
 * Logs every message, commit and diagnostic of a store from now on, and shows the past without
 * disturbing it: traffic goes on while an earlier state is looked at.
 *
 * @throws RangeError if the limit is not a whole number of at least 1.
 *
 * @example
 * ```ts
 * const history = createHistory(store);
 * store.ingest(update);
 * history.jump(0);
 * history.getState(); // as it was after the first entry
 * history.live();
 * ```
 */
export function createHistory(
  store: Pick<AcpStore, "getState" | "inspect">,
  { limit = 100_000, scheduler = whenShown }: HistoryOptions = {},
): History {
  if (!Number.isInteger(limit) || limit < 1)
    throw new RangeError(
      `[acp-store] The limit of a history is a whole number of at least 1, not ${limit}.`,
    );
  const log = createLog(limit);
  const announcer = createAnnouncer(scheduler);
  const bookmarks = new Map<number, string>();
  let readNow: () => AcpState = store.getState;
  const past = createPast(log, () => readNow());
  let shown: { readonly index: number; readonly state: AcpState } | undefined;
  let isDetached = false;
  let droppedDiagnostics = 0;
  let snapshot: HistorySnapshot | undefined;

  function add(entry: HistoryEntry): void {
    const fallen = log.add(entry);
    if (fallen === undefined) return;
    droppedDiagnostics += fallen.diagnostics.length;
    bookmarks.delete(fallen.index);
    past.noteFallen(fallen.index);
  }

  const collect = collectInto(log, add);
  const stop = store.inspect((record) => {
    collect(record);
    if (record.type === "commit") past.noteCommit(log.end() - 1);
    snapshot = undefined;
    announcer.soon();
  });

  function isKept(index: number): boolean {
    return Number.isInteger(index) && index >= log.first() - 1 && index < log.end();
  }

  /** What the user does is shown at once. */
  function changed(): void {
    snapshot = undefined;
    announcer.now();
  }

  function jump(index: number): void {
    const place = Math.min(Math.max(Math.trunc(index) || 0, log.first() - 1), log.end() - 1);
    shown = { index: place, state: past.at(place) };
    changed();
  }

  function buildSnapshot(): HistorySnapshot {
    return {
      first: log.first(),
      end: log.end(),
      dropped: { entries: log.first(), diagnostics: droppedDiagnostics },
      position: shown?.index,
      isDetached,
      bookmarks: [...bookmarks]
        .map(([index, label]) => ({ index, label }))
        .toSorted((a, b) => a.index - b.index),
    };
  }

  return {
    getSnapshot: () => (snapshot ??= buildSnapshot()),
    subscribe: announcer.subscribe,
    entry: log.at,
    entries: (from = log.first(), to = log.end()) => {
      const begin = Math.max(from, log.first());
      const length = Math.max(0, Math.min(to, log.end()) - begin);
      return Array.from({ length }, (_, offset) => log.at(begin + offset) as HistoryEntry);
    },
    stateAt: (index) => (isKept(index) ? past.at(index) : undefined),
    getState: () => shown?.state ?? readNow(),
    jump,
    step: (by) => jump((shown?.index ?? log.end() - 1) + by),
    live: () => {
      shown = undefined;
      changed();
    },
    bookmark: (index, label = "") => {
      if (log.at(index) === undefined) return;
      bookmarks.set(index, label);
      changed();
    },
    unbookmark: (index) => {
      if (bookmarks.delete(index)) changed();
    },
    detach: () => {
      if (isDetached) return;
      isDetached = true;
      stop();
      // The store goes on, the log does not: its end is the state of this moment.
      const end = readNow();
      readNow = () => end;
      changed();
    },
  };
}
