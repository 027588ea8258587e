import type {
  AcpEvent,
  AcpPatch,
  CommitRecord,
  Diagnostic,
  DiagnosticRecord,
  FrameRecord,
} from "@acp-store/core";
import { type Affected, affectedBy } from "./affected.js";
import { messageKind, sessionOf } from "./messageKind.js";

/** Where something came from: the agent, the client's side of the wire, or the application. */
export type Direction = "recv" | "sent" | "local";

/**
 * One line of a history: a commit with the message that caused it, or a message that changed
 * nothing. A message that makes several commits has a line for each.
 */
export interface HistoryEntry {
  /** Counted from 0 since the history was made, also when older entries are gone. */
  readonly index: number;
  /** In ms of the store's clock. */
  readonly at: number;
  readonly direction: Direction;
  /** The type of the event; without one, the method of the message, `response` or `error`. */
  readonly kind: string;
  /** The session that it names; see `affected` for what it changed. */
  readonly sessionId: string | undefined;
  /** `undefined` for what the user or the application did. */
  readonly frame: FrameRecord["frame"] | undefined;
  /** `undefined` where nothing was committed. */
  readonly event: AcpEvent | undefined;
  /** What was wrong with the message, up to this commit. */
  readonly diagnostics: readonly Diagnostic[];
  readonly patches: readonly AcpPatch[];
  /** Lead back to the state before when applied in this order. */
  readonly inversePatches: readonly AcpPatch[];
  /** What the commit changed, each once. */
  readonly affected: readonly Affected[];
  /**
   * What the store spent on it, in ms of the clock of the page or process that the store runs in: from
   * the message, or what the message caused before, to this commit or the last of these diagnostics.
   * The entries of a message together have what it cost. `undefined` for what was done locally, and
   * where the message caused nothing.
   *
   * It includes the making of patches, which a store without inspectors does not do, and what other
   * inspectors take in between. It ends before listeners hear of the last commit; those of an earlier one are in it
   * where the store tells them at once (scheduler `"sync"`), up to the last commit that they make
   * themselves. Browsers round their clocks to 5 µs at best, and to 1 ms at worst: sums over many messages tell more
   * than one entry.
   */
  readonly spentMs: number | undefined;
}

const NONE: readonly never[] = [];

// Each is written out, since a spread here would cost more than all else that an entry does.

export function frameEntry(
  index: number,
  frame: FrameRecord["frame"],
  diagnostics: readonly Diagnostic[] = NONE,
  spentMs?: number,
): HistoryEntry {
  return {
    index,
    at: frame.t,
    direction: frame.dir,
    kind: messageKind(frame.msg),
    sessionId: sessionOf(frame.msg),
    frame,
    event: undefined,
    diagnostics,
    patches: NONE,
    inversePatches: NONE,
    affected: NONE,
    spentMs,
  };
}

/** Of what was refused or odd before it could be an event. */
export function diagnosticEntry(
  index: number,
  record: DiagnosticRecord,
  spentMs: number | undefined,
): HistoryEntry {
  const { frame, diagnostic, at } = record;
  if (frame !== undefined) return frameEntry(index, frame, [diagnostic], spentMs);
  return {
    index,
    at,
    direction: "local",
    kind: diagnostic.code,
    sessionId: undefined,
    frame,
    event: undefined,
    diagnostics: [diagnostic],
    patches: NONE,
    inversePatches: NONE,
    affected: NONE,
    spentMs,
  };
}

export function withDiagnostic(
  entry: HistoryEntry,
  { diagnostic }: DiagnosticRecord,
  spentMs: number | undefined,
): HistoryEntry {
  return { ...entry, diagnostics: [...entry.diagnostics, diagnostic], spentMs };
}

/** `noted` is what the same message has had to say before. */
export function commitEntry(
  index: number,
  { frame, event, patches, inversePatches }: CommitRecord,
  spentMs: number | undefined,
  noted: readonly Diagnostic[] = NONE,
): HistoryEntry {
  return {
    index,
    at: event.at,
    direction: frame?.dir ?? "local",
    kind: event.type,
    sessionId: "sessionId" in event ? event.sessionId : undefined,
    frame,
    event,
    diagnostics: noted,
    patches,
    inversePatches,
    affected: affectedBy(patches),
    spentMs,
  };
}
