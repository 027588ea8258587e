import type { Frame } from "@acp-store/core";

/** Returns the working directory of the recorded agent. */
export function findRecordedCwd(frames: readonly Frame[]): string | undefined {
  for (const { msg } of frames) {
    const cwd = (msg as { params?: { cwd?: unknown } } | null)?.params?.cwd;
    if (typeof cwd === "string") return cwd;
  }
  return undefined;
}
