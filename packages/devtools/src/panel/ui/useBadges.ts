import type { TraceReport } from "../../check/types.js";
import type { Conformance } from "../model/conformance.js";
import { openPrompts } from "../model/openPrompts.js";
import { neverEnded, pendingOf } from "../model/pending.js";
import { shownMoment, type TabName, usePanel } from "./context.js";

/** A number beside the name of a view, and what it counts. */
export interface Badge {
  readonly tone: Tone;
  readonly count: number;
  readonly says: string;
}

type Tone = "bad" | "warn" | "plain";

/** What the names of the views say besides. */
export function useBadges(): Readonly<Partial<Record<TabName, readonly Badge[]>>> {
  const { snapshot, digest, conformance } = usePanel();
  const logged = { tone: "plain", count: snapshot.end - snapshot.first, says: "logged" } as const;
  return {
    Log: some([logged]),
    Pending: usePending(),
    Diagnostics: some([diagnosticsOf(conformance, digest.diagnostics.length)]),
  };
}

function usePending(): readonly Badge[] {
  const panel = usePanel();
  const moment = shownMoment(panel);
  const state = panel.source.history.getState();
  const pending = pendingOf(state, moment);
  const { permissions, elicitations, running, cancelled, queued } = pending;
  const never = neverEnded(pending, moment).length;
  const atWork = moment.isEnd ? 0 : running.length + openPrompts(state).length;
  const going = atWork + queued.length + cancelled.length;
  const waiting = permissions.length + elicitations.length;
  const asked = moment.isEnd ? "without an answer" : "waiting for you";
  return some([
    { tone: "bad", count: never, says: "never finished" },
    { tone: "warn", count: waiting, says: asked },
    { tone: "plain", count: going, says: "running, queued or cancelled" },
  ]);
}

function diagnosticsOf(checked: Conformance | undefined, diagnostics: number): Badge {
  const count = diagnostics + (checked?.found.length ?? 0);
  return { tone: toneOf(checked?.report, diagnostics), count, says: "found" };
}

/** How bad the worst is that is known. */
function toneOf(report: TraceReport | undefined, diagnostics: number): Tone {
  if ((report?.counts.violation ?? 0) > 0) return "bad";
  return (report?.counts.warning ?? diagnostics) > 0 ? "warn" : "plain";
}

function some(badges: readonly Badge[]): readonly Badge[] {
  return badges.filter(({ count }) => count > 0);
}
