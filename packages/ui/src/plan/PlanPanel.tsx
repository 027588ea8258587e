import type { ReactElement } from "react";
import { PlanCard } from "./PlanCard.js";
import { usePlanPanel } from "./usePlanPanel.js";

/**
 * The plan that the agent works on, and its progress. Collapsed by default in a small panel and when
 * nothing is running. A plan that is complete, or that a later turn has not touched, is shown in the
 * conversation instead, at the end of its turn.
 */
export function PlanPanel(): ReactElement | null {
  const { isPinned, ref, entries, isRunning, isOpen, toggle } = usePlanPanel();
  if (!isPinned) return null;
  return <PlanCard {...{ ref, entries, isRunning, isOpen, toggle }} />;
}
