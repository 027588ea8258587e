import type { History } from "../../history/types.js";
import { type LogWanted, logMatcher } from "./logFilter.js";

/** The rows of the log: which entry stands in which. */
export interface LogRows {
  readonly length: number;
  at(row: number): number;
  /** The row of an entry, or of the next one that has a row. */
  rowOf(index: number): number;
}

/** Looks through a log in pieces, so that a long one does not hold up the page. */
export interface LogSearch {
  /** Goes on for at most so many entries. Returns whether all have been looked at. */
  more(most: number): boolean;
  rows(): LogRows;
}

export function createLogSearch(wanted: LogWanted): LogSearch {
  const { history } = wanted.source;
  return Object.keys(wanted.filter).length === 0 ? everything(history) : matching(wanted);
}

function everything(history: History): LogSearch {
  return {
    more: () => true,
    rows: () => {
      const { first, end } = history.getSnapshot();
      return {
        length: end - first,
        at: (row) => first + row,
        rowOf: (index) => Math.max(0, index - first),
      };
    },
  };
}

function matching(wanted: LogWanted): LogSearch {
  const { history } = wanted.source;
  const matches = logMatcher(wanted);
  let found: number[] = [];
  let next = 0;

  function more(most: number): boolean {
    const { first, end } = history.getSnapshot();
    // The entry that was the last may have become more since.
    next = Math.max(next - 1, first);
    if (found.at(-1) === next) found.pop();
    const stop = Math.min(end, next + most);
    for (; next < stop; next++) {
      const entry = history.entry(next);
      if (entry !== undefined && matches(entry)) found.push(next);
    }
    if ((found[0] ?? first) < first) found = found.filter((index) => index >= first);
    return next >= end;
  }

  return {
    more,
    rows: () => {
      const kept = found;
      return {
        length: kept.length,
        at: (row) => kept[row] ?? -1,
        rowOf: (index) => firstAtLeast(kept, index),
      };
    },
  };
}

/** Where in a sorted list the first item is that is not below a value. */
function firstAtLeast(sorted: readonly number[], value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
