import { relative } from "node:path";
import { selectChangedFiles, selectTurn, type AcpState, type ChangedFile } from "@acp-store/core";
import { colored, dim, formatDuration, sanitizeText } from "./text.js";

/**
 * Returns lines with the files that changed since `previousState`, the stop reason, the duration of
 * the turn and the usage.
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
  const { startedAt, endedAt, cancelUnconfirmed } = selectTurn(state, sessionId) ?? {};
  const time =
    startedAt === undefined || endedAt === undefined
      ? ""
      : ` · ${formatDuration(endedAt - startedAt)}`;
  const note = cancelUnconfirmed ? " · the agent did not confirm the stop" : "";
  const usage = session?.usage;
  const tokens = usage ? ` · ${usage.used} of ${usage.size} tokens` : "";
  return [
    ...files.map((file) => formatChangedFile(file, session?.cwd ?? "")),
    dim(`— ${sanitizeText(stopReason)}${note}${time}${tokens}`),
  ];
}

function formatChangedFile({ path, added, removed }: ChangedFile, cwd: string): string {
  const counts = `${colored("green", `+${added}`)} ${colored("red", `−${removed}`)}`;
  return `  ${sanitizeText(relative(cwd, path))} ${counts}`;
}
