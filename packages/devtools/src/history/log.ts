import type { HistoryEntry } from "./entry.js";

/** The newest entries. Each operation costs the same, however many there are. */
export interface Log {
  /** The index of the oldest entry that is kept. */
  first(): number;
  /** The index that the next entry will have. */
  end(): number;
  at(index: number): HistoryEntry | undefined;
  /** Adds an entry of the index {@link end}; returns the one that fell out for it. */
  add(entry: HistoryEntry): HistoryEntry | undefined;
  /** Puts more of the last entry in its place. */
  replaceLast(entry: HistoryEntry): void;
}

export function createLog(limit: number): Log {
  // A ring: the entry of an index is where it stands in turn.
  const slots: HistoryEntry[] = [];
  let end = 0;
  const first = (): number => Math.max(0, end - limit);

  return {
    first,
    end: () => end,
    at: (index) => (index >= first() && index < end ? slots[index % limit] : undefined),
    add: (entry) => {
      const fallen = end >= limit ? slots[end % limit] : undefined;
      slots[end % limit] = entry;
      end++;
      return fallen;
    },
    replaceLast: (entry) => {
      slots[(end - 1) % limit] = entry;
    },
  };
}
