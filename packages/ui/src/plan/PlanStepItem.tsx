import type { PlanEntry } from "@acp-store/core";
import type { ReactElement } from "react";
import { Icon, Spinner } from "../controls/Icon.js";

interface PlanStepItemProps {
  readonly entry: PlanEntry;
  /** Whether the agent is working. Otherwise an unfinished step shows no spinner. */
  readonly isRunning: boolean;
}

export function PlanStepItem({ entry, isRunning }: PlanStepItemProps): ReactElement {
  const { content, status, priority } = entry;
  return (
    <li className={`acp-step acp-step-${status}`} data-status={status}>
      <span className="acp-step-icon">{renderStatusIcon(status, isRunning)}</span>
      <span className="acp-step-text">
        <span className="acp-sr-only">{STATUS_LABELS[status] ?? status}: </span>
        {content}
      </span>
      {priority === "high" && status !== "completed" && (
        <span className="acp-tag">High priority</span>
      )}
    </li>
  );
}

const STATUS_LABELS: Readonly<Record<string, string>> = {
  pending: "To do",
  in_progress: "In progress",
  completed: "Done",
};

function renderStatusIcon(status: string, isRunning: boolean): ReactElement {
  if (status === "completed") return <Icon name="check" />;
  if (status === "in_progress" && isRunning) return <Spinner />;
  return <Icon name="circle" />;
}
