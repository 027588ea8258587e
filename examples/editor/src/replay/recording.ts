import type { Frame } from "@acp-store/core";

export interface Recording {
  readonly frames: readonly Frame[];
  /** The number of lines that could not be parsed as frames. */
  readonly skipped: number;
}

/** Parses a recording in JSON Lines format. Skips lines that are not valid frames. */
export function parseRecording(text: string): Recording {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const frames = lines.map(parseFrame).filter((frame) => frame !== undefined);
  return { frames, skipped: lines.length - frames.length };
}

function parseFrame(line: string): Frame | undefined {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value !== "object" || value === null || !("msg" in value) || !("dir" in value))
      return undefined;
    const { dir, msg } = value;
    if (dir !== "recv" && dir !== "sent") return undefined;
    return "t" in value && typeof value.t === "number" ? { dir, msg, t: value.t } : { dir, msg };
  } catch {
    return undefined;
  }
}

/** Describes a frame in a few words: its direction, method and kind of update. */
export function describeFrame({ dir, msg }: Frame): string {
  const arrow = dir === "recv" ? "←" : "→";
  if (typeof msg !== "object" || msg === null) return arrow;
  if (!("method" in msg)) return `${arrow} ${"error" in msg ? "error" : "response"}`;
  const params = "params" in msg ? (msg.params as { update?: { sessionUpdate?: unknown } }) : {};
  const update = params?.update?.sessionUpdate;
  return `${arrow} ${String(msg.method)}${typeof update === "string" ? ` · ${update}` : ""}`;
}

/** Returns the working directory of the recorded agent. */
export function findRecordedCwd(frames: readonly Frame[]): string | undefined {
  for (const { msg } of frames) {
    const cwd = (msg as { params?: { cwd?: unknown } } | null)?.params?.cwd;
    if (typeof cwd === "string") return cwd;
  }
  return undefined;
}
