import type { PlanEntry } from "@acp-store/core";
import type { ReactElement } from "react";
import { Icon, Spinner } from "../ui/Icon.js";

interface PlanStepProps {
  readonly entry: PlanEntry;
  /** A step that was left in the middle does not turn on when nothing runs any more. */
  readonly isRunning: boolean;
}

export function PlanStep({ entry, isRunning }: PlanStepProps): ReactElement {
  const { content, status, priority } = entry;
  return (
    <li className={`step step-${status}`} data-status={status}>
      <span className="step-mark">{markOf(status, isRunning)}</span>
      <span className="step-text">
        <span className="sr-only">{SPOKEN[status] ?? status}: </span>
        {content}
      </span>
      {priority === "high" && status !== "completed" && <span className="tag">High</span>}
    </li>
  );
}

const SPOKEN: Readonly<Record<string, string>> = {
  pending: "To do",
  in_progress: "In progress",
  completed: "Done",
};

function markOf(status: string, isRunning: boolean): ReactElement {
  if (status === "completed") return <Icon name="check" />;
  if (status === "in_progress" && isRunning) return <Spinner />;
  return <Icon name="circle" />;
}
