import type { SessionId } from "../state/entities.js";
import type { Subagent } from "../state/sessionParts.js";
import type { AcpState, Session } from "../state/state.js";
import { createStableList } from "./list.js";
import { selectTurn } from "./sessions.js";

/**
 * The condition of a subagent. `done`, `failed` and `cancelled` are its ends. `unfinished`: it has not
 * reported its end, although the work that it was started for is over.
 */
export type SubagentStatus =
  | "running"
  | "requires_action"
  | "cancelling"
  | "done"
  | "failed"
  | "cancelled"
  | "unfinished";

/**
 * Returns the subagent whose session this is, with the title for display; `undefined` for a session of the
 * user. Name it in the requests of its session.
 *
 * @example
 * ```ts
 * for (const { sessionId, permissionId } of selectPendingPermissions(store.getState()))
 *   console.log(permissionId, selectSubagent(store.getState(), sessionId)?.title ?? "the agent");
 * ```
 */
export function selectSubagent(state: AcpState, sessionId: SessionId): Subagent | undefined {
  return parentOf(state, state.sessions.get(sessionId))?.subagents.get(sessionId);
}

/**
 * Returns the status of the subagent whose session this is. `undefined` for a session of the user, and for a
 * subagent that has not worked yet.
 *
 * @example
 * ```ts
 * spinner.hidden = selectSubagentStatus(store.getState(), sessionId) !== "running";
 * ```
 */
export function selectSubagentStatus(
  state: AcpState,
  sessionId: SessionId,
): SubagentStatus | undefined {
  const session = state.sessions.get(sessionId);
  const subagent = selectSubagent(state, sessionId);
  if (session === undefined || subagent === undefined) return undefined;
  const { activity } = session;
  if (activity === "cancelling" || activity === "requires_action") return activity;
  if (activity === "idle") return statusOfIdle(subagent);
  // A subagent that can be stopped alone may work longer than the turn.
  const isIndependent = subagent.capabilities?.cancel != null;
  return !isIndependent && isLeftBehind(state, session) ? "unfinished" : "running";
}

function statusOfIdle({ state: reported, endedAt }: Subagent): SubagentStatus | undefined {
  // In version 2, a subagent reports its state in its own session.
  if (reported === undefined) return endedAt === undefined ? undefined : "done";
  // The connection or the turn has ended, and the agent has not reported the end of the subagent.
  if (reported.state !== "idle") return "unfinished";
  if (reported.error != null || reported.stopReason === "error") return "failed";
  return reported.stopReason === "cancelled" ? "cancelled" : "done";
}

/**
 * Returns the subagents of a session that work or wait for the user, with their own subagents. The list keeps
 * its reference until it changes.
 *
 * @example
 * ```ts
 * const count = selectWorkingSubagents(store.getState(), "s1").length;
 * label.textContent = count > 0 ? `${count} subagents are running` : "";
 * ```
 */
export function selectWorkingSubagents(state: AcpState, sessionId: SessionId): readonly Subagent[] {
  const working: Subagent[] = [];
  // A set also visits what is added during the loop, and a malformed message cannot make it endless.
  const visited = new Set([sessionId]);
  for (const id of visited)
    for (const subagent of state.sessions.get(id)?.subagents.values() ?? []) {
      if (visited.has(subagent.sessionId)) continue;
      visited.add(subagent.sessionId);
      if (isWorking(selectSubagentStatus(state, subagent.sessionId))) working.push(subagent);
    }
  return stableSubagents(working);
}

const stableSubagents = /* @__PURE__ */ createStableList<Subagent>();

function isWorking(status: SubagentStatus | undefined): boolean {
  return status === "running" || status === "requires_action" || status === "cancelling";
}

function parentOf({ sessions }: AcpState, session: Session | undefined): Session | undefined {
  return session?.parentSessionId === undefined ? undefined : sessions.get(session.parentSessionId);
}

/** Returns whether the turn that a subagent works for has ended, and it has sent nothing since. */
function isLeftBehind(state: AcpState, session: Session): boolean {
  const { lastActivityAt = 0 } = session;
  let above: Session | undefined = session;
  for (
    const visited = new Set<SessionId>();
    above !== undefined && !visited.has(above.sessionId);
  ) {
    visited.add(above.sessionId);
    const { sessionId } = above;
    above = parentOf(state, above);
    if (above === undefined) return false;
    const isInBackground = above.background.some(
      (work) => work.type === "subagent" && work["sessionId"] === sessionId,
    );
    if (isInBackground) return false;
    const turn = selectTurn(state, above.sessionId);
    if (turn !== undefined)
      return (
        turn.endedAt !== undefined && above.activity === "idle" && lastActivityAt <= turn.endedAt
      );
  }
  return false;
}
