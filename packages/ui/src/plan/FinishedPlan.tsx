import { type ReactElement, useState } from "react";
import { PlanCard } from "./PlanCard.js";
import { usePlanTurn } from "./usePlanTurn.js";

/**
 * The plan in the conversation, once it is no longer above the composer. Shown at the end of its turn,
 * or without `turnId` if it is older than all turns. Collapsed by default.
 */
export function FinishedPlan({ turnId }: { readonly turnId?: string }): ReactElement | null {
  const { plan, turnId: planTurnId, isPinned } = usePlanTurn();
  const [isOpen, setIsOpen] = useState(false);
  const { entries = [] } = plan ?? {};
  if (isPinned || planTurnId !== turnId || entries.length === 0) return null;
  return (
    <PlanCard
      entries={entries}
      isRunning={false}
      isOpen={isOpen}
      toggle={() => setIsOpen(!isOpen)}
    />
  );
}
