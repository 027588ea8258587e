import type { Diagnostic } from "@acp-store/core";
import type { HistoryEntry } from "../../history/entry.js";
import type { History } from "../../history/types.js";
import { createMessageNames } from "./messageNames.js";
import { createTracking } from "./tracking.js";
import type { Tracks } from "./tracks.js";

/** A diagnostic, and the entry that has it. */
export interface NotedDiagnostic {
  readonly index: number;
  readonly diagnostic: Diagnostic;
}

/** What the panel knows of a whole log. Grows with it; read anew after each change. */
export interface DigestReading {
  readonly tracks: Tracks;
  readonly sessions: readonly string[];
  /** The names of messages, and the types of events. */
  readonly names: readonly string[];
  readonly events: readonly string[];
  readonly diagnostics: readonly NotedDiagnostic[];
  /** The time of the first entry, in ms of the store's clock. */
  readonly startAt: number;
  readonly endAt: number;
}

/** Reads a log once, entry by entry, as it grows. */
export interface Digest {
  /** Takes in what is new. The same reference while nothing is. */
  read(): DigestReading;
  /** Which message an entry belongs to, counted from 1; `undefined` for what was done locally. */
  frameOf(index: number): number | undefined;
  /** What the message of an entry is called on the wire; see {@link MessageNames}. */
  nameOf(entry: HistoryEntry): string | undefined;
}

export function createDigest(history: History): Digest {
  const tracking = createTracking();
  // As lists that stay the same until there is another one.
  let sessions: readonly string[] = [];
  let names: readonly string[] = [];
  let events: readonly string[] = [];
  let diagnostics: readonly NotedDiagnostic[] = [];
  const frames = new WeakMap<object, number>();
  const messages = createMessageNames();
  let fresh: NotedDiagnostic[] = [];
  let frameCount = 0;
  let next = history.getSnapshot().first;
  let last: HistoryEntry | undefined;
  let startAt: number | undefined;
  let reading: DigestReading | undefined;
  // What was there before the log began has no entry: it counts as of the one before the first.
  let isSeeded = false;

  function note(entry: HistoryEntry, before: HistoryEntry | undefined): void {
    startAt ??= entry.at;
    if (entry.frame !== undefined && !frames.has(entry.frame)) {
      frames.set(entry.frame, ++frameCount);
      messages.note(entry.frame);
      names = withOne(names, messages.of(entry.frame));
    }
    if (entry.event !== undefined) events = withOne(events, entry.event.type);
    if (entry.sessionId !== undefined) sessions = withOne(sessions, entry.sessionId);
    for (const { sessionId } of entry.affected)
      if (sessionId !== undefined) sessions = withOne(sessions, sessionId);
    for (const diagnostic of entry.diagnostics.slice(before?.diagnostics.length ?? 0))
      fresh.push({ index: entry.index, diagnostic });
    tracking.note(entry);
    last = entry;
    reading = undefined;
  }

  function seed(first: number): void {
    isSeeded = true;
    const state = history.stateAt(first - 1);
    const at = history.entry(first)?.at ?? 0;
    if (state === undefined) return;
    for (const sessionId of state.sessions.keys()) sessions = withOne(sessions, sessionId);
    tracking.seed(state, { index: first - 1, at });
  }

  function read(): DigestReading {
    const { first, end } = history.getSnapshot();
    if (!isSeeded && end > first) seed(first);
    // The last entry may have become more since: a message stands first, then what it changed.
    const again = last === undefined ? undefined : history.entry(last.index);
    if (again !== undefined && again !== last) note(again, last);
    for (next = Math.max(next, first); next < end; next++) {
      const entry = history.entry(next);
      if (entry !== undefined) note(entry, undefined);
    }
    if (fresh.length > 0 || (diagnostics[0]?.index ?? first) < first) {
      diagnostics = [...diagnostics, ...fresh].filter(({ index }) => index >= first);
      fresh = [];
      reading = undefined;
    }
    reading ??= {
      tracks: tracking.tracks(),
      sessions,
      names,
      events,
      diagnostics,
      startAt: startAt ?? 0,
      endAt: last?.at ?? 0,
    };
    return reading;
  }

  return {
    read,
    frameOf: (index) => {
      read();
      const frame = history.entry(index)?.frame;
      return frame && frames.get(frame);
    },
    nameOf: ({ frame }) => {
      read();
      return frame && messages.of(frame);
    },
  };
}

function withOne(list: readonly string[], item: string): readonly string[] {
  return list.includes(item) ? list : [...list, item];
}
