import type { KeyboardEvent, ReactNode } from "react";
import { neverEnded, pendingOf } from "../model/pending.js";
import { shownMoment, TABS, type TabName, usePanel } from "./context.js";

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
          {badges[name]?.map(({ tone, count, says }) => (
            <span key={tone} className={`count ${tone}`} title={says}>
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

/** A number beside the name of a view, and what it counts. */
interface Badge {
  readonly tone: "bad" | "warn" | "plain";
  readonly count: number;
  readonly says: string;
}

function useBadges(): Readonly<Partial<Record<TabName, readonly Badge[]>>> {
  const panel = usePanel();
  const { source, snapshot, digest } = panel;
  const moment = shownMoment(panel);
  const pending = pendingOf(source.history.getState(), moment);
  const { permissions, elicitations, running, cancelled, queued } = pending;
  const waiting = permissions.length + elicitations.length;
  const going = (moment.isEnd ? 0 : running.length) + queued.length;
  const some = (badges: readonly Badge[]): readonly Badge[] =>
    badges.filter(({ count }) => count > 0);
  return {
    Log: some([{ tone: "plain", count: snapshot.end - snapshot.first, says: "logged" }]),
    Pending: some([
      { tone: "bad", count: neverEnded(pending, moment).length, says: "never finished" },
      {
        tone: "warn",
        count: waiting,
        says: moment.isEnd ? "without an answer" : "waiting for you",
      },
      { tone: "plain", count: going + cancelled.length, says: "running, queued or cancelled" },
    ]),
    Diagnostics: some([{ tone: "plain", count: digest.diagnostics.length, says: "diagnostics" }]),
  };
}
