import { isFinalStatus, type ContentBlock, type Session, type ToolCall } from "@acp-store/core";
import { colored, clean, dim, indented, textOf, titleOf } from "./text.js";

const OUTPUT_LINES = 8;

/** Whether nothing more is to be expected of a call. */
export const isOver = ({ status, stale }: ToolCall): boolean =>
  isFinalStatus(status) || stale === true;

/** A call that is over: how it ended, and the end of what it said. */
export function callLines(session: Session, call: ToolCall): string[] {
  const output = call.kind === "execute" || call.status === "failed" ? outputOf(session, call) : "";
  const lines = output.trimEnd().split("\n").slice(-OUTPUT_LINES);
  const shown = output.trim() === "" ? [] : indented(lines.join("\n"), "  │ ").map(dim);
  return [`${sign(call)} ${dim(call.kind)} ${titleOf(call)}${ending(call)}`, ...shown];
}

/** A call that runs, on one line. */
export const runningLine = (call: ToolCall): string =>
  `${colored("cyan", "…")} ${dim(call.kind)} ${titleOf(call)}`;

/** The last line that a command has printed so far. */
export function lastOutput(session: Session, call: ToolCall): string {
  const last = outputOf(session, call).trimEnd().split("\n").at(-1) ?? "";
  return last === "" || call.kind !== "execute" ? "" : dim(` · ${last}`);
}

function sign({ status }: ToolCall): string {
  if (status === "completed") return colored("green", "✓");
  return status === "failed" ? colored("red", "✗") : colored("yellow", "–");
}

function ending({ status, stale }: ToolCall): string {
  if (status === "completed") return "";
  return dim(stale ? " (no end was reported)" : ` (${status})`);
}

/** What a call printed: as text, or in a terminal of the session. */
function outputOf({ terminals }: Session, { content }: ToolCall): string {
  const parts = content.map((item) => {
    if (item.type === "terminal")
      return clean(terminals.get(String(item.terminalId))?.output ?? "");
    return item.type === "content" ? textOf([item.content as ContentBlock]) : "";
  });
  return parts.join("");
}
