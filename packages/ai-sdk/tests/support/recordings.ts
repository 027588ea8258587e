import type { Frame } from "@acp-store/core";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const FOLDER = join(import.meta.dirname, "../../../core/tests/fixtures/recordings");

/** Returns the frames of a recording of a real agent. */
export function recordedFrames(name: string): Frame[] {
  const lines = readFileSync(join(FOLDER, `${name}.jsonl`), "utf8")
    .trimEnd()
    .split("\n");
  return lines.map((line) => JSON.parse(line) as Frame);
}

/** The names of all recordings. */
export const RECORDINGS: readonly string[] = readdirSync(FOLDER).map((file) =>
  file.replace(".jsonl", ""),
);
