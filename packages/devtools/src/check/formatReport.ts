import type { Finding, TraceReport } from "./types.js";

/**
 * A report as text, for a terminal or a log.
 *
 * @example
 * ```ts
 * formatReport(checkTrace(frames));
 * // frame 52: warning: late_update (agent)
 * //   msg.params.update.status: …
 * //   A tool call that is completed or failed is over.
 * //   https://agentclientprotocol.com/protocol/v1/tool-calls#status
 * // my-agent 1.0.0, protocol version 1, 73 frames: 0 violations, 1 warning, 0 notes
 * ```
 */
export function formatReport(report: TraceReport): string {
  const { agent, protocolVersion, frames, counts } = report;
  const about = [
    agent ?? "unknown agent",
    protocolVersion === undefined
      ? "unknown protocol version"
      : `protocol version ${protocolVersion}`,
    numbered(frames, "frame"),
  ].join(", ");
  const found = [
    numbered(counts.violation, "violation"),
    numbered(counts.warning, "warning"),
    numbered(counts.note, "note"),
  ].join(", ");
  return [...report.findings.map(formatFinding), `${about}: ${found}`, ""].join("\n");
}

function formatFinding({ frame, severity, code, party, message, rule, link }: Finding): string {
  return `frame ${frame}: ${severity}: ${code} (${party})\n  ${message}\n  ${rule}\n  ${link}`;
}

function numbered(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}
