import { type FindingCode, RULES } from "../../check/rules.js";
import type { Finding, Severity, TraceReport } from "../../check/types.js";
import { collectMessages, type PanelSource } from "./source.js";

/** A finding with the log entries that it is about. */
export interface LoggedFinding {
  readonly finding: Finding;
  readonly index: number;
  /** The other entries that the finding is about. */
  readonly related: readonly number[];
  /** The sender of the message. The other side may be the one that has to fix the finding. */
  readonly sentBy: "agent" | "client";
}

/** The result of checking all messages of a log. */
export interface Conformance {
  readonly report: TraceReport;
  /**
   * The findings that only the messages together show. The diagnostics of single messages are in
   * the log already.
   */
  readonly findings: readonly LoggedFinding[];
  readonly severities: ReadonlyMap<FindingCode, Severity>;
  readonly findingsByEntry: ReadonlyMap<number, readonly LoggedFinding[]>;
  /** The end of the log at the time of the check. */
  readonly end: number;
  /** Whether findings count frames differently than the log, as it has dropped older messages. */
  readonly isRenumbered: boolean;
}

/** Checks all messages of a log. Loads the check first, which is larger than the rest of the panel. */
export async function checkConformance({ history, digest }: PanelSource): Promise<Conformance> {
  const { checkTrace } = await import("@acp-store/devtools/check");
  const { frames, indices } = collectMessages(history);
  const entryOf = (frame: number): number => indices[frame - 1] ?? -1;
  const report = checkTrace(frames);
  const findings = report.findings
    .filter(({ diagnostic }) => diagnostic === undefined)
    .map(
      (finding): LoggedFinding => ({
        finding,
        index: entryOf(finding.frame),
        related: finding.relatedFrames.filter((frame) => frame !== finding.frame).map(entryOf),
        sentBy: frames[finding.frame - 1]?.dir === "sent" ? "client" : "agent",
      }),
    );
  const findingsByEntry = new Map<number, readonly LoggedFinding[]>();
  for (const logged of findings)
    findingsByEntry.set(logged.index, [...(findingsByEntry.get(logged.index) ?? []), logged]);
  return {
    report,
    findings,
    severities: new Map(report.findings.map(({ code, severity }) => [code, severity])),
    findingsByEntry,
    end: history.getSnapshot().end,
    isRenumbered: frames.length > 0 && digest.frameOf(entryOf(1)) !== 1,
  };
}

/** The color of each severity, the same in every view. The worst severity comes first. */
export const SEVERITY_TONES = { violation: "bad", warning: "warn", note: "accent" } as const;
const SEVERITIES = ["violation", "warning", "note"] as const;

/** The reasons for severities that are lower than a reader may expect. */
export const SEVERITY_REASONS: Readonly<Partial<Record<FindingCode, string>>> = {
  unfinished_tool_call:
    "This is a warning, not a violation: the protocol has no “must” for the final status of each call.",
};

/**
 * Returns the severity of a code. A check can lower the severity of its rule, as for a log that
 * begins in the middle of a connection.
 */
export function severityOf(code: FindingCode, conformance: Conformance | undefined): Severity {
  return conformance?.severities.get(code) ?? RULES[code].severity;
}

/** Returns the worst severity of some codes, or `undefined` if there are none. */
export function worstSeverity(
  codes: ReadonlySet<FindingCode>,
  conformance: Conformance | undefined,
): Severity | undefined {
  const found = new Set([...codes].map((code) => severityOf(code, conformance)));
  return SEVERITIES.find((severity) => found.has(severity));
}

/** Groups items by their code, the most frequent code first. */
export function groupByCode<Item, Code extends string>(
  items: readonly Item[],
  codeOf: (item: Item) => Code,
): [Code, Item[]][] {
  const groups = new Map<Code, Item[]>();
  for (const item of items) {
    const code = codeOf(item);
    const group = groups.get(code);
    if (group === undefined) groups.set(code, [item]);
    else group.push(item);
  }
  return [...groups].toSorted(([, a], [, b]) => b.length - a.length);
}
