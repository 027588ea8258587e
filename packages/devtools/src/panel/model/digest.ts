import type { AcpState, Diagnostic, FrameRecord } from "@acp-store/core";
import type { HistoryEntry } from "../../history/entry.js";
import type { History } from "../../history/types.js";
import { createMessageNames } from "../../messageNames.js";
import { createActivityRecorder } from "./activities.js";
import { createExchangeRecorder, type Exchange } from "./exchanges.js";
import { createTrackRecorder, type LogPosition, type Tracks } from "./tracks.js";
import { createRetryRecorder } from "./retries.js";
import type { TurnSources } from "./turnTimes.js";

/** A diagnostic with the index of its entry. */
export interface LoggedDiagnostic {
  readonly index: number;
  readonly diagnostic: Diagnostic;
}

/** The end of a connection. */
export interface Disconnect extends LogPosition {
  readonly reason: string | undefined;
}

/** Facts about an entire log that the views share. */
export interface DigestReading {
  readonly tracks: Tracks;
  readonly sessions: readonly string[];
  readonly messageNames: readonly string[];
  readonly eventTypes: readonly string[];
  readonly diagnostics: readonly LoggedDiagnostic[];
  /** The requests with their responses. */
  readonly exchanges: readonly Exchange[];
  /** The ends of connections, the oldest first. */
  readonly disconnects: readonly Disconnect[];
  /** The time of the first entry, in ms of the store's clock. */
  readonly startAt: number;
  readonly endAt: number;
}

/** Summarizes a log incrementally: each entry is processed once, as the log grows. */
export interface Digest extends TurnSources {
  /** Processes new entries. Returns the same reference until there are any. */
  read(): DigestReading;
  /** Returns the number of an entry's message, counted from 1, or `undefined` if it has none. */
  frameOf(index: number): number | undefined;
  /** Returns the name of an entry's message; see {@link createMessageNames}. */
  nameOf(entry: HistoryEntry): string | undefined;
  /** Returns the request and the response that an entry's message belongs to. */
  exchangeOf(entry: HistoryEntry): Exchange | undefined;
}

export function createDigest(history: History): Digest {
  const recorder = createTrackRecorder();
  const messages = createMessageNames();
  const exchanges = createExchangeRecorder();
  const activities = createActivityRecorder();
  const retries = createRetryRecorder();
  const frameNumbers = new WeakMap<object, number>();
  // These lists are replaced when an item is added, so that their references show changes.
  let sessions: readonly string[] = [];
  let messageNames: readonly string[] = [];
  let eventTypes: readonly string[] = [];
  let diagnostics: readonly LoggedDiagnostic[] = [];
  let disconnects: readonly Disconnect[] = [];
  let newDiagnostics: LoggedDiagnostic[] = [];
  let frameCount = 0;
  let next = history.getSnapshot().first;
  let last: HistoryEntry | undefined;
  let startAt: number | undefined;
  let reading: DigestReading | undefined;
  let isSeeded = false;
  let newestState: AcpState | undefined;

  function record(entry: HistoryEntry, earlierVersion?: HistoryEntry): void {
    startAt ??= entry.at;
    if (entry.frame !== undefined && !frameNumbers.has(entry.frame)) {
      frameNumbers.set(entry.frame, ++frameCount);
      recordMessage(entry, entry.frame);
      messageNames = withItem(messageNames, messages.nameOf(entry.frame));
    }
    if (entry.event !== undefined) eventTypes = withItem(eventTypes, entry.event.type);
    if (entry.event?.type === "disconnected" && last?.event !== entry.event) {
      disconnects = [
        ...disconnects,
        { index: entry.index, at: entry.at, reason: entry.event.reason },
      ];
      exchanges.abandon();
    }
    if (entry.sessionId !== undefined) sessions = withItem(sessions, entry.sessionId);
    for (const { sessionId } of entry.affected)
      if (sessionId !== undefined) sessions = withItem(sessions, sessionId);
    for (const diagnostic of entry.diagnostics.slice(earlierVersion?.diagnostics.length ?? 0))
      newDiagnostics.push({ index: entry.index, diagnostic });
    recorder.record(entry);
    last = entry;
    reading = undefined;
  }

  function recordMessage(entry: HistoryEntry, frame: FrameRecord["frame"]): void {
    if (frame.dir === "stderr") retries.record(String(frame.msg), entry);
    messages.record(frame);
    exchanges.record(frame, entry, messages.requestOf(frame));
    const exchange = exchanges.find(frame);
    const sessionId = entry.sessionId ?? exchange?.sessionId;
    if (sessionId !== undefined)
      activities.record(frame, entry, withParents(sessionId, newestState), exchange);
  }

  /** Records the state that the log began with, as if an entry before the first had created it. */
  function seed(first: number): void {
    isSeeded = true;
    const state = history.stateAt(first - 1);
    const at = history.entry(first)?.at ?? 0;
    if (state === undefined) return;
    for (const sessionId of state.sessions.keys()) sessions = withItem(sessions, sessionId);
    recorder.seed(state, { index: first - 1, at });
  }

  function read(): DigestReading {
    const { first, end } = history.getSnapshot();
    if (!isSeeded && end > first) seed(first);
    // The history replaces the last entry when its message causes diagnostics or its first commit.
    const replacement = last === undefined ? undefined : history.entry(last.index);
    if (replacement !== undefined && replacement !== last) record(replacement, last);
    if (next < end) newestState = history.stateAt(end - 1);
    for (next = Math.max(next, first); next < end; next++) {
      const entry = history.entry(next);
      if (entry !== undefined) record(entry);
    }
    if (newDiagnostics.length > 0 || (diagnostics[0]?.index ?? first) < first) {
      diagnostics = [...diagnostics, ...newDiagnostics].filter(({ index }) => index >= first);
      newDiagnostics = [];
      reading = undefined;
    }
    reading ??= {
      tracks: recorder.tracks(),
      sessions,
      messageNames,
      eventTypes,
      diagnostics,
      exchanges: exchanges.all(),
      disconnects,
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
      return frame && frameNumbers.get(frame);
    },
    nameOf: ({ frame }) => {
      read();
      return frame && messages.nameOf(frame);
    },
    exchangeOf: ({ frame }) => {
      read();
      return frame && exchanges.find(frame);
    },
    activitiesOf: (sessionId) => {
      read();
      return activities.of(sessionId);
    },
    retriesBetween: (from, to) => {
      read();
      return retries.between(from, to);
    },
  };
}

/** Returns a session with the sessions whose subagent it is. */
export function withParents(sessionId: string, state: AcpState | undefined): readonly string[] {
  const ids = new Set([sessionId]);
  for (const id of ids) {
    const parent = state?.sessions.get(id)?.parentSessionId;
    if (parent !== undefined) ids.add(parent);
  }
  return [...ids];
}

function withItem(list: readonly string[], item: string): readonly string[] {
  return list.includes(item) ? list : [...list, item];
}
