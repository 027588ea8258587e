import type { Plan, Session } from "@acp-store/core";
import { useAcpView, usePlan, useSessionId, useTurn } from "@acp-store/react";
import { useMemo } from "react";

/** The newest plan of a session, and the turn that it belongs to. */
export interface PlanTurn {
  readonly plan: Plan | undefined;
  /** The last turn that has changed the plan. `undefined` if the plan is older than all turns. */
  readonly turnId: string | undefined;
  /**
   * Whether the plan belongs above the composer: it has open steps, and no turn has begun since it
   * changed. Any other plan is shown in the conversation.
   */
  readonly isPinned: boolean;
}

/** Returns the newest plan, and where to show it. */
export function usePlanTurn(): PlanTurn {
  const view = useAcpView();
  const sessionId = useSessionId();
  const plan = usePlan();
  const lastTurnId = useTurn(undefined, (turn) => turn?.turnId);
  return useMemo(() => {
    const session = view.getState().sessions.get(sessionId);
    const turnId = findTurn(session, plan);
    const hasOpenSteps = plan?.entries?.some(({ status }) => status !== "completed") ?? false;
    return { plan, turnId, isPinned: hasOpenSteps && turnId === lastTurnId };
  }, [view, sessionId, plan, lastTurnId]);
}

function findTurn(session: Session | undefined, plan: Plan | undefined): string | undefined {
  if (session === undefined || plan === undefined) return undefined;
  const turns = [...session.turns.values()];
  return turns.findLast(({ startedAt }) => startedAt <= plan.updatedAt)?.turnId;
}
