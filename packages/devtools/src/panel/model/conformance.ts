import type { Finding, FindingCode, RuleTable, Severity, TraceReport } from "@acp-store/check";
import { STORE_RULES, TURN_RULES } from "@acp-store/check/rules";
import type { Diagnostic, DiagnosticCode } from "@acp-store/core";
import type { LoggedDiagnostic } from "./digest.js";
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
  /** The findings that are not diagnostics of single messages, which are in the log already. */
  readonly findings: readonly LoggedFinding[];
  readonly findingsByEntry: ReadonlyMap<number, readonly LoggedFinding[]>;
  /** The severities of the diagnostics of single messages. */
  readonly severities: ReadonlyMap<FindingCode, Severity>;
  /** The diagnostics about a problem that a finding explains better. */
  readonly explained: ReadonlySet<Diagnostic>;
  /** The end of the log at the time of the check. */
  readonly end: number;
  /** Whether findings count frames differently than the log, as it has dropped older messages. */
  readonly isRenumbered: boolean;
}

/** Checks all messages of a log. Loads the check first, which is larger than the rest of the panel. */
export async function checkConformance({ history, digest }: PanelSource): Promise<Conformance> {
  const { checkTrace } = await import("@acp-store/check");
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
  const diagnostics = report.findings.filter(({ diagnostic }) => diagnostic !== undefined);
  const isExplained = ({ index, diagnostic: { path } }: LoggedDiagnostic): boolean =>
    findingsByEntry.get(index)?.some(({ finding }) => isSamePlace(path, pathOf(finding))) === true;
  return {
    report,
    findings,
    findingsByEntry,
    severities: new Map(diagnostics.map(({ code, severity }) => [code, severity])),
    explained: new Set(
      digest
        .read()
        .diagnostics.filter(isExplained)
        .map(({ diagnostic }) => diagnostic),
    ),
    end: history.getSnapshot().end,
    isRenumbered: frames.length > 0 && digest.frameOf(entryOf(1)) !== 1,
  };
}

/** Returns the diagnostics that no finding of a check explains. */
export function listUnexplained(
  diagnostics: readonly LoggedDiagnostic[],
  conformance: Conformance | undefined,
): readonly LoggedDiagnostic[] {
  if (conformance === undefined) return diagnostics;
  return diagnostics.filter(({ diagnostic }) => !conformance.explained.has(diagnostic));
}

/** Returns the path to the value of a finding, from the root of its message. */
export function pathOf({ path = "" }: Finding): string[] {
  return path === "" ? [] : path.split(".");
}

/** Returns whether one path contains the other. The path of a diagnostic can start with `msg`. */
function isSamePlace(diagnosticPath: Diagnostic["path"], findingPath: readonly string[]): boolean {
  const path = diagnosticPath.map(String);
  const inMessage = path[0] === "msg" ? path.slice(1) : path;
  const length = Math.min(inMessage.length, findingPath.length);
  return inMessage.slice(0, length).every((key, position) => key === findingPath[position]);
}

/** The rules that the panel shows without loading the check: those of diagnostics and open calls. */
export const PANEL_RULES: RuleTable<DiagnosticCode | "unfinished_tool_call"> = {
  ...STORE_RULES,
  unfinished_tool_call: TURN_RULES.unfinished_tool_call,
};

/** The color of each severity, the same in every view. The worst severity comes first. */
export const SEVERITY_TONES = { violation: "bad", warning: "warn", note: "accent" } as const;
const SEVERITIES = ["violation", "warning", "note"] as const;

/** The reasons for severities that are lower than a reader may expect. */
export const SEVERITY_REASONS: Readonly<Partial<Record<FindingCode, string>>> = {
  unfinished_tool_call:
    "This is a warning, not a violation: the protocol has no “must” for the final status of each call.",
};

/**
 * Returns the severity of a diagnostic. A check can lower it, as for a log that begins in the middle of
 * a connection.
 */
export function severityOf(code: DiagnosticCode, conformance: Conformance | undefined): Severity {
  return conformance?.severities.get(code) ?? STORE_RULES[code].severity;
}

/** Returns the worst of some severities, or `undefined` if there are none. */
export function worstSeverity(severities: Iterable<Severity>): Severity | undefined {
  const found = new Set(severities);
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
