import { isOpenPhase, type ContentBlock, type Session, type ToolCall } from "@acp-store/core";
import {
  colored,
  dim,
  formatDuration,
  getCallTitle,
  getContentText,
  indentLines,
  sanitizeText,
} from "./text.js";

/** The maximum number of output lines to show for a finished call. */
const OUTPUT_LINES = 8;
/** Shorter run times are not shown. */
const MIN_SHOWN_MS = 1000;

/** Returns whether a call is over: it has ended, was rejected, or its turn ended without it. */
export const isCallFinished = ({ phase }: ToolCall): boolean => !isOpenPhase(phase);

/** Returns the lines of a finished call: its result and the end of its output. */
export function formatFinishedCall(session: Session, call: ToolCall): string[] {
  const output = call.kind === "execute" || call.phase === "failed" ? getOutput(session, call) : "";
  const lines = output.trimEnd().split("\n").slice(-OUTPUT_LINES);
  const shown = output.trim() === "" ? [] : indentLines(lines.join("\n"), "  │ ").map(dim);
  return [
    `${formatStatusIcon(call)} ${dim(call.kind)} ${getCallTitle(call)}${formatResult(call)}${formatRunTime(call)}`,
    ...shown,
  ];
}

/** Returns one line for a running call. */
export const formatRunningCall = (call: ToolCall): string =>
  `${colored("cyan", "…")} ${dim(call.kind)} ${getCallTitle(call)}`;

/** Returns the last line of a running command's output, or an empty string for other calls. */
export function formatLastOutputLine(session: Session, call: ToolCall): string {
  const last = getOutput(session, call).trimEnd().split("\n").at(-1) ?? "";
  return last === "" || call.kind !== "execute" ? "" : dim(` · ${last}`);
}

function formatStatusIcon({ phase }: ToolCall): string {
  if (phase === "completed") return colored("green", "✓");
  return phase === "failed" ? colored("red", "✗") : colored("yellow", "–");
}

function formatResult({ phase }: ToolCall): string {
  if (phase === "completed") return "";
  return dim(phase === "unfinished" ? " (did not finish)" : ` (${phase})`);
}

/** Returns the time that a call took, unless it is short or only the time of a replay is known. */
function formatRunTime({ startedAt, endedAt, replayed }: ToolCall): string {
  if (startedAt === undefined || endedAt === undefined || replayed) return "";
  const ms = endedAt - startedAt;
  return ms < MIN_SHOWN_MS ? "" : dim(` · ${formatDuration(ms)}`);
}

/** Returns the output of a call, from its text content and its terminals. */
function getOutput({ terminals }: Session, { content }: ToolCall): string {
  const outputs = content.map((item) => {
    if (item.type === "terminal")
      return sanitizeText(terminals.get(String(item.terminalId))?.output ?? "");
    return item.type === "content" ? getContentText([item.content as ContentBlock]) : "";
  });
  return outputs.join("");
}
