import type { KeyboardEvent, ReactNode } from "react";
import { TABS, type TabName } from "./context.js";
import { useBadges } from "./useBadges.js";

interface TabsProps {
  readonly id: string;
  readonly tab: TabName;
  readonly onTab: (tab: TabName) => void;
}

/** The views. Arrow keys go from one to the next. */
export function Tabs({ id, tab, onTab }: TabsProps): ReactNode {
  const badges = useBadges();

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const place = (TABS.indexOf(tab) + step + TABS.length) % TABS.length;
    onTab(TABS[place] ?? tab);
    event.currentTarget.querySelectorAll<HTMLElement>("[role=tab]")[place]?.focus();
  }

  return (
    <div className="tabs" role="tablist" aria-label="Views" onKeyDown={onKeyDown}>
      {TABS.map((name) => (
        <button
          key={name}
          type="button"
          role="tab"
          id={`${id}-${name}`}
          aria-controls={`${id}-view`}
          aria-selected={name === tab}
          tabIndex={name === tab ? 0 : -1}
          className="tab"
          onClick={() => onTab(name)}
        >
          {name}
          {badges[name]?.map(({ tone, count, says, mark }) => (
            <span key={tone} className={`count ${tone}`} title={says} data-mark={mark}>
              <span className="sr-only"> </span>
              {count.toLocaleString("en")}
              <span className="sr-only"> {says}</span>
            </span>
          ))}
        </button>
      ))}
    </div>
  );
}
