import type { Hunk, ReviewedFile, ReviewState } from "../engine/reviewState.js";
import type { SessionKey } from "../follow/followStore.js";
import type { AgentOrigin, Origin, ProtectedOrigin } from "../model/origin.js";

/** A turn that wrote lines. Without `turnId`: the work of a session between its turns. */
export interface OriginTurn extends SessionKey {
  readonly turnId?: string;
}

/** The hunks of a file that belong to a group. */
export interface GroupedFile {
  readonly file: ReviewedFile;
  readonly hunks: readonly Hunk[];
}

/** The hunks that a turn wrote, or that contain lines of the user or of unknown origin only. */
export interface TurnGroup {
  /** Identifies the group. Stays the same while hunks come and go. */
  readonly groupId: string;
  readonly by: OriginTurn | ProtectedOrigin;
  /** In the order of the paths. */
  readonly files: readonly GroupedFile[];
}

/** The state that decides about the order of turns. */
type TurnState = Pick<ReviewState, "turns" | "checkpoints" | "findsUnreported">;

/**
 * Groups the changes to decide by the turn that wrote them, the newest turn first. A hunk of several turns belongs to
 * the newest one. Changes between turns follow, then those of unknown origin and those of the user.
 *
 * @example
 * ```ts
 * for (const { by, files } of groupByTurn(review.getState()))
 *   console.log(typeof by === "string" ? by : by.turnId, files.length);
 * ```
 */
export function groupByTurn(
  state: Pick<ReviewState, "checkpoints" | "files" | "findsUnreported" | "turns">,
): readonly TurnGroup[] {
  const timeOf = createTurnOrder(state);
  const groups = new Map<string, TurnGroup & { readonly files: GroupedFile[] }>();
  // The order stays the same while files come and go.
  for (const file of [...state.files.values()].toSorted((a, b) => compare(a.path, b.path))) {
    const byGroup = new Map<string, Hunk[]>();
    for (const hunk of file.hunks) {
      const by = newestAuthorOf(hunk, timeOf);
      const groupId = groupIdOf(by);
      const group = groups.get(groupId) ?? { groupId, by, files: [] };
      groups.set(groupId, group);
      const hunks = byGroup.get(groupId) ?? [];
      byGroup.set(groupId, hunks);
      if (hunks.length === 0) group.files.push({ file, hunks });
      hunks.push(hunk);
    }
  }
  return [...groups.values()].toSorted((a, b) => compare(timeOf(b.by), timeOf(a.by)));
}

/**
 * Returns all hunks in which a turn wrote lines, even if a newer turn did so too, or `undefined` if there are none.
 *
 * @example
 * ```ts
 * const group = getTurnGroup(review.getState().files, turnId);
 * console.log(group?.files.map(({ file }) => file.path));
 * ```
 */
export function getTurnGroup(files: ReviewState["files"], turnId: string): TurnGroup | undefined {
  let by: AgentOrigin | undefined;
  const isOfTurn = ({ origins }: Hunk): boolean => {
    const found = origins.find((origin) => wroteIn(origin.by, turnId))?.by;
    if (typeof found === "object") by ??= found;
    return found !== undefined;
  };
  const found = [...files.values()]
    .map((file) => ({ file, hunks: file.hunks.filter(isOfTurn) }))
    .filter(({ hunks }) => hunks.length > 0)
    .toSorted((a, b) => compare(a.file.path, b.file.path));
  return by && { groupId: turnId, by: toTurn(by), files: found };
}

/** The changes of a turn that are still to decide. */
export interface RemainingLines {
  /** The lines that the turn added. A hunk without any counts with the lines that it removes. */
  readonly lines: number;
  /** The files with changes of the turn. */
  readonly files: number;
}

const remaining = new WeakMap<ReviewState["files"], ReadonlyMap<string, RemainingLines>>();

/**
 * Returns the changes of a turn that are still to decide, or `undefined` if there are none. All turns are counted
 * once for each state of the files.
 *
 * @example
 * ```ts
 * const left = getRemainingLines(review.getState().files, turnId);
 * console.log(`${left?.lines ?? 0} lines remain`);
 * ```
 */
export function getRemainingLines(
  files: ReviewState["files"],
  turnId: string,
): RemainingLines | undefined {
  const known = remaining.get(files) ?? countRemainingLines(files.values());
  remaining.set(files, known);
  return known.get(turnId);
}

function countRemainingLines(files: Iterable<ReviewedFile>): ReadonlyMap<string, RemainingLines> {
  const counts = new Map<string, RemainingLines>();
  for (const { hunks } of files) {
    const linesInFile = new Map<string, number>();
    for (const { base, origins } of hunks)
      for (const { lines, by } of origins) {
        if (typeof by === "string" || by.turnId === undefined) continue;
        const count = lines[1] - lines[0] || base[1] - base[0];
        linesInFile.set(by.turnId, (linesInFile.get(by.turnId) ?? 0) + count);
      }
    for (const [turnId, lines] of linesInFile) {
      const before = counts.get(turnId);
      counts.set(turnId, { lines: (before?.lines ?? 0) + lines, files: (before?.files ?? 0) + 1 });
    }
  }
  return counts;
}

/** Returns the time of a turn, in ms since the epoch, or a place before or after all of them. */
type TimeOf = (by: TurnGroup["by"]) => number;

/** The places of all other authors. */
const PLACES = { betweenTurns: -1, unknown: -2, user: -3 };

function createTurnOrder({ turns, checkpoints, findsUnreported }: TurnState): TimeOf {
  const times = new Map(
    [...turns, ...checkpoints].map(({ turnId, at }): [string, number] => [turnId, at]),
  );
  // With snapshots, a turn has a checkpoint from its start on, so an unknown one is older than all of them. Without,
  // it is still running.
  const other = findsUnreported ? 0 : Infinity;
  return (by) => {
    if (typeof by === "string") return PLACES[by];
    return by.turnId === undefined ? PLACES.betweenTurns : (times.get(by.turnId) ?? other);
  };
}

function newestAuthorOf({ origins }: Hunk, timeOf: TimeOf): TurnGroup["by"] {
  const agents = origins.map(({ by }) => by).filter((by) => typeof by === "object");
  const newest = agents.reduce<AgentOrigin | undefined>(
    (found, by) => (found === undefined || timeOf(by) > timeOf(found) ? by : found),
    undefined,
  );
  if (newest !== undefined) return toTurn(newest);
  return origins.some(({ by }) => by === "user") ? "user" : "unknown";
}

function toTurn({ agentId, sessionId, turnId }: AgentOrigin): OriginTurn {
  return { agentId, sessionId, ...(turnId !== undefined && { turnId }) };
}

function wroteIn(by: Origin, turnId: string): boolean {
  return typeof by === "object" && by.turnId === turnId;
}

/** A turn has one group, even if subagents with their own sessions wrote lines in it. */
function groupIdOf(by: TurnGroup["by"]): string {
  if (typeof by === "string") return by;
  return by.turnId ?? JSON.stringify([by.agentId, by.sessionId]);
}

function compare<Value extends number | string>(a: Value, b: Value): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
