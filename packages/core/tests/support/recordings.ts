import type { Frame } from "@acp-store/core";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

// In jsdom, import.meta.url is not the URL of a file.
const FOLDER = join(import.meta.dirname, "../fixtures/recordings");

/** The names of all recordings of real agents. */
export const ALL_RECORDINGS: readonly string[] = readdirSync(FOLDER)
  .filter((file) => file.endsWith(".jsonl"))
  .map((file) => file.slice(0, -".jsonl".length))
  .toSorted();

/** Returns the text of a recording. */
export function recordingText(name: string): string {
  return readFileSync(join(FOLDER, `${name}.jsonl`), "utf8");
}

/** Returns the frames of a recording. */
export function recordedFrames(name: string): Frame[] {
  const lines = recordingText(name).trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line) as Frame);
}
