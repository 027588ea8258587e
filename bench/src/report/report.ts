import type { Figure, Measure, Missing, Target, Timing } from "../figures.js";
import type { Spread } from "../measure/spread.js";
import { digits, table } from "./table.js";

/** All figures in Markdown. */
export function report(figures: readonly Figure[]): string {
  const timings = figures.filter((figure) => figure.type === "timing");
  const measures = figures.filter((figure) => figure.type === "measure");
  const missing = figures.filter((figure) => figure.type === "missing");
  return [
    ...section(timings, timingTable),
    ...section(measures, measureTable),
    ...section(missing, missingList),
  ].join("\n\n");
}

/** How many targets are met. */
export function verdict(figures: readonly Figure[]): {
  readonly met: number;
  readonly missed: number;
} {
  const targets = figures.flatMap((figure) => ("target" in figure && figure.target) || []);
  const met = targets.filter((target) => target.met).length;
  return { met, missed: targets.length - met };
}

function section<Kind>(
  items: readonly Kind[],
  render: (items: readonly Kind[]) => string,
): string[] {
  return items.length > 0 ? [render(items)] : [];
}

function timingTable(timings: readonly Timing[]): string {
  const heading = [
    "workload",
    "contestant",
    "µs per update",
    "× floor",
    "lowest to highest",
    "target",
    "",
  ];
  const rows = timings.map((timing) => [
    timing.workload,
    withNote(timing.contestant, timing),
    digits(timing.microseconds.median),
    digits(timing.ratio.median),
    range(timing.ratio),
    ...aim(timing.target),
  ]);
  return table(heading, rows);
}

function withNote(name: string, { updates, of, note }: Timing): string {
  const sample = updates < of ? [`${updates.toLocaleString("en")} updates from the middle`] : [];
  const notes = [...sample, ...(note === undefined ? [] : [note])];
  return notes.length > 0 ? `${name} (${notes.join("; ")})` : name;
}

function measureTable(measures: readonly Measure[]): string {
  const rows = measures.map(({ name, subject, value, unit, target, note }) => [
    name,
    note === undefined ? subject : `${subject} (${note})`,
    `${digits(value)}${unit === "×" || unit === "" ? "" : " "}${unit}`,
    ...aim(target),
  ]);
  return table(["measure", "of", "value", "target", ""], rows);
}

function missingList(missing: readonly Missing[]): string {
  return missing.map(({ name, reason }) => `- Not measured: ${name}. ${reason}`).join("\n");
}

function range({ low, high }: Spread): string {
  return low === high ? "" : `${digits(low)} – ${digits(high)}`;
}

function aim(target: Target | undefined): string[] {
  return target === undefined ? ["", ""] : [target.limit, target.met ? "ok" : "missed"];
}
