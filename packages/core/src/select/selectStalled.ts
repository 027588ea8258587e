import { isOpenPhase, type SessionId, type ToolCall, type Turn } from "../state/entities.js";
import type { AcpState, Session } from "../state/state.js";
import { selectPendingElicitations } from "./elicitations.js";
import { createListSelector, createStableList } from "./list.js";
import { selectPendingPermissions } from "./sessions.js";

/** An open turn or tool call that the agent has sent nothing about for some time. */
export interface StalledItem {
  readonly type: "turn" | "tool_call";
  /** The session whose tables have the turn or the tool call. */
  readonly sessionId: SessionId;
  /** The `turnId` or `toolCallId`. */
  readonly id: string;
  /** The time of the last news, in ms of the store's clock. */
  readonly since: number;
}

/** The options of {@link selectStalled}. */
export interface StalledOptions {
  /** The current time, in ms of the store's clock. */
  readonly now: number;
  /** The time without news in ms, from which an item counts as stalled. */
  readonly olderThan: number;
}

const itemsByEntity = new WeakMap<Turn | ToolCall, StalledItem>();
const workOf = new WeakMap<
  AcpState["sessions"],
  WeakMap<AcpState["elicitations"], StalledItem[]>
>();
const stableStalledItems = /* @__PURE__ */ createStableList<StalledItem>();

/**
 * Returns the open turns and tool calls without news for longer than `olderThan`, the
 * longest silence first. Work that waits for an answer of the user is not stalled. News about a subagent
 * or a terminal counts as news about its turn or tool call. The list keeps its reference until it
 * changes.
 *
 * @example
 * ```ts
 * const check = () => selectStalled(store.getState(), { now: Date.now(), olderThan: 60_000 });
 * const timer = setInterval(() => showWarning(check().length > 0), 5_000);
 * ```
 */
export function selectStalled(
  state: AcpState,
  { now, olderThan }: StalledOptions,
): readonly StalledItem[] {
  return stableStalledItems(openWork(state).filter(({ since }) => now - since > olderThan));
}

/** Returns all items that may be stalled at some time, the longest silence first. */
function openWork(state: AcpState): readonly StalledItem[] {
  const known = workOf.get(state.sessions) ?? new WeakMap<object, StalledItem[]>();
  workOf.set(state.sessions, known);
  const work = known.get(state.elicitations) ?? findWork(state);
  known.set(state.elicitations, work);
  return work;
}

const openCallsOf = /* @__PURE__ */ createListSelector((call: ToolCall) =>
  isOpenPhase(call.phase) ? call : undefined,
);

const workingSessionsOf = /* @__PURE__ */ createListSelector((session: Session) => {
  if (session.closed) return undefined;
  const hasWork = session.openTurns.length > 0 || openCallsOf(session.toolCalls).length > 0;
  return hasWork ? session : undefined;
});

function findWork(state: AcpState): StalledItem[] {
  const work: StalledItem[] = [];
  const families = workingSessionsOf(state.sessions).map((session) =>
    withDescendants(state, session),
  );
  for (const family of families) {
    const [session] = family;
    for (const turnId of family.some((member) => isWaiting(state, member))
      ? []
      : session.openTurns) {
      const turn = session.turns.get(turnId);
      const times = family.map(({ lastActivityAt = 0 }) => lastActivityAt);
      if (turn)
        work.push(itemOf("turn", session, turn, turnId, Math.max(turn.startedAt, ...times)));
    }
    for (const call of openCallsOf(session.toolCalls)) {
      if (call.phase === "awaiting_permission") continue;
      work.push(itemOf("tool_call", session, call, call.toolCallId, lastNewsOf(session, call)));
    }
  }
  return work.sort((a, b) => a.since - b.since);
}

/** Returns a session with the sessions of its subagents, and of their subagents. */
function withDescendants(state: AcpState, session: Session): readonly [Session, ...Session[]] {
  const found: [Session, ...Session[]] = [session];
  for (const { subagents } of found) {
    for (const id of subagents.keys()) {
      const child = state.sessions.get(id);
      if (child && !found.includes(child)) found.push(child);
    }
  }
  return found;
}

function isWaiting(state: AcpState, { sessionId }: Session): boolean {
  return (
    selectPendingPermissions(state, sessionId).length > 0 ||
    selectPendingElicitations(state, sessionId).length > 0
  );
}

function lastNewsOf({ terminals }: Session, { updatedAt, content }: ToolCall): number {
  const times = content.map((item) =>
    item.type === "terminal" ? (terminals.get(item.terminalId)?.updatedAt ?? 0) : 0,
  );
  return Math.max(updatedAt, ...times);
}

/** Returns the same item for an entity until its time changes. */
function itemOf(
  type: StalledItem["type"],
  { sessionId }: Session,
  entity: Turn | ToolCall,
  id: string,
  since: number,
): StalledItem {
  const known = itemsByEntity.get(entity);
  if (known?.since === since) return known;
  const item = { type, sessionId, id, since };
  itemsByEntity.set(entity, item);
  return item;
}
