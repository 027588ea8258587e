import type { Spread } from "../measure/spread.js";

/** Returns a Markdown table with aligned columns. */
export function formatTable(
  header: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const widths = header.map((title, column) =>
    Math.max(3, title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const formatRow = (cells: readonly string[]): string =>
    `| ${widths.map((width, column) => (cells[column] ?? "").padEnd(width)).join(" | ")} |`;
  const rule = `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`;
  return [formatRow(header), rule, ...rows.map(formatRow)].join("\n");
}

/** Returns a number with three significant digits. */
export function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return "–";
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString("en");
  return value.toPrecision(3).replace(/\.?0+$/, "");
}

/** Returns the range of several measurements, or nothing if they are the same. */
export function formatSpread({ low, high }: Spread, unit = ""): string {
  return low === high ? "" : `${formatNumber(low)} – ${formatNumber(high)} ${unit}`.trimEnd();
}
