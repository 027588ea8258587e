import type { History } from "../../history/types.js";
import type { HistoryEntry } from "../../history/entry.js";
import { createMessageNames } from "./messageNames.js";

/** How many messages, how long they are as JSON, in characters, and what the store spent on them. */
export interface Amount {
  readonly count: number;
  readonly size: number;
  /** See {@link HistoryEntry.spentMs}. */
  readonly spentMs: number;
  /** The messages of which that is known: those that caused something. */
  readonly timed: number;
}

/** What came and went. */
export interface TrafficReading {
  readonly all: Amount;
  readonly recv: Amount;
  readonly sent: Amount;
  /** By their names (see {@link createMessageNames}), the most characters first. */
  readonly kinds: readonly (Amount & { readonly kind: string })[];
  /** By second since the first message. Seconds without messages are absent. */
  readonly seconds: ReadonlyMap<number, Amount>;
}

/** Measures the messages of a log, each once. */
export interface Traffic {
  /** Goes on for at most so many entries. Returns whether all have been measured. */
  more(most: number): boolean;
  read(): TrafficReading;
}

const NONE: Amount = { count: 0, size: 0, spentMs: 0, timed: 0 };

export function createTraffic(history: History): Traffic {
  let all = NONE;
  const directions = new Map<string, Amount>();
  const kinds = new Map<string, Amount>();
  const seconds = new Map<number, Amount>();
  let next = 0;
  // A message of several commits may have another in the middle of it, as from a listener.
  const seen = new WeakSet<object>();
  const names = createMessageNames();
  let start: number | undefined;

  function measure(frame: NonNullable<HistoryEntry["frame"]>, spentMs: number | undefined): void {
    start ??= frame.t;
    if (!seen.has(frame)) names.note(frame);
    const amount = seen.has(frame) ? more(spentMs) : whole(frame.msg, spentMs);
    seen.add(frame);
    all = sum(all, amount);
    add(directions, frame.dir, amount);
    add(kinds, names.of(frame), amount);
    add(seconds, Math.floor((frame.t - start) / 1000), amount);
  }

  return {
    more: (most) => {
      const { first, end } = history.getSnapshot();
      next = Math.max(next, first);
      for (const stop = Math.min(end, next + most); next < stop; next++) {
        const { frame, spentMs } = history.entry(next) ?? {};
        if (frame !== undefined) measure(frame, spentMs);
      }
      return next >= end;
    },
    read: () => ({
      all,
      recv: directions.get("recv") ?? NONE,
      sent: directions.get("sent") ?? NONE,
      kinds: [...kinds]
        .map(([kind, amount]) => ({ kind, ...amount }))
        .toSorted((a, b) => b.size - a.size),
      seconds,
    }),
  };
}

function whole(msg: unknown, spentMs: number | undefined): Amount {
  const timed = spentMs === undefined ? 0 : 1;
  return { count: 1, size: lengthOf(msg), spentMs: spentMs ?? 0, timed };
}

/** A further entry of a message that has been counted. */
function more(spentMs = 0): Amount {
  return { ...NONE, spentMs };
}

function sum(a: Amount, b: Amount): Amount {
  return {
    count: a.count + b.count,
    size: a.size + b.size,
    spentMs: a.spentMs + b.spentMs,
    timed: a.timed + b.timed,
  };
}

function add<Key>(amounts: Map<Key, Amount>, key: Key, amount: Amount): void {
  amounts.set(key, sum(amounts.get(key) ?? NONE, amount));
}

/** What is nested too deeply to be written counts as nothing. */
function lengthOf(msg: unknown): number {
  try {
    return JSON.stringify(msg)?.length ?? 0;
  } catch {
    return 0;
  }
}
