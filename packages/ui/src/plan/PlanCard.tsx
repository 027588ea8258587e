import type { PlanEntry } from "@acp-store/core";
import { type ReactElement, type Ref, useEffect, useId, useRef } from "react";
import { Icon } from "../controls/Icon.js";
import { ShowAllItems } from "../controls/ShowAllItems.js";
import { useFirstItems } from "../controls/useFirstItems.js";
import { clipLabel } from "../format/clipText.js";
import { planTexts } from "../texts/composerTexts.js";
import { useTexts } from "../texts/useTexts.js";
import { PlanStepItem } from "./PlanStepItem.js";
import { ProgressRing } from "./ProgressRing.js";

interface PlanCardProps {
  readonly ref?: Ref<HTMLElement>;
  readonly entries: readonly PlanEntry[];
  readonly isRunning: boolean;
  readonly isOpen: boolean;
  readonly toggle: () => void;
}

/** More steps are shown on request. */
const MAX_STEPS = 100;

/** A heading with the progress of a plan, which shows and hides the steps. */
export function PlanCard({ ref, entries, isRunning, isOpen, toggle }: PlanCardProps): ReactElement {
  const texts = useTexts("plan", planTexts);
  const { shown, ...rest } = useFirstItems(entries, MAX_STEPS);
  const listId = useId();
  const list = useRef<HTMLOListElement>(null);
  const done = countDone(entries);
  const current = findCurrentStep(entries);
  const currentIndex = current === undefined ? -1 : entries.indexOf(current);
  useEffect(() => scrollToStep(list.current, currentIndex), [currentIndex, isOpen]);
  return (
    <section
      ref={ref}
      className={`acp-ui acp-plan ${done === entries.length ? "acp-plan-done" : ""}`}
      aria-label={texts.title}
    >
      <button
        type="button"
        className="acp-plan-header"
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={toggle}
      >
        <ProgressRing done={done} total={entries.length} />
        <span className="acp-plan-title">{texts.title}</span>
        <span className="acp-plan-count">{texts.progress(done, entries.length)}</span>
        {!isOpen && current !== undefined && (
          <span className="acp-plan-current">{clipLabel(current.content)}</span>
        )}
        <Icon name="chevron" className="acp-disclosure-icon" />
      </button>
      {/* A long list scrolls, also with the keyboard. */}
      <ol
        id={listId}
        ref={list}
        className="acp-plan-steps"
        tabIndex={0}
        aria-label={texts.title}
        hidden={!isOpen}
      >
        {shown.map((entry, index) => (
          <PlanStepItem key={index} entry={entry} isRunning={isRunning} />
        ))}
        {rest.hiddenTotal !== undefined && (
          <li>
            <ShowAllItems {...rest} />
          </li>
        )}
      </ol>
    </section>
  );
}

/** Returns the number of completed steps. */
export function countDone(entries: readonly PlanEntry[]): number {
  return entries.filter(({ status }) => status === "completed").length;
}

/** Returns the step that the agent is working on, or else the next one. */
export function findCurrentStep(entries: readonly PlanEntry[]): PlanEntry | undefined {
  return (
    entries.find(({ status }) => status === "in_progress") ??
    entries.find(({ status }) => status !== "completed")
  );
}

/** Scrolls a list, and nothing around it, so that a step is visible. */
function scrollToStep(list: HTMLOListElement | null, index: number): void {
  const step = list?.children[index];
  if (list === null || step === undefined) return;
  const { top, bottom } = list.getBoundingClientRect();
  const { top: stepTop, bottom: stepBottom } = step.getBoundingClientRect();
  if (stepTop < top) list.scrollTop -= top - stepTop;
  else if (stepBottom > bottom) list.scrollTop += stepBottom - bottom;
}
