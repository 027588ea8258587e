import type { KeyboardEvent, ReactElement } from "react";
import { VIEWS, type View } from "./views.js";

const ORDER = Object.keys(VIEWS) as View[];

interface ViewTabsProps {
  readonly view: View;
  readonly onChange: (view: View) => void;
}

/** The tabs for the views on a narrow screen. */
export function ViewTabs({ view, onChange }: ViewTabsProps): ReactElement {
  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const index = (ORDER.indexOf(view) + step + ORDER.length) % ORDER.length;
    const next = ORDER[index];
    if (next !== undefined) onChange(next);
    event.currentTarget.querySelectorAll("button")[index]?.focus();
  }
  return (
    <section className="view-tabs" aria-label="View">
      <div role="tablist" aria-label="View" onKeyDown={onKeyDown}>
        {ORDER.map((own) => (
          <button
            key={own}
            type="button"
            role="tab"
            aria-selected={own === view}
            aria-controls={`view-${own}`}
            tabIndex={own === view ? 0 : -1}
            onClick={() => onChange(own)}
          >
            {VIEWS[own]}
          </button>
        ))}
      </div>
    </section>
  );
}
