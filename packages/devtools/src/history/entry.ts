import type { AcpEvent, AcpPatch, Diagnostic, FrameRecord } from "@acp-store/core";
import type { Affected } from "./affected.js";

/** Where something came from: the agent, the client's side of the wire, or the application. */
export type Direction = "recv" | "sent" | "local";

/**
 * One line of a history: a commit with the message that caused it, or a message that changed
 * nothing. A message that makes several commits has a line for each, with the same `frame`; what a
 * listener does in between stands between them.
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
   * It includes the making of patches, which a store without inspectors does not do, and what
   * inspectors take in between. It ends before listeners hear of the last commit. Listeners of an
   * earlier one are in it where the store tells them at once (scheduler `"sync"`); if they commit
   * something themselves, only what they do after that. Browsers round their clocks to between 5 µs
   * and 1 ms: sums over many messages tell more than one entry.
   */
  readonly spentMs: number | undefined;
}
