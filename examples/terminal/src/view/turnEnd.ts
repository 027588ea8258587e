import { relative } from "node:path";
import { selectChangedFiles, type AcpState, type ChangedFile } from "@acp-store/core";
import { clean, colored, dim } from "./text.js";

/** How a turn ended, and the files that it left other than they were `before`. */
export function turnEndLines(
  state: AcpState,
  before: AcpState,
  sessionId: string,
  reason: string,
): string[] {
  const session = state.sessions.get(sessionId);
  const known = selectChangedFiles(before, sessionId);
  const files = selectChangedFiles(state, sessionId).filter((file) => !known.includes(file));
  const usage = session?.usage;
  const tokens = usage ? ` · ${usage.used} of ${usage.size} tokens` : "";
  return [
    ...files.map((file) => fileLine(file, session?.cwd ?? "")),
    dim(`— ${clean(reason)}${tokens}`),
  ];
}

function fileLine({ path, added, removed }: ChangedFile, cwd: string): string {
  const counts = `${colored("green", `+${added}`)} ${colored("red", `−${removed}`)}`;
  return `  ${clean(relative(cwd, path))} ${counts}`;
}
