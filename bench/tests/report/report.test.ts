import { expect, it } from "vitest";
import { createMaxTarget, type Figure } from "../../src/figures.js";
import { insertTable } from "../../src/report/markdownFile.js";
import { countTargets, formatReport } from "../../src/report/report.js";
import { formatNumber } from "../../src/report/table.js";

const figures: readonly Figure[] = [
  {
    type: "timing",
    workload: "W1",
    contestant: "acp-store",
    microseconds: { median: 4.5678, low: 4, high: 5 },
    ratio: { median: 3.456, low: 3, high: 4 },
    updates: 1000,
    totalUpdates: 28_200,
    target: createMaxTarget(3, 3.456, "×"),
  },
  {
    type: "measure",
    name: "heap",
    subject: "acp-store",
    value: 1.234,
    unit: "MB",
    target: createMaxTarget(2, 1.234, "MB"),
  },
  {
    type: "growth",
    name: "session opened",
    sizes: [500, 2000, 8000],
    microseconds: [12.34, 12.5, 13],
    growth: { median: 1.05, low: 1, high: 1.2 },
    target: createMaxTarget(1.5, 1.05, "×"),
  },
  { type: "missing", name: "other", reason: "It needs a browser." },
];

it("lists each figure with its target", () => {
  const text = formatReport(figures);
  expect(text).toMatch(
    /W1 +\| acp-store \(1,000 updates from the middle\) \| 4.57 +\| 3.46 +\| 3 – 4/,
  );
  expect(text).toMatch(/\| ≤ 3× +\| missed \|/);
  expect(text).toMatch(/\| heap +\| acp-store \| 1.23 MB \| ≤ 2 MB \| met/);
  expect(text).toMatch(
    /session opened +\| 500 \/ 2,000 \/ 8,000 +\| 12.3 \/ 12.5 \/ 13 \| 1.05× +\| 1 – 1.2 +\| ≤ 1.5× \| met/,
  );
  expect(text).toContain("- Not measured: other. It needs a browser.");
});

it("counts met and missed targets", () => {
  expect(countTargets(figures)).toEqual({ met: 2, missed: 1 });
});

it.each([
  [0.09876, "0.0988"],
  [12.34, "12.3"],
  [2, "2"],
  [10, "10"],
  [100, "100"],
  [12_345, "12,345"],
  [Number.NaN, "–"],
])("formats %d with three significant digits", (value, text) => {
  expect(formatNumber(value)).toBe(text);
});

it("replaces the text between the markers of a page", () => {
  const page = "before\n<!-- table -->\n\nold\n\n<!-- /table -->\nafter\n";
  expect(insertTable(page, "new")).toBe(
    "before\n<!-- table -->\n\nnew\n\n<!-- /table -->\nafter\n",
  );
  expect(insertTable("no markers", "new")).toBe("new\n");
});
