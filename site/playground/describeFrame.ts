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

const MINUTE_MS = 60_000;

/** Formats a time since the first message: `0.017 s`, `14.230 s`, `1:05.300`. */
export function formatTime(ms: number): string {
  const rounded = Math.round(ms);
  if (rounded < MINUTE_MS) return `${(rounded / 1000).toFixed(3)} s`;
  const seconds = ((rounded % MINUTE_MS) / 1000).toFixed(3).padStart(6, "0");
  return `${Math.floor(rounded / MINUTE_MS)}:${seconds}`;
}
