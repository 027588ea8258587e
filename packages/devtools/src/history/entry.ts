import type { AcpPatch, CommitRecord, Diagnostic, FrameRecord, TableName } from "@acp-store/core";

/**
 * The origin of a history entry: `recv` for messages from the agent, `sent` for messages from the
 * client, `stderr` for lines that the agent wrote to stderr, `local` for actions of the user or the
 * application.
 */
export type Direction = "recv" | "sent" | "stderr" | "local";

/**
 * A part of the state that a commit changed. The fields that are present tell which part:
 *
 * - `sessionId`, `table` and `id`: an entity.
 * - `sessionId` and `table`: a table that was replaced.
 * - `sessionId` and `field`: a field of a session.
 * - `sessionId` alone: a session that was created or removed.
 * - `field` alone: a field of the state.
 */
export interface Affected {
  /** The session that the part belongs to. */
  readonly sessionId?: string;
  /** The table that was replaced or that contains the entity. */
  readonly table?: TableName;
  /** The key of the entity in its table. */
  readonly id?: string;
  /** The name of the field. */
  readonly field?: string;
}

/**
 * One entry of a history: a commit with the message that caused it, a message that changed
 * nothing, or a line of stderr. A message that causes several commits has one entry for each, with the same `frame`.
 * Commits that a listener makes in the meantime have their entries in between.
 */
export interface HistoryEntry {
  /** The position in the history, counted from 0. It never changes, even if older entries are dropped. */
  readonly index: number;
  /** The time in milliseconds, from the clock of the store. */
  readonly at: number;
  /** The origin of the message or action. */
  readonly direction: Direction;
  /**
   * The type of the event. Without an event: the method of the message, `response` or `error`, or
   * `stderr`.
   */
  readonly kind: string;
  /** The session that the event or message names. For the sessions it changed, see `affected`. */
  readonly sessionId: string | undefined;
  /** The message or line; `undefined` for actions of the user or the application. */
  readonly frame: FrameRecord["frame"] | undefined;
  /** The event that was committed; `undefined` if nothing was committed. */
  readonly event: CommitRecord["event"] | undefined;
  /** The diagnostics of the message, up to this commit. */
  readonly diagnostics: readonly Diagnostic[];
  /** The patches from the previous state to the state after this entry. */
  readonly patches: readonly AcpPatch[];
  /** The patches back to the previous state. Apply them in this order. */
  readonly inversePatches: readonly AcpPatch[];
  /** The parts of the state that the commit changed, without duplicates. */
  readonly affected: readonly Affected[];
  /**
   * The time that the store spent on this entry, in milliseconds: from the message, or from the
   * previous entry of the same message, to this commit or the last of these diagnostics. The sum
   * over all entries of a message is the cost of the message. `undefined` for local actions and for
   * messages without a commit or diagnostic.
   *
   * The time comes from `performance.now()` in the page or process of the store. It includes the
   * creation of patches, which a store without inspectors skips, and the time of other inspectors.
   * It does not include the listeners of the message's last commit. It includes the listeners of its
   * other commits if they run synchronously (scheduler `"sync"`); if such a listener commits
   * something, only the time after that commit counts. Browsers round their clocks to between 5 µs
   * and 1 ms, so sums over many messages are more accurate than single entries.
   */
  readonly spentMs: number | undefined;
}
