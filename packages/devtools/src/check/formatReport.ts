import type { Finding, TraceReport } from "./types.js";

/**
 * Formats a report as text for a terminal or a log file.
 *
 * @example
 * ```ts
 * formatReport(checkTrace(frames));
 * // frame 52: warning: late_update (agent)
 * //   msg.params.update.status: …
 * //   A completed or failed tool call does not change its status.
 * //   https://agentclientprotocol.com/protocol/v1/tool-calls#status
 * // my-agent 1.0.0, protocol version 1, 73 frames: 0 violations, 1 warning, 0 notes
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
export function formatFinding({
  frame,
  severity,
  code,
  responsible,
  message,
  rule,
  link,
}: Finding): string {
  return `frame ${frame}: ${severity}: ${code} (${responsible})\n  ${message}\n  ${rule}\n  ${link}`;
}

function pluralize(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
