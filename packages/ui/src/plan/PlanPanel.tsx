import type { PlanEntry } from "@acp-store/core";
import { usePlan, useSession } from "@acp-store/react";
import { type ReactElement, useId, useState } from "react";
import { useSessionPermissions } from "../permission/useSessionPermissions.js";
import { Icon } from "../controls/Icon.js";
import { useMediaQuery } from "../controls/useMediaQuery.js";
import { PlanStepItem } from "./PlanStepItem.js";
import { ProgressRing } from "./ProgressRing.js";

/** The plan and its progress. Collapsed by default on small screens and when nothing is running. */
export function PlanPanel(): ReactElement | null {
  const entries = usePlan()?.entries ?? [];
  const isRunning = useSession((session) => session?.activity === "running");
  const isSmall = useMediaQuery("(max-width: 640px), (max-height: 640px)");
  const isLow = useMediaQuery("(max-height: 1000px)");
  const hasPendingRequests = useSessionPermissions().length > 0;
  const [choice, setChoice] = useState<boolean>();
  const listId = useId();
  if (entries.length === 0) return null;

  const done = entries.filter(isDone).length;
  const isIdle = done === entries.length || !isRunning;
  const isOpen = choice ?? !(isIdle || isSmall || (isLow && hasPendingRequests));
  const current =
    entries.find(({ status }) => status === "in_progress") ??
    entries.find((entry) => !isDone(entry));
  return (
    <section
      className={`acp-ui acp-plan ${done === entries.length ? "acp-plan-done" : ""}`}
      aria-label="Plan"
    >
      <button
        type="button"
        className="acp-plan-header"
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={() => setChoice(!isOpen)}
      >
        <ProgressRing done={done} total={entries.length} />
        <span className="acp-plan-title">Plan</span>
        <span className="acp-plan-count">
          {done} of {entries.length}
        </span>
        {!isOpen && current !== undefined && (
          <span className="acp-plan-current">{current.content}</span>
        )}
        <Icon name="chevron" className="acp-disclosure-icon" />
      </button>
      <ol id={listId} className="acp-plan-steps" hidden={!isOpen}>
        {entries.map((entry, index) => (
          <PlanStepItem key={index} entry={entry} isRunning={isRunning} />
        ))}
      </ol>
    </section>
  );
}

function isDone({ status }: PlanEntry): boolean {
  return status === "completed";
}
