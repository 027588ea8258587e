import type { Frame } from "@acp-store/core";

export interface Recording {
  readonly frames: readonly Frame[];
  /** Lines that are no frames. */
  readonly skipped: number;
}

/** Reads JSON lines; a line that cannot be read does not spoil the others. */
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

/** What a frame is, for somebody who follows the traffic. */
export function describeFrame({ dir, msg }: Frame): string {
  const arrow = dir === "recv" ? "←" : "→";
  if (typeof msg !== "object" || msg === null) return arrow;
  if (!("method" in msg)) return `${arrow} ${"error" in msg ? "error" : "response"}`;
  const params = "params" in msg ? (msg.params as { update?: { sessionUpdate?: unknown } }) : {};
  const update = params?.update?.sessionUpdate;
  return `${arrow} ${String(msg.method)}${typeof update === "string" ? ` · ${update}` : ""}`;
}

/** The folder the recorded agent worked in. */
export function cwdOf(frames: readonly Frame[]): string | undefined {
  for (const { msg } of frames) {
    const cwd = (msg as { params?: { cwd?: unknown } } | null)?.params?.cwd;
    if (typeof cwd === "string") return cwd;
  }
  return undefined;
}
