import type { AcpPatch, AcpState, Session, TableName } from "@acp-store/core";
import { encode, type LaneId, toLanePaths } from "../wire.js";

/** One flushed batch of patches. */
interface LoggedBatch {
  readonly seq: number;
  /** The encoded message, which all links share. */
  readonly text: string;
  readonly patches: readonly AcpPatch[];
}

/** The number of pending patches that a new one is compared with. */
const COALESCE_REACH = 16;

/**
 * The patches of the root or of one session, numbered without gaps. A lane records only while a link
 * follows it. The log keeps the newest batches, at most `maxChars` characters and one batch.
 */
export class Lane {
  readonly id: LaneId;
  seq = 0;
  #pending: AcpPatch[] = [];
  /** Patches before this position must not be merged with later ones. */
  #barrier = 0;
  #log: LoggedBatch[] = [];
  #logChars = 0;
  #followers = 0;
  readonly #maxChars: number;

  constructor(id: LaneId, maxChars: number) {
    this.id = id;
    this.#maxChars = maxChars;
  }

  get isRecording(): boolean {
    return this.#followers > 0;
  }

  /** The size of the log, in UTF-16 code units. */
  get logChars(): number {
    return this.#logChars;
  }

  follow(): void {
    this.#followers++;
  }

  /** Without followers, the lane forgets everything, and skips a number so that nobody continues. */
  unfollow(): void {
    if (--this.#followers > 0) return;
    this.#pending = [];
    this.#barrier = 0;
    this.#log = [];
    this.#logChars = 0;
    this.seq++;
  }

  push(patch: AcpPatch): void {
    const pending = this.#pending;
    if (!isMergeable(patch)) {
      pending.push(patch);
      this.#barrier = pending.length;
      return;
    }
    const end = Math.max(this.#barrier, pending.length - COALESCE_REACH);
    for (let index = pending.length - 1; index >= end; index--) {
      const earlier = pending[index];
      if (earlier === undefined || !isSamePath(earlier, patch)) continue;
      const merged = merge(earlier, patch);
      if (merged === undefined) break;
      pending[index] = merged;
      return;
    }
    pending.push(patch);
  }

  /** Numbers and encodes the pending patches. `rewrite` may replace them. */
  flush(rewrite: (patches: readonly AcpPatch[]) => readonly AcpPatch[]): void {
    if (this.#pending.length === 0) return;
    const patches = rewrite(this.#pending);
    this.#pending = [];
    this.#barrier = 0;
    const seq = ++this.seq;
    const text = encodePatches(this.id, seq, patches);
    this.#log.push({ seq, text, patches });
    this.#logChars += text.length;
    while (this.#logChars > this.#maxChars && this.#log.length > 1)
      this.#logChars -= this.#log.shift()?.text.length ?? 0;
  }

  /** Returns whether a mirror that has applied `seq` can continue with the log. */
  canContinue(seq: number): boolean {
    return seq <= this.seq && seq >= this.seq - this.#log.length;
  }

  /** Returns the batch after `seq`. */
  after(seq: number): LoggedBatch | undefined {
    return this.#log[seq + 1 - (this.seq - this.#log.length + 1)];
  }
}

/** Returns the message of a batch. */
export function encodePatches(lane: LaneId, seq: number, patches: readonly AcpPatch[]): string {
  return encode({ type: "patches", lane, seq, patches: toLanePaths(lane, patches) });
}

/** Streamed text and single values. Other patches may move the places that later patches name. */
function isMergeable(patch: AcpPatch): boolean {
  const last = patch.path.at(-1);
  if (typeof last !== "string" || last === "length" || patch.op === "remove") return false;
  return patch.op === "append" || typeof patch.value !== "object";
}

function isSamePath({ path: a }: AcpPatch, { path: b }: AcpPatch): boolean {
  if (a === b) return true;
  if (a.length !== b.length) return false;
  for (let index = a.length - 1; index >= 0; index--) if (a[index] !== b[index]) return false;
  return true;
}

function merge(earlier: AcpPatch, later: AcpPatch): AcpPatch | undefined {
  if (earlier.op === "remove" || later.op === "remove") return undefined;
  if (later.op !== "append") return { op: "replace", path: later.path, value: later.value };
  // A later drop may reach into text that only the earlier patch brings.
  if (earlier.op !== "append" || later.dropped !== undefined) return undefined;
  return { ...earlier, value: earlier.value + later.value };
}

/** The parts of a session that only its own lane carries. */
const LANE_ONLY: Readonly<Record<Exclude<TableName, "permissions"> | "timeline", true>> = {
  toolCalls: true,
  plans: true,
  messages: true,
  terminals: true,
  turns: true,
  compactions: true,
  subagents: true,
  sessionMessages: true,
  applicationRows: true,
  timeline: true,
};

/** Returns whether a part of a session belongs to its summary in the root lane. */
function isSummaryPart(name: string | number | undefined): boolean {
  return name === undefined || !Object.hasOwn(LANE_ONLY, name);
}

/** Returns the patches that lead any state to the root lane of this one, without other sessions. */
export function rootSnapshot(
  state: AcpState,
  sees: (sessionId: string) => boolean,
): readonly AcpPatch[] {
  const patches: AcpPatch[] = [];
  for (const field of ["connection", "unknownFields"] as const)
    if (state[field] === undefined) patches.push({ op: "remove", path: [field] });
  for (const [name, value] of Object.entries({ ...state }))
    if (name !== "sessions") patches.push({ op: "replace", path: [name], value: entries(value) });
  for (const [id, session] of state.sessions)
    if (sees(id)) patches.push(sessionPatch(id, session, isSummaryPart));
  return patches;
}

/** Returns the patch that adds a whole session, or replaces an older copy of it. */
export function sessionSnapshot(sessionId: string, session: Session): readonly AcpPatch[] {
  return [sessionPatch(sessionId, session, () => true)];
}

function sessionPatch(
  sessionId: string,
  session: Session,
  includes: (name: string) => boolean,
): AcpPatch {
  const value: Record<string, unknown> = {};
  for (const [name, part] of Object.entries({ ...session }))
    if (includes(name)) value[name] = entries(part);
  return { op: "add", path: ["sessions", sessionId], value };
}

function entries(value: unknown): unknown {
  return value instanceof Map ? [...value] : value;
}

/** Returns the parts of a patch's target: its lane, and whether the root lane has it too. */
export function lanesOfPatch({ path: [top, sessionId, name] }: AcpPatch): {
  readonly sessionId: string | undefined;
  readonly isInRoot: boolean;
} {
  if (top !== "sessions") return { sessionId: undefined, isInRoot: true };
  return { sessionId: String(sessionId), isInRoot: isSummaryPart(name) };
}
