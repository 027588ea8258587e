import type { FindingCode } from "@acp-store/check";
import type { Frame } from "@acp-store/core";
import { readdirSync, readFileSync } from "node:fs";

const FOLDER = new URL("../traces/", import.meta.url);

type TimelessFrame = Omit<Frame, "t">;

/** A change of a sound trace that breaks one rule. The README of the folder describes the fields. */
interface Defect {
  readonly name: string;
  readonly rule: FindingCode;
  readonly culprit: "agent" | "client";
  readonly frame: number;
  readonly edit: { readonly at: number; readonly remove: number; readonly insert: TimelessFrame[] };
}

interface TraceFile {
  readonly version: 1 | 2;
  readonly sound: readonly TimelessFrame[];
  readonly defects: readonly Defect[];
}

/** The files of traces with one defect each, by name. */
export const TRACE_FILES: readonly (TraceFile & { readonly file: string })[] = readdirSync(FOLDER, {
  recursive: true,
  encoding: "utf8",
})
  .filter((file) => file.endsWith(".json"))
  .toSorted()
  .map((file) => ({
    file,
    ...(JSON.parse(readFileSync(new URL(file, FOLDER), "utf8")) as TraceFile),
  }));

/** Returns the frames with a time each. */
export function withTimes(frames: readonly TimelessFrame[]): Frame[] {
  return frames.map((frame, index) => ({ t: index * 10, ...frame }));
}

/** Returns the sound trace with the change of a defect. */
export function withDefect(sound: readonly TimelessFrame[], { edit }: Defect): Frame[] {
  return withTimes(sound.toSpliced(edit.at, edit.remove, ...edit.insert));
}
