import { useMemo } from "react";
import { openPrompts } from "../model/openPrompts.js";
import { neverEnded, pendingOf } from "../model/pending.js";
import { TONES, worstOf } from "../model/severity.js";
import { shownMoment, type TabName, usePanel } from "./context.js";

/** A number beside the name of a view, and what it counts. */
export interface Badge {
  readonly tone: Tone;
  readonly count: number;
  readonly says: string;
  /** Tells badges apart without their colour. */
  readonly mark?: string;
}

type Tone = "bad" | "warn" | "accent" | "plain";

/** What the names of the views say besides. */
export function useBadges(): Readonly<Partial<Record<TabName, readonly Badge[]>>> {
  const { snapshot } = usePanel();
  const logged = { tone: "plain", count: snapshot.end - snapshot.first, says: "logged" } as const;
  return {
    Log: some([logged]),
    Pending: usePending(),
    Diagnostics: useDiagnostics(),
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
    { tone: "bad", count: never, says: "never finished", mark: "!" },
    { tone: "warn", count: waiting, says: asked, mark: "?" },
    { tone: "plain", count: going, says: "running, queued or cancelled", mark: "▸" },
  ]);
}

function useDiagnostics(): readonly Badge[] {
  const { digest, conformance } = usePanel();
  const { diagnostics } = digest;
  const found = conformance?.found;
  const worst = useMemo(() => {
    const codes = diagnostics.map(({ diagnostic }) => diagnostic.code);
    const checked = found?.map(({ finding }) => finding.code) ?? [];
    return worstOf(new Set([...codes, ...checked]), conformance);
  }, [diagnostics, found, conformance]);
  const count = diagnostics.length + (found?.length ?? 0);
  return some([{ tone: TONES[worst ?? "note"], count, says: "found" }]);
}

function some(badges: readonly Badge[]): readonly Badge[] {
  return badges.filter(({ count }) => count > 0);
}
