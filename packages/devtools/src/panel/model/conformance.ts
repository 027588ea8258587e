import type { Finding, FindingCode, RuleTable, Severity, TraceReport } from "@acp-store/check";
import { STORE_RULES } from "@acp-store/check/rules";
import type { Diagnostic, DiagnosticCode, Frame } from "@acp-store/core";
import type { LoggedDiagnostic } from "./digest.js";
import type { PanelSource } from "./source.js";

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
  /** All rules, loaded with the check. */
  readonly rules: RuleTable<FindingCode>;
  /** The findings that are not diagnostics of single messages, which are in the log already. */
  readonly findings: readonly LoggedFinding[];
  readonly findingsByEntry: ReadonlyMap<number, readonly LoggedFinding[]>;
  /** The severities of the diagnostics of single messages. */
  readonly severities: ReadonlyMap<FindingCode, Severity>;
  /** The diagnostics about a problem that a finding explains better. */
  readonly explained: ReadonlySet<Diagnostic>;
  /** Whether findings count frames differently than the log, as it has dropped older messages. */
  readonly isRenumbered: boolean;
}

/** Checks the messages of a log as it grows, some at a time. */
export interface ConformanceCheck {
  /** Checks messages until there are no more, or the time is over. Returns whether there are no more. */
  advance(deadline: number): boolean;
  /** Returns the findings so far. Unfinished work is reported once the log has ended. */
  read(): Conformance;
}

/** Creates a check of a log. Loads its code first, which is larger than the rest of the panel. */
export async function createConformanceCheck({
  history,
  digest,
}: PanelSource): Promise<ConformanceCheck> {
  const { createTraceCheck, RULES } = await import("@acp-store/check");
  const check = createTraceCheck();
  const messages = new Set<object>();
  /** The entry and the direction of each message. */
  const checked: { readonly index: number; readonly dir: Frame["dir"] }[] = [];
  const isRenumbered = digest.frameOf(history.getSnapshot().first) !== 1;
  let next = history.getSnapshot().first;

  function advance(deadline: number): boolean {
    const { first, end } = history.getSnapshot();
    for (next = Math.max(next, first); next < end && performance.now() < deadline; next++) {
      const frame = history.entry(next)?.frame;
      if (frame === undefined || messages.has(frame)) continue;
      messages.add(frame);
      checked.push({ index: next, dir: frame.dir });
      check.add(frame);
    }
    return next >= end;
  }

  function read(): Conformance {
    const report = check.report({ isEnd: history.getSnapshot().isDetached });
    const entryOf = (frame: number): number => checked[frame - 1]?.index ?? -1;
    const findings = report.findings
      .filter(({ diagnostic }) => diagnostic === undefined)
      .map(
        (finding): LoggedFinding => ({
          finding,
          index: entryOf(finding.frame),
          related: finding.relatedFrames.filter((frame) => frame !== finding.frame).map(entryOf),
          sentBy: checked[finding.frame - 1]?.dir === "sent" ? "client" : "agent",
        }),
      );
    const findingsByEntry = new Map<number, readonly LoggedFinding[]>();
    for (const logged of findings)
      findingsByEntry.set(logged.index, [...(findingsByEntry.get(logged.index) ?? []), logged]);
    const diagnostics = report.findings.filter(({ diagnostic }) => diagnostic !== undefined);
    const isExplained = ({ index, diagnostic: { path } }: LoggedDiagnostic): boolean =>
      findingsByEntry.get(index)?.some(({ finding }) => isSamePlace(path, pathOf(finding))) ===
      true;
    return {
      report,
      rules: RULES,
      findings,
      findingsByEntry,
      severities: new Map(diagnostics.map(({ code, severity }) => [code, severity])),
      explained: new Set(
        digest
          .read()
          .diagnostics.filter(isExplained)
          .map(({ diagnostic }) => diagnostic),
      ),
      isRenumbered: checked.length > 0 && isRenumbered,
    };
  }

  return { advance, read };
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
