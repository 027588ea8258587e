import type { FindingCode } from "@acp-store/check";
import type { Frame } from "@acp-store/core";
import fc from "fast-check";
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

/** The number of frames at which a longer trace is cut. The traces share most kinds of frames. */
const CUTS = 6;

/** Returns the positions at which a trace is cut: its last frame, and a sample of the others. */
export function cutsOf({ length }: readonly Frame[]): number[] {
  if (length <= CUTS) return Array.from({ length }, (_, index) => index);
  const others = fc.uniqueArray(fc.nat(length - 2), { minLength: CUTS - 1, maxLength: CUTS - 1 });
  const [sample = []] = fc.sample(others, { numRuns: 1, seed: length });
  return [...sample, length - 1];
}

/** Returns the sound trace with the change of a defect. */
export function withDefect(sound: readonly TimelessFrame[], { edit }: Defect): Frame[] {
  return withTimes(sound.toSpliced(edit.at, edit.remove, ...edit.insert));
}
