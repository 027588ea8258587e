import { isObject } from "./json.js";
import type { Finding, TraceReport } from "./types.js";

/** A finding that is accepted, wherever it occurs. */
export interface BaselineEntry {
  /** The code of the rule. */
  readonly code: string;
  /** The side that caused the problem. */
  readonly responsible: "agent" | "client";
  /** The method of the message, if it has one. */
  readonly method?: string;
  /** The kind of update, if the message is a `session/update`. */
  readonly update?: string;
  /** The place in the message, with `*` for positions in lists. */
  readonly path?: string;
}

/** The findings that are accepted. Serialize it with `JSON.stringify`. */
export interface Baseline {
  /** The version of the format. */
  readonly version: 1;
  /** The accepted findings. */
  readonly findings: readonly BaselineEntry[];
}

/** The result of {@link compareWithBaseline}. */
export interface BaselineComparison {
  /** The reports without the accepted findings. */
  readonly reports: readonly TraceReport[];
  /** The number of findings that the baseline accepts. */
  readonly accepted: number;
  /** The entries of the baseline that match no finding, so that they can be removed. */
  readonly unused: readonly BaselineEntry[];
}

/**
 * Creates a baseline that accepts all violations and warnings of some reports. Notes are not part of
 * it, because they break no rule.
 *
 * @example
 * ```ts
 * writeFileSync("acp-baseline.json", JSON.stringify(createBaseline([report]), null, 2));
 * ```
 */
export function createBaseline(reports: readonly TraceReport[]): Baseline {
  const entries = new Map<string, BaselineEntry>();
  for (const { findings } of reports)
    for (const finding of findings)
      if (finding.severity !== "note") entries.set(baselineKeyOf(finding), toEntry(finding));
  const sorted = [...entries].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return { version: 1, findings: sorted.map(([, entry]) => entry) };
}

/**
 * Removes the findings that a baseline accepts from reports. A finding matches an entry with the same
 * rule, side, kind of message and place in the message. The frame and the values do not matter, so a
 * baseline stays valid when the agent is recorded again.
 *
 * @example
 * ```ts
 * const { reports, unused } = compareWithBaseline([checkTrace(frames)], baseline);
 * ```
 */
export function compareWithBaseline(
  reports: readonly TraceReport[],
  baseline: Baseline,
): BaselineComparison {
  const known = new Set(baseline.findings.map(baselineKeyOf));
  const found = new Set<string>();
  let accepted = 0;
  const remaining = reports.map((report) => {
    const counts = { ...report.counts };
    const findings = report.findings.filter((finding) => {
      const key = baselineKeyOf(finding);
      if (!known.has(key)) return true;
      found.add(key);
      accepted++;
      counts[finding.severity]--;
      return false;
    });
    return { ...report, findings, counts };
  });
  return {
    reports: remaining,
    accepted,
    unused: baseline.findings.filter((entry) => !found.has(baselineKeyOf(entry))),
  };
}

/** Returns whether a value, such as the content of a file, is a baseline. */
export function isBaseline(value: unknown): value is Baseline {
  return (
    isObject(value) &&
    value["version"] === 1 &&
    Array.isArray(value["findings"]) &&
    value["findings"].every(isBaselineEntry)
  );
}

function isBaselineEntry(value: unknown): value is BaselineEntry {
  if (!isObject(value)) return false;
  const { code, responsible, method = "", update = "", path = "" } = value;
  return (
    (responsible === "agent" || responsible === "client") &&
    [code, method, update, path].every((part) => typeof part === "string")
  );
}

/** Returns a text that findings of the same kind have in common. */
export function baselineKeyOf(finding: Finding | BaselineEntry): string {
  const { code, responsible, method = "", update = "", path = "" } = finding;
  return [code, responsible, method, update, replaceListPositions(path)].join(" ");
}

function toEntry({ code, responsible, method, update, path }: Finding): BaselineEntry {
  return {
    code,
    responsible,
    ...(method !== undefined && { method }),
    ...(update !== undefined && { update }),
    ...(path !== undefined && { path: replaceListPositions(path) }),
  };
}

function replaceListPositions(path: string): string {
  return path.replace(/(?<=^|\.)\d+(?=\.|$)/g, "*");
}
