/**
 * Checks whether a trace follows the protocol, and formats the findings.
 * @module
 */
export { compareWithBaseline, createBaseline, isBaseline } from "./baseline.js";
export { checkTrace, createTraceCheck } from "./checkTrace.js";
export { formatJunit } from "./formatJunit.js";
export { formatReport } from "./formatReport.js";
export { formatSarif } from "./formatSarif.js";
export { RULES } from "./rules.js";

// Types
export type { Baseline, BaselineComparison, BaselineEntry } from "./baseline.js";
export type { CheckedTrace } from "./checkedTrace.js";
export type { CheckOptions, TraceCheck } from "./checkTrace.js";
export type { FindingCode } from "./rules.js";
export type { Rule, RuleTable, Severity } from "./rule.js";
export type { Finding, TraceReport } from "./types.js";
