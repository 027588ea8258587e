import type { History } from "../../history/types.js";
import type { HistoryEntry } from "../../history/entry.js";
import { messageKind } from "../../history/messageKind.js";
import { isObject } from "../../json.js";

/** How many messages, and how long they are as JSON, in characters. */
export interface Amount {
  readonly count: number;
  readonly size: number;
}

/** What came and went. */
export interface TrafficReading {
  readonly recv: Amount;
  readonly sent: Amount;
  /** By method or kind of update, the most characters first. */
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

const NONE: Amount = { count: 0, size: 0 };

export function createTraffic(history: History): Traffic {
  const directions = new Map<string, Amount>();
  const kinds = new Map<string, Amount>();
  const seconds = new Map<number, Amount>();
  let next = 0;
  let before: HistoryEntry["frame"];
  let start: number | undefined;

  function measure(frame: NonNullable<HistoryEntry["frame"]>): void {
    start ??= frame.t;
    const size = lengthOf(frame.msg);
    add(directions, frame.dir, size);
    add(kinds, kindOf(frame.msg), size);
    add(seconds, Math.floor((frame.t - start) / 1000), size);
  }

  return {
    more: (most) => {
      const { first, end } = history.getSnapshot();
      next = Math.max(next, first);
      for (const stop = Math.min(end, next + most); next < stop; next++) {
        const frame = history.entry(next)?.frame;
        if (frame === undefined || frame === before) continue;
        before = frame;
        measure(frame);
      }
      return next >= end;
    },
    read: () => ({
      recv: directions.get("recv") ?? NONE,
      sent: directions.get("sent") ?? NONE,
      kinds: [...kinds]
        .map(([kind, amount]) => ({ kind, ...amount }))
        .toSorted((a, b) => b.size - a.size),
      seconds,
    }),
  };
}

function add<Key>(amounts: Map<Key, Amount>, key: Key, size: number): void {
  const { count, size: sum } = amounts.get(key) ?? NONE;
  amounts.set(key, { count: count + 1, size: sum + size });
}

function kindOf(msg: unknown): string {
  const params = isObject(msg) ? msg["params"] : undefined;
  const update = isObject(params) ? params["update"] : undefined;
  const kind = isObject(update) ? update["sessionUpdate"] : undefined;
  return typeof kind === "string" ? kind : messageKind(msg);
}

/** What is nested too deeply to be written counts as nothing. */
function lengthOf(msg: unknown): number {
  try {
    return JSON.stringify(msg)?.length ?? 0;
  } catch {
    return 0;
  }
}
