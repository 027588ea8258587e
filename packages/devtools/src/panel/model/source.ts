import { type AcpStore, createAcpStore, type Frame } from "@acp-store/core";
import { createHistory } from "../../history/createHistory.js";
import type { History } from "../../history/types.js";
import type { TraceEnd } from "../../trace/lineReading.js";
import { type ParsedTrace, parseTrace } from "../../trace/parseTrace.js";
import { createDigest, type Digest } from "./digest.js";
import { formatElapsed, formatTime } from "./format.js";
import type { LogPosition, Tracks } from "./tracks.js";
import type { Activity } from "./turnTimes.js";

/** A log that the panel can show: of the application's store, or of an opened trace. */
export interface PanelSource {
  readonly history: History;
  readonly digest: Digest;
  /** The name of what was logged, such as an agent or a file. */
  readonly name: string | undefined;
  /** Set for an opened trace. */
  readonly trace?: ReplayedTrace;
}

/** A trace that was replayed into a separate store. */
interface ReplayedTrace extends ParsedTrace {
  readonly store: AcpStore;
  /** The names of the agents of the file. The frames are those of one agent. */
  readonly agents: readonly string[];
  /** The agent whose frames these are, if the file names any. */
  readonly agent?: string | undefined;
  /** Returns the trace of another agent of the file, if there are several. */
  readonly ofAgent: ((agent: string) => PanelSource) | undefined;
}

export function createLiveSource(history: History, name?: string): PanelSource {
  return { history, digest: createDigest(history), name };
}

/** Creates the source for a panel that has neither a store, a history nor a trace. */
export function createEmptySource(): PanelSource {
  const history = createHistory(createAcpStore());
  history.detach();
  return createLiveSource(history);
}

/**
 * Replays a trace into a separate store. A trace of several agents is replayed for one of them, because
 * each agent counts its ids itself. Default: the first agent.
 */
export function createTraceSource(name: string, text: string, agent?: string): PanelSource {
  const parsed = parseTrace(text);
  const agents = [...new Set(parsed.frames.flatMap((frame) => frame.agent ?? []))];
  const shown = agent ?? agents[0];
  const trace = agents.length > 1 ? framesOf(parsed, shown) : parsed;
  let time = 0;
  const store = createAcpStore({ idPrefix: "trace", scheduler: "sync", now: () => time });
  // The file is in memory already, so a limit would save little.
  const history = createHistory(store, { limit: Number.MAX_SAFE_INTEGER });
  for (const frame of trace.frames) {
    time = frame.t ?? time;
    store.observe(frame);
  }
  if (trace.end !== undefined) {
    time = trace.end.t ?? time;
    store.disconnect(trace.end.reason);
  }
  history.detach();
  // The text of a file can be large, so it is kept only if it is needed again.
  const ofAgent = agents.length > 1 ? createAgentChooser(name, text) : undefined;
  return {
    ...createLiveSource(history, name),
    trace: { ...trace, store, agents, agent: shown, ofAgent },
  };
}

function createAgentChooser(name: string, text: string): (agent: string) => PanelSource {
  return (agent) => createTraceSource(name, text, agent);
}

/** Returns a trace with the frames of one agent, and those without a name. */
function framesOf(trace: ParsedTrace, agent: string | undefined): ParsedTrace {
  const isShown = trace.frames.map((frame) => (frame.agent ?? agent) === agent);
  return {
    ...trace,
    frames: trace.frames.filter((_, index) => isShown[index]),
    lines: trace.lines.filter((_, index) => isShown[index]),
  };
}

/** The messages of a log. */
interface CollectedMessages {
  readonly frames: readonly Frame[];
  /** The index of the first entry of each message. */
  readonly indices: readonly number[];
  /** The end of the connection, if nothing came after it. */
  readonly end?: TraceEnd;
}

