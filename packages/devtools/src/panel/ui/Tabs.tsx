import { type KeyboardEvent, type ReactNode, useMemo } from "react";
import {
  listUnexplained,
  SEVERITY_TONES,
  severityOf,
  worstSeverity,
} from "../model/conformance.js";
import { callsNeverFinished, findPending } from "../model/pending.js";
import { shownMoment, type TabName, tabsOf, usePanel } from "./panelContext.js";

interface TabsProps {
  readonly id: string;
  readonly tab: TabName;
  readonly onTab: (tab: TabName) => void;
}

/** The tabs of the views, with badges. The arrow keys move between them. */
export function Tabs({ id, tab, onTab }: TabsProps): ReactNode {
  const badges = useBadges();
  const tabs = tabsOf(usePanel());

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = (tabs.indexOf(tab) + step + tabs.length) % tabs.length;
    onTab(tabs[next] ?? tab);
    event.currentTarget.querySelectorAll<HTMLElement>("[role=tab]")[next]?.focus();
  }

  return (
    <div className="tabs" role="tablist" aria-label="Views" onKeyDown={onKeyDown}>
      {tabs.map((name) => (
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
          {badges[name]
            ?.filter(({ count }) => count > 0)
            .map(({ tone, count, meaning, sign }) => (
              <span key={tone} className={`count ${tone}`} title={meaning} data-mark={sign}>
                <span className="sr-only"> </span>
                {count.toLocaleString("en")}
                <span className="sr-only"> {meaning}</span>
              </span>
            ))}
        </button>
      ))}
    </div>
  );
}

/** A number beside the name of a view. */
interface Badge {
  readonly tone: "bad" | "warn" | "accent" | "plain";
  readonly count: number;
  /** The text that says what is counted. */
  readonly meaning: string;
  /** A sign that distinguishes badges without their color. */
  readonly sign?: string;
}

function useBadges(): Readonly<Partial<Record<TabName, readonly Badge[]>>> {
  const { snapshot } = usePanel();
  return {
    Log: [{ tone: "plain", count: snapshot.end - snapshot.first, meaning: "logged" }],
    Pending: usePendingBadges(),
    Diagnostics: useDiagnosticsBadges(),
  };
}

function usePendingBadges(): readonly Badge[] {
  const panel = usePanel();
  const moment = shownMoment(panel);
  const pending = findPending(panel.source.history.getState(), moment);
  const { permissions, elicitations, running, turns, cancelled, queued } = pending;
  const active = moment.isEnd ? 0 : running.length + turns.length;
  return [
    {
      tone: "bad",
      count: callsNeverFinished(pending, moment).length,
      meaning: "never finished",
      sign: "!",
    },
    {
      tone: "warn",
      count: permissions.length + elicitations.length,
      meaning: moment.isEnd ? "unanswered" : "waiting for you",
      sign: "?",
    },
    {
      tone: "plain",
      count: active + queued.length + cancelled.length,
      meaning: "running, queued or cancelled",
      sign: "▸",
    },
  ];
}

function useDiagnosticsBadges(): readonly Badge[] {
  const { digest, conformance } = usePanel();
  const { diagnostics } = digest;
  const severities = useMemo(
    () => [
      ...listUnexplained(diagnostics, conformance).map(({ diagnostic }) =>
        severityOf(diagnostic.code, conformance),
      ),
      ...(conformance?.findings ?? []).map(({ finding }) => finding.severity),
    ],
    [diagnostics, conformance],
  );
  const worst = worstSeverity(severities) ?? "note";
  return [{ tone: SEVERITY_TONES[worst], count: severities.length, meaning: "found" }];
}
