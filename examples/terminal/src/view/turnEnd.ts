import { relative } from "node:path";
import type { ChangedFile, Session, Turn } from "@acp-store/core";
import { colored, dim, formatDuration, type SafeText, text } from "./text.js";

/** Returns lines with changed files, the stop reason, the duration of a turn and the usage. */
export function formatTurnEnd(
  { cwd = "", usage }: Session,
  { startedAt, endedAt, stopReason = "ended", cancelUnconfirmed }: Turn,
  files: readonly ChangedFile[],
): SafeText[] {
  const time = endedAt === undefined ? "" : ` · ${formatDuration(endedAt - startedAt)}`;
  const note = cancelUnconfirmed ? " · the agent did not confirm the stop" : "";
  const tokens = usage ? ` · ${usage.used} of ${usage.size} tokens` : "";
  return [
    ...files.map((file) => formatChangedFile(file, cwd)),
    dim(`— ${stopReason}${note}${time}${tokens}`),
  ];
}

function formatChangedFile({ path, added, removed }: ChangedFile, cwd: string): SafeText {
  return text`  ${relative(cwd, path)} ${colored("green", `+${added}`)} ${colored("red", `−${removed}`)}`;
}
