import { type ReactElement, useId } from "react";
import { Icon } from "../controls/Icon.js";
import { planTexts } from "../texts/composerTexts.js";
import { useTexts } from "../texts/useTexts.js";
import { PlanStepItem } from "./PlanStepItem.js";
import { ProgressRing } from "./ProgressRing.js";
import { usePlanPanel } from "./usePlanPanel.js";

/** The plan and its progress. Collapsed by default in a small panel and when nothing is running. */
export function PlanPanel(): ReactElement | null {
  const { ref, entries, done, current, isRunning, isOpen, toggle } = usePlanPanel();
  const texts = useTexts("plan", planTexts);
  const listId = useId();
  if (entries.length === 0) return null;
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
