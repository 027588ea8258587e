import { isOpenPhase, type ContentBlock, type Session, type ToolCall } from "@acp-store/core";
import {
  colored,
  dim,
  formatCallTitle,
  formatDuration,
  getContentText,
  NOTHING,
  type SafeText,
  text,
  toLines,
} from "./text.js";

/** The maximum number of output lines to show for a finished call. */
const OUTPUT_LINES = 8;
/** Shorter run times are not shown. */
const MIN_SHOWN_MS = 1000;

/** Returns whether a call is over: it has ended, was rejected, or its turn ended without it. */
export const isCallFinished = ({ phase }: ToolCall): boolean => !isOpenPhase(phase);

/** Returns the lines of a finished call: its result and the end of its output. */
export function formatFinishedCall(session: Session, call: ToolCall): SafeText[] {
  const output = call.kind === "execute" || call.phase === "failed" ? getOutput(session, call) : "";
  const lines = output === "" ? [] : toLines(getLastLines(output, OUTPUT_LINES));
  return [
    text`${formatStatusIcon(call)} ${formatCallTitle(call)}${formatResult(call)}${formatRunTime(call)}`,
    ...lines.map((line) => text`  ${dim(text`│ ${line}`)}`),
  ];
}

/** Returns one line for a running call. */
export const formatRunningCall = (call: ToolCall): SafeText =>
  text`${colored("cyan", "…")} ${formatCallTitle(call)}`;

/** Returns the last line of a running command's output, or an empty text for other calls. */
export function formatLastOutputLine(session: Session, call: ToolCall): SafeText {
  const last = call.kind === "execute" ? getLastLines(getOutput(session, call), 1) : "";
  return last === "" ? NOTHING : dim(` · ${last}`);
}

function formatStatusIcon({ phase }: ToolCall): SafeText {
  if (phase === "completed") return colored("green", "✓");
  return phase === "failed" ? colored("red", "✗") : colored("yellow", "–");
}

function formatResult({ phase }: ToolCall): SafeText {
  if (phase === "completed") return NOTHING;
  return dim(phase === "unfinished" ? " (did not finish)" : ` (${phase})`);
}

/** Returns the time that a call took, unless it is short or only the time of a replay is known. */
function formatRunTime({ startedAt, endedAt, replayed }: ToolCall): SafeText {
  if (startedAt === undefined || endedAt === undefined || replayed) return NOTHING;
  const ms = endedAt - startedAt;
  return ms < MIN_SHOWN_MS ? NOTHING : dim(` · ${formatDuration(ms)}`);
}

/** Returns the output of a call, from its text content and its terminals, without empty lines at its end. */
function getOutput({ terminals }: Session, { content }: ToolCall): string {
  const outputs = content.map((item) => {
    if (item.type === "terminal") return terminals.get(String(item.terminalId))?.output ?? "";
    return item.type === "content" ? getContentText([item.content as ContentBlock]) : "";
  });
  return outputs.join("").trimEnd();
}

/** Returns the last lines of an output. A line that a command has overwritten counts as one. */
function getLastLines(output: string, count: number): string {
  const lines = output.split("\n").slice(-count);
  return lines.map((line) => line.trimEnd().split("\r").at(-1)).join("\n");
}
