export { checkTrace } from "./checkTrace.js";
export type { CheckOptions } from "./checkTrace.js";
export { formatReport } from "./formatReport.js";
export { RULES } from "./rules.js";
export type { FindingCode } from "./rules.js";
export type { Rule, RuleTable } from "./rules/rule.js";
export type { Finding, Severity, TraceReport } from "./types.js";
