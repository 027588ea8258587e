import type { HistoryEntry } from "../../history/entry.js";
import type { History } from "../../history/types.js";
import { createMessageNames } from "../../messageNames.js";

/** A sum over messages. */
export interface TrafficAmount {
  readonly count: number;
  /** The length of the messages as JSON, in characters. */
  readonly size: number;
  /** The store's processing time; see {@link HistoryEntry.spentMs}. */
  readonly spentMs: number;
  /** The number of messages with a known processing time: those that caused something. */
  readonly timed: number;
}

/** The messages of a log, without lines of stderr, measured by direction, kind and second. */
export interface TrafficReading {
  readonly all: TrafficAmount;
  readonly recv: TrafficAmount;
  readonly sent: TrafficAmount;
  /** By message name (see {@link createMessageNames}), the largest sum of characters first. */
  readonly kinds: readonly (TrafficAmount & { readonly kind: string })[];
  /** By second since the first message. Seconds without messages are absent. */
  readonly seconds: ReadonlyMap<number, TrafficAmount>;
}

/** Measures each message of a log once. */
export interface TrafficMeter {
  /** Measures up to `limit` more entries. Returns whether all entries have been measured. */
  advance(limit: number): boolean;
  read(): TrafficReading;
}

export const NO_TRAFFIC: TrafficAmount = { count: 0, size: 0, spentMs: 0, timed: 0 };

export function createTrafficMeter(history: History): TrafficMeter {
  let all = NO_TRAFFIC;
  const directions = new Map<string, TrafficAmount>();
  const kinds = new Map<string, TrafficAmount>();
  const seconds = new Map<number, TrafficAmount>();
  let next = 0;
  // The entries of one message need not be adjacent: a listener may cause others in between.
  const seen = new WeakSet<object>();
  const names = createMessageNames();
  let start: number | undefined;

  function measure(frame: NonNullable<HistoryEntry["frame"]>, spentMs: number | undefined): void {
    start ??= frame.t;
    const isFirstEntry = !seen.has(frame);
    if (isFirstEntry) names.record(frame);
    seen.add(frame);
    const amount = isFirstEntry
      ? messageAmount(frame.msg, spentMs)
      : { ...NO_TRAFFIC, spentMs: spentMs ?? 0 };
    all = addAmounts(all, amount);
    addTo(directions, frame.dir, amount);
    addTo(kinds, names.nameOf(frame), amount);
    addTo(seconds, Math.floor((frame.t - start) / 1000), amount);
  }

  return {
    advance: (limit) => {
      const { first, end } = history.getSnapshot();
      next = Math.max(next, first);
      for (const stop = Math.min(end, next + limit); next < stop; next++) {
        const { frame, spentMs } = history.entry(next) ?? {};
        if (frame !== undefined && frame.dir !== "stderr") measure(frame, spentMs);
      }
      return next >= end;
    },
    read: () => ({
      all,
      recv: directions.get("recv") ?? NO_TRAFFIC,
      sent: directions.get("sent") ?? NO_TRAFFIC,
      kinds: [...kinds]
        .map(([kind, amount]) => ({ kind, ...amount }))
        .toSorted((a, b) => b.size - a.size),
      seconds,
    }),
  };
}

function messageAmount(msg: unknown, spentMs: number | undefined): TrafficAmount {
  const timed = spentMs === undefined ? 0 : 1;
  return { count: 1, size: jsonLength(msg), spentMs: spentMs ?? 0, timed };
}

function addAmounts(a: TrafficAmount, b: TrafficAmount): TrafficAmount {
  return {
    count: a.count + b.count,
    size: a.size + b.size,
    spentMs: a.spentMs + b.spentMs,
    timed: a.timed + b.timed,
  };
}

function addTo<Key>(amounts: Map<Key, TrafficAmount>, key: Key, amount: TrafficAmount): void {
  amounts.set(key, addAmounts(amounts.get(key) ?? NO_TRAFFIC, amount));
}

/** Returns the length of a message as JSON, or 0 if it is nested too deeply to be stringified. */
function jsonLength(msg: unknown): number {
  try {
    return JSON.stringify(msg)?.length ?? 0;
  } catch {
    return 0;
  }
}
