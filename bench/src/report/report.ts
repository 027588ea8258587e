import {
  addUnit,
  type Figure,
  type Growth,
  type Measure,
  type Missing,
  type Target,
  type Timing,
} from "../figures.js";
import { formatNumber, formatSpread, formatTable } from "./table.js";

/** Returns a Markdown report of all figures. */
export function formatReport(figures: readonly Figure[]): string {
  const timings = figures.filter((figure) => figure.type === "timing");
  const measures = figures.filter((figure) => figure.type === "measure");
  const growths = figures.filter((figure) => figure.type === "growth");
  const missing = figures.filter((figure) => figure.type === "missing");
  return [
    ...renderSection(timings, formatTimings),
    ...renderSection(measures, formatMeasures),
    ...renderSection(growths, formatGrowths),
    ...renderSection(missing, formatMissing),
  ].join("\n\n");
}

/** Returns the number of met and missed targets. */
export function countTargets(figures: readonly Figure[]): {
  readonly met: number;
  readonly missed: number;
} {
  const targets = figures.flatMap((figure) => ("target" in figure && figure.target) || []);
  const met = targets.filter((target) => target.met).length;
  return { met, missed: targets.length - met };
}

function renderSection<Kind>(
  items: readonly Kind[],
  render: (items: readonly Kind[]) => string,
): string[] {
  return items.length > 0 ? [render(items)] : [];
}

function formatTimings(timings: readonly Timing[]): string {
  const header = [
    "Workload",
    "Contestant",
    "µs per update",
    "× baseline",
    "Range of × baseline",
    "Target",
    "Result",
  ];
  const rows = timings.map((timing) => [
    timing.workload,
    addNotes(timing.contestant, timing),
    formatNumber(timing.microseconds.median),
    formatNumber(timing.ratio.median),
    formatSpread(timing.ratio),
    ...formatTarget(timing.target),
  ]);
  return formatTable(header, rows);
}

function addNotes(name: string, { updates, totalUpdates, note }: Timing): string {
  const sample =
    updates < totalUpdates ? [`${updates.toLocaleString("en")} updates from the middle`] : [];
  const notes = [...sample, ...(note === undefined ? [] : [note])];
  return notes.length > 0 ? `${name} (${notes.join("; ")})` : name;
}

function formatMeasures(measures: readonly Measure[]): string {
  const rows = measures.map(({ name, subject, value, unit, target, note }) => [
    name,
    note === undefined ? subject : `${subject} (${note})`,
    addUnit(formatNumber(value), unit),
    ...formatTarget(target),
  ]);
  return formatTable(["Measure", "Subject", "Value", "Target", "Result"], rows);
}

function formatGrowths(growths: readonly Growth[]): string {
  const header = [
    "Operation",
    "Sizes",
    "µs per item",
    "Growth",
    "Range of growth",
    "Target",
    "Result",
  ];
  const rows = growths.map(({ name, sizes, microseconds, growth, target }) => [
    name,
    sizes.map((size) => size.toLocaleString("en")).join(" / "),
    microseconds.map(formatNumber).join(" / "),
    `${formatNumber(growth.median)}×`,
    formatSpread(growth),
    ...formatTarget(target),
  ]);
  return formatTable(header, rows);
}

function formatMissing(missing: readonly Missing[]): string {
  return missing.map(({ name, reason }) => `- Not measured: ${name}. ${reason}`).join("\n");
}

function formatTarget(target: Target | undefined): string[] {
  return target === undefined ? ["", ""] : [target.limit, target.met ? "met" : "missed"];
}
