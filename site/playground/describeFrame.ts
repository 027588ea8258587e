type Path = readonly (string | number)[];

/** The parts of messages that say the most about them, in order of preference. */
const PREVIEWS: readonly Path[] = [
  ["params", "update", "content", "text"],
  ["params", "update", "title"],
  ["params", "update", "toolCallId"],
  ["params", "update", "state"],
  ["params", "update", "currentModeId"],
  ["params", "toolCall", "title"],
  ["params", "subject", "title"],
  ["params", "prompt", 0, "text"],
  ["params", "modeId"],
  ["params", "value"],
  ["params", "path"],
  ["params", "clientInfo", "name"],
  ["params", "cwd"],
  ["result", "stopReason"],
  ["result", "outcome", "optionId"],
  ["result", "outcome", "outcome"],
  ["result", "agentInfo", "name"],
  ["result", "sessionId"],
  ["error", "message"],
];
const MAX_PREVIEW_CHARACTERS = 160;

function valueAt(message: unknown, path: Path): unknown {
  let value: unknown = message;
  for (const key of path) {
    if (typeof value !== "object" || value === null) return undefined;
    value = (value as Readonly<Record<string | number, unknown>>)[key];
  }
  return value;
}

/** The colors and cursor movements of a terminal, and other control characters. */
// oxlint-disable-next-line eslint/no-control-regex -- matches terminal escape sequences
const CONTROLS = /\u001b\[[0-?]*[ -/]*[@-~]|\p{Cc}/gu;

/** Returns the part of a message that says the most about it, or the text of a line, as one line. */
export function previewMessage(message: unknown): string {
  if (typeof message === "string")
    return message.slice(0, MAX_PREVIEW_CHARACTERS).replaceAll(CONTROLS, "").trim();
  for (const path of PREVIEWS) {
    const value = valueAt(message, path);
    if (typeof value === "string" && value.trim() !== "")
      return value.slice(0, MAX_PREVIEW_CHARACTERS).replaceAll(/\s+/g, " ").trim();
  }
  return "";
}

/** Formats a time since the first message: `0.017`, `4.2`, `1:05.3`. */
export function formatTime(ms: number): string {
  const seconds = ms / 1000;
  if (seconds < 60) return `${seconds.toFixed(seconds < 10 ? 2 : 1)} s`;
  const minutes = Math.floor(seconds / 60);
  return `${minutes}:${(seconds - minutes * 60).toFixed(0).padStart(2, "0")} min`;
}
