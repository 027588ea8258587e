import type { PlanEntry } from "@acp-store/core";
import type { ReactElement } from "react";
import { ClippedText } from "../content/ClippedText.js";
import { Icon, Spinner } from "../controls/Icon.js";
import { planTexts } from "../texts/composerTexts.js";
import type { UiTexts } from "../texts/texts.js";
import { useTexts } from "../texts/useTexts.js";

interface PlanStepItemProps {
  readonly entry: PlanEntry;
  /** Whether the agent is working. Otherwise an unfinished step shows no spinner. */
  readonly isRunning: boolean;
}

export function PlanStepItem({ entry, isRunning }: PlanStepItemProps): ReactElement {
  const { content, status, priority } = entry;
  const texts = useTexts("plan", planTexts);
  return (
    <li className={`acp-step acp-step-${status}`} data-status={status}>
      <span className="acp-step-icon">{renderStatusIcon(status, isRunning)}</span>
      <span className="acp-step-text">
        <span className="acp-sr-only">{texts.status(getStatusLabel(status, texts))} </span>
        <ClippedText text={content} />
      </span>
      {priority === "high" && status !== "completed" && (
        <span className="acp-tag">{texts.highPriority}</span>
      )}
    </li>
  );
}

function getStatusLabel(status: string, texts: UiTexts["plan"]): string {
  switch (status) {
    case "pending":
    case "in_progress":
    case "completed":
      return texts[status];
    default:
      return status;
  }
}

function renderStatusIcon(status: string, isRunning: boolean): ReactElement {
  if (status === "completed") return <Icon name="check" />;
  if (status === "in_progress" && isRunning) return <Spinner />;
  return <Icon name="circle" />;
}
