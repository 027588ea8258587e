import { type FindingCode, RULES } from "../../check/rules.js";
import type { Severity } from "../../check/types.js";
import type { Conformance } from "./conformance.js";

/** How serious it is, the worst first; and the colour of that, the same in every view. */
export const TONES = { violation: "bad", warning: "warn", note: "accent" } as const;
const SEVERITIES = ["violation", "warning", "note"] as const;

/** Why it is no worse than it is, where one would think so. */
export const WHY: Readonly<Partial<Record<FindingCode, string>>> = {
  unfinished_tool_call:
    "A warning and no violation: for the protocol this is when a turn ends. It has no “must” for the final status of each call.",
};

/** A check knows more of it than the rule: it says less of a log that begins in the middle. */
export function severityOf(code: FindingCode, checked: Conformance | undefined): Severity {
  return checked?.severities.get(code) ?? RULES[code].severity;
}

/** The worst of some codes. */
export function worstOf(
  codes: ReadonlySet<FindingCode>,
  checked: Conformance | undefined,
): Severity | undefined {
  const found = new Set([...codes].map((code) => severityOf(code, checked)));
  return SEVERITIES.find((severity) => found.has(severity));
}
