import { relative } from "node:path";
import { selectChangedFiles, type AcpState, type ChangedFile } from "@acp-store/core";
import { colored, dim, sanitizeText } from "./text.js";

/**
 * Returns lines with the files that changed since `previousState`, the stop reason and the usage.
 */
export function formatTurnEnd(
  state: AcpState,
  previousState: AcpState,
  sessionId: string,
  stopReason: string,
): string[] {
  const session = state.sessions.get(sessionId);
  const previousFiles = selectChangedFiles(previousState, sessionId);
  const files = selectChangedFiles(state, sessionId).filter(
    (file) => !previousFiles.includes(file),
  );
  const usage = session?.usage;
  const tokens = usage ? ` · ${usage.used} of ${usage.size} tokens` : "";
  return [
    ...files.map((file) => formatChangedFile(file, session?.cwd ?? "")),
    dim(`— ${sanitizeText(stopReason)}${tokens}`),
  ];
}

function formatChangedFile({ path, added, removed }: ChangedFile, cwd: string): string {
  const counts = `${colored("green", `+${added}`)} ${colored("red", `−${removed}`)}`;
  return `  ${sanitizeText(relative(cwd, path))} ${counts}`;
}
