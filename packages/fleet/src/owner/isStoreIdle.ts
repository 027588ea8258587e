import type { AcpState, Session } from "@acp-store/core";
import { agentSupports } from "@acp-store/core/actions";

/** Returns whether an agent can be stopped without losing anything that its store knows of. */
export function isStoreIdle(state: AcpState): boolean {
  if (state.pendingElicitations.length > 0 || state.agent.auth?.status === "in_progress")
    return false;
  const canReopen = agentSupports(state, "loadSession") || agentSupports(state, "resumeSession");
  return openSessions(state).every(
    (session) =>
      !isBusy(session) && (session.detached !== undefined || (canReopen && !isUnused(session))),
  );
}

/**
 * Returns the open sessions in which nothing has happened yet. Agents forget them when they end, so that
 * they keep their agent running.
 */
export function findUnusedSessions(state: AcpState): readonly Session[] {
  return openSessions(state).filter((session) => isUnused(session) && !isBusy(session));
}

function openSessions({ sessions }: AcpState): readonly Session[] {
  return [...sessions.values()].filter(({ closed }) => !closed);
}

function isUnused({ parentSessionId, timeline, queue, detached }: Session): boolean {
  return (
    parentSessionId === undefined &&
    detached === undefined &&
    timeline.length === 0 &&
    queue.length === 0
  );
}

/** Returns the sessions with prompts that the agent gets as soon as it can. */
export function findReleasedQueues(state: AcpState): readonly Session[] {
  return openSessions(state).filter(isQueueReleased);
}

function isQueueReleased({ queue, queueHeld }: Session): boolean {
  return queue.length > 0 && !queueHeld;
}

/** Returns whether a session works, waits for the user, or is going to work. */
function isBusy(session: Session): boolean {
  const { openTurns, pendingPermissions, background, terminals } = session;
  if (openTurns.length > 0 || pendingPermissions.length > 0 || background.length > 0) return true;
  if (isQueueReleased(session)) return true;
  return [...terminals.values()].some(
    ({ exitStatus, released }) => exitStatus === undefined && !released,
  );
}
