import type { Finding, TraceReport } from "./types.js";

/**
 * Formats a report as text for a terminal or a log file.
 *
 * @example
 * ```ts
 * formatReport(checkTrace(frames));
 * // frame 52: violation: invalid_line (agent)
 * //   Expected a minimum of 1, got 0.
 * //   at params.update.locations.0.line
 * //     expected: number | null
 * //     sent:     0
 * //   Line numbers start at 1.
 * //   https://agentclientprotocol.com/protocol/v1/tool-calls#locations
 * // my-agent 1.0.0, protocol version 1, 73 frames: 1 violation, 0 warnings, 0 notes
 * ```
 */
export function formatReport(report: TraceReport): string {
  const { agent, protocolVersion, frames, counts } = report;
  const connection = [
    agent ?? "unknown agent",
    protocolVersion === undefined
      ? "unknown protocol version"
      : `protocol version ${protocolVersion}`,
    pluralize(frames, "frame"),
  ].join(", ");
  const totals = [
    pluralize(counts.violation, "violation"),
    pluralize(counts.warning, "warning"),
    pluralize(counts.note, "note"),
  ].join(", ");
  return [...report.findings.map(formatFinding), `${connection}: ${totals}`, ""].join("\n");
}

/** Formats a finding as several lines of text. */
export function formatFinding(finding: Finding): string {
  const { frame, severity, code, responsible, message, path, expected, rule, link } = finding;
  return [
    `frame ${frame}: ${severity}: ${code} (${responsible})`,
    `  ${message}`,
    ...(path === undefined || path === "" ? [] : [`  at ${path}`]),
    ...(expected === undefined
      ? []
      : [`    expected: ${expected}`, `    sent:     ${formatSent(finding)}`]),
    `  ${rule}`,
    `  ${link}`,
  ].join("\n");
}

/** The number of characters of a value that are shown. */
const MAX_VALUE_LENGTH = 200;

function formatSent(finding: Finding): string {
  if (finding.actual === undefined) return "nothing";
  const text = JSON.stringify(finding.actual);
  return text.length > MAX_VALUE_LENGTH ? `${text.slice(0, MAX_VALUE_LENGTH)}…` : text;
}

function pluralize(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
