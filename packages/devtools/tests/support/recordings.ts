import type { Frame } from "@acp-store/core";
import { readdirSync, readFileSync } from "node:fs";

const FOLDER = new URL("../../../core/tests/fixtures/recordings/", import.meta.url);

/** Every recording of a real agent that there is. */
export const ALL_RECORDINGS: readonly string[] = readdirSync(FOLDER)
  .filter((file) => file.endsWith(".jsonl"))
  .map((file) => file.slice(0, -".jsonl".length))
  .toSorted();

export function recordingText(name: string): string {
  return readFileSync(new URL(`${name}.jsonl`, FOLDER), "utf8");
}

export function recordedFrames(name: string): Frame[] {
  const lines = recordingText(name).trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line) as Frame);
}
