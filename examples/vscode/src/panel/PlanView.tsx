import type { PlanEntry } from "@acp-store/core";
import { usePlan, usePlanProgress } from "@acp-store/react";

/** The newest plan of the session, folded to its current step. */
export function PlanView() {
  const entries = usePlan()?.entries ?? [];
  const progress = usePlanProgress();
  if (progress === undefined) return null;
  return (
    <details className="plan">
      <summary>
        Plan: {progress.done} of {progress.total} done
        {progress.current && ` · ${progress.current.content}`}
      </summary>
      <ol>{entries.map(renderStep)}</ol>
    </details>
  );
}

/** A plan is replaced as a whole, so the position identifies a step. */
function renderStep({ content, status }: PlanEntry, position: number) {
  return (
    <li key={position} data-status={status}>
      {content} <span className="visually-hidden">({status.replace("_", " ")})</span>
    </li>
  );
}
