import type { KeyboardEvent, ReactNode } from "react";
import type { TraceReport } from "../../check/types.js";
import { shownIndex, TABS, type TabName, usePanel } from "./context.js";
import { pendingOf } from "../model/pending.js";

interface TabsProps {
  readonly id: string;
  readonly tab: TabName;
  readonly onTab: (tab: TabName) => void;
}

/** The views. Arrow keys go from one to the next. */
export function Tabs({ id, tab, onTab }: TabsProps): ReactNode {
  const counts = useCounts();
  const { conformance, digest } = usePanel();
  const tones: Partial<Record<TabName, string>> = {
    Diagnostics: toneOf(conformance?.report, digest.diagnostics.length),
  };

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
          {counts[name] > 0 && (
            <span className={`count ${tones[name] ?? ""}`}>
              {counts[name].toLocaleString("en")}
            </span>
          )}
        </button>
      ))}
    </div>
  );
}

function useCounts(): Readonly<Record<TabName, number>> {
  const { source, snapshot, digest, conformance } = usePanel();
  const moment = { tracks: digest.tracks, index: shownIndex(snapshot), isEnd: false };
  const pending = pendingOf(source.history.getState(), moment);
  const waiting = Object.values(pending).reduce((sum, list) => sum + list.length, 0);
  const none = { Timeline: 0, State: 0, Traffic: 0 };
  return {
    ...none,
    Log: snapshot.end - snapshot.first,
    Pending: waiting,
    Diagnostics: digest.diagnostics.length + (conformance?.found.length ?? 0),
  };
}

/** How bad the worst is that is known. */
function toneOf(report: TraceReport | undefined, diagnostics: number): string {
  if ((report?.counts.violation ?? 0) > 0) return "bad";
  return (report?.counts.warning ?? diagnostics) > 0 ? "warn" : "";
}