/** Returns each message of a log once, with its time in ms since the first message. */
export function collectMessages(history: History): CollectedMessages {
  const frames: Frame[] = [];
  const indices: number[] = [];
  const seen = new Set<object>();
  let start: number | undefined;
  for (const { frame, index } of history.entries()) {
    if (frame === undefined || seen.has(frame)) continue;
    seen.add(frame);
    start ??= frame.t;
    frames.push({ t: frame.t - start, dir: frame.dir, msg: frame.msg });
    indices.push(index);
  }
  const last = history.entry(history.getSnapshot().end - 1);
  if (last?.event?.type !== "disconnected") return { frames, indices };
  const { reason = "The connection ended." } = last.event;
  return { frames, indices, end: { t: last.at - (start ?? last.at), reason } };
}

/** Returns the file name for an exported trace, based on the name of the source. */
export function exportFileName(name: string | undefined, isRedacted: boolean): string {
  const file = name?.split(/[/\\]/).at(-1) ?? "";
  const base = file
    .replace(/\.(?:jsonl|jsons|json|ndjson|txt|log)$/, "")
    .replace(/[^\p{L}\p{N}._-]+/gu, "-");
  return `${base === "" ? "acp-trace" : base}${isRedacted ? "-redacted" : ""}.jsonl`;
}

/** Returns the visible name of an entry: the number of its message, or else its place in the log. */
export function entryLabel({ digest, history }: PanelSource, index: number): string {
  const frame = digest.frameOf(index);
  if (frame !== undefined) return `frame ${frame}`;
  return index < history.getSnapshot().first ? "an earlier time" : `entry ${index + 1}`;
}

/** A state in the context of its log: the entry after which it was the state, and the log so far. */
export interface Moment extends LogPosition {
  readonly tracks: Tracks;
  /** Whether no entry will follow: the history is detached, and this is its last entry. */
  readonly isEnd: boolean;
  /** Whether it is the present of a log that is still growing. Its time is the current time then. */
  readonly isPresent: boolean;
  labelOf(index: number): string;
  /** Returns the last message of a session, or of its subagents. */
  lastActivityOf(sessionId: string): Activity | undefined;
}

export function momentAt(source: PanelSource, index: number): Moment {
  const { history, digest } = source;
  const { end, isDetached, position } = history.getSnapshot();
  const isNewest = index >= end - 1;
  const isPresent = isNewest && !isDetached && position === undefined;
  const isEnd = isNewest && isDetached;
  const moment = { index };
  return {
    ...moment,
    at: isPresent || isEnd ? history.now() : (history.entry(index)?.at ?? 0),
    tracks: digest.read().tracks,
    isEnd,
    isPresent,
    labelOf: (other) => entryLabel(source, other),
    lastActivityOf: (sessionId) => lastUntil(digest.activitiesOf(sessionId), moment),
  };
}

/** Formats the time since an earlier position. In the present, it grows, so it has no fractions. */
export function formatSince({ at, isPresent }: Moment, since: LogPosition): string {
  return isPresent ? formatElapsed(at - since.at) : formatTime(at - since.at);
}

/** Says how long after a position the log stops, as a sentence without a period. */
export function describeLogEnd(moment: Moment, since: LogPosition): string {
  return since.index === moment.index
    ? "That is the last message of the log"
    : `The log stops ${formatSince(moment, since)} later`;
}

/** Returns the last item that is not later than a moment. */
export function lastUntil<Item extends { readonly index: number }>(
  items: readonly Item[] | undefined,
  moment: Pick<Moment, "index">,
): Item | undefined {
  return items?.findLast(({ index }) => index <= moment.index);
}

/** The number of entries that {@link lastChangeBefore} searches. */
const SEARCHED_ENTRIES = 1000;

/** Returns the last entry up to an index that changed the state, unless it is too far back. */
export function lastChangeBefore(history: History, index: number): number | undefined {
  for (let at = index; at > index - SEARCHED_ENTRIES; at--) {
    const entry = history.entry(at);
    if (entry === undefined) return undefined;
    if (entry.patches.length > 0) return at;
  }
  return undefined;
}
