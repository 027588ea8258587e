import type { HistoryEntry } from "../../history/entry.js";
import { createEntryMatcher, type HistoryFilter } from "../../history/filterEntries.js";
import type { History } from "../../history/types.js";
import { summarizeEntry } from "../explain/summarizeEntry.js";
import { toolCallIdIn } from "../../messageNames.js";
import type { PanelSource } from "./source.js";

/** A tool call, identified by its ids. */
export interface CallIds {
  readonly sessionId: string;
  readonly toolCallId: string;
}

/**
 * The filter of the log. Besides what a {@link HistoryFilter} finds, `kind` and `text` match the names
 * of messages, and `text` matches the summaries of rows.
 */
export interface LogFilter extends HistoryFilter {
  /** A tool call: finds its updates, its permission requests with their answers, and its turn. */
  readonly about?: CallIds;
}

/** A filter with the log that it applies to. */
export interface LogQuery {
  readonly source: PanelSource;
  readonly filter: LogFilter;
  /** The entries that a conformance check has findings for. */
  readonly flagged: Pick<ReadonlySet<number>, "has">;
}

/** Returns a predicate for the entries that match a query. */
export function logMatcher({
  source,
  filter,
  flagged,
}: LogQuery): (entry: HistoryEntry) => boolean {
  const { digest } = source;
  const { about, kind, text, diagnosticsOnly, ...rest } = filter;
  const matchesRest = createEntryMatcher(rest);
  const matchesText = createEntryMatcher(text === undefined ? {} : { text });
  const nameOf = (entry: HistoryEntry): string => digest.nameOf(entry) ?? "";
  const rowText = (entry: HistoryEntry): string =>
    `${nameOf(entry)} ${summarizeEntry(entry, digest.read().tracks)}`;
  const lowerText = text?.toLowerCase() ?? "";
  return (entry) =>
    matchesRest(entry) &&
    (kind === undefined || entry.kind === kind || nameOf(entry) === kind) &&
    (diagnosticsOnly !== true || entry.diagnostics.length > 0 || flagged.has(entry.index)) &&
    (about === undefined || concernsCall(entry, about, source)) &&
    (matchesText(entry) || rowText(entry).toLowerCase().includes(lowerText));
}

/**
 * Returns whether an entry is part of the history of a tool call: a message that names the call,
 * a permission request for it or the answer, or the start, cancel or end of its turn. If the log
 * ends before the turn, the last entry is part of it too.
 */
function concernsCall(entry: HistoryEntry, call: CallIds, source: PanelSource): boolean {
  const { digest, history } = source;
  const { sessionId, toolCallId } = call;
  if (entry.sessionId === sessionId && toolCallIdIn(entry.frame?.msg) === toolCallId) return true;
  const { tracks } = digest.read();
  const changesCall = entry.affected.some(({ sessionId: changedSession, table, id }) => {
    if (changedSession !== sessionId || id === undefined) return false;
    if (table === "toolCalls") return id === toolCallId;
    const permission = table === "permissions" && tracks.find(sessionId, table, id);
    return permission && permission.toolCallId === toolCallId;
  });
  const { turnId = "" } = tracks.find(sessionId, "toolCalls", toolCallId) ?? {};
  const turnStatuses = tracks.find(sessionId, "turns", turnId)?.statuses ?? [];
  if (changesCall || turnStatuses.some(({ index }) => index === entry.index)) return true;
  const turnStatus = turnStatuses.at(-1)?.status;
  const isTurnOpen = turnStatus === "running" || turnStatus === "cancelling";
  const { end, isDetached } = history.getSnapshot();
  return isTurnOpen && isDetached && entry.index === end - 1;
}

/** The rows of the log, as a mapping between rows and entries. */
export interface LogRows {
  readonly length: number;
  /** Returns the index of the entry in a row. */
  entryAt(row: number): number;
  /** Returns the row of an entry, or of the next entry that has a row. */
  rowOf(index: number): number;
}

/** Searches a log in steps, so that a long log does not block the page. */
export interface LogSearch {
  /** Examines up to `limit` more entries. Returns whether all entries have been examined. */
  advance(limit: number): boolean;
  rows(): LogRows;
}

export function createLogSearch(query: LogQuery): LogSearch {
  return Object.keys(query.filter).length === 0
    ? createUnfilteredSearch(query.source.history)
    : createFilteredSearch(query);
}

function createUnfilteredSearch(history: History): LogSearch {
  return {
    advance: () => true,
    rows: () => {
      const { first, end } = history.getSnapshot();
      return {
        length: end - first,
        entryAt: (row) => first + row,
        rowOf: (index) => Math.max(0, index - first),
      };
    },
  };
}

function createFilteredSearch(query: LogQuery): LogSearch {
  const { history } = query.source;
  const matches = logMatcher(query);
  let found: number[] = [];
  let next = 0;

  function advance(limit: number): boolean {
    const { first, end } = history.getSnapshot();
    // The history may have replaced the last entry since, so examine that entry again.
    next = Math.max(next - 1, first);
    if (found.at(-1) === next) found.pop();
    const stop = Math.min(end, next + limit);
    for (; next < stop; next++) {
      const entry = history.entry(next);
      if (entry !== undefined && matches(entry)) found.push(next);
    }
    if ((found[0] ?? first) < first) found = found.filter((index) => index >= first);
    return next >= end;
  }

  return {
    advance,
    rows: () => {
      const kept = found;
      return {
        length: kept.length,
        entryAt: (row) => kept[row] ?? -1,
        rowOf: (index) => lowerBound(kept, index),
      };
    },
  };
}

/** Returns the position of the first item in a sorted list that is not below a value. */
function lowerBound(sorted: readonly number[], value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
