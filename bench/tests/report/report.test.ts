import { expect, it } from "vitest";
import { atMost, type Figure } from "../../src/figures.js";
import { withTable } from "../../src/report/markdownFile.js";
import { report, verdict } from "../../src/report/report.js";
import { digits } from "../../src/report/table.js";

const figures: readonly Figure[] = [
  {
    type: "timing",
    workload: "W1",
    contestant: "acp-store",
    microseconds: { median: 4.5678, low: 4, high: 5 },
    ratio: { median: 3.456, low: 3, high: 4 },
    updates: 1000,
    of: 28_200,
    target: atMost(3, 3.456, "×"),
  },
  {
    type: "measure",
    name: "heap",
    subject: "acp-store",
    value: 1.234,
    unit: "MB",
    target: atMost(2, 1.234, " MB"),
  },
  { type: "missing", name: "other", reason: "It needs a browser." },
];

it("shows each figure with its target", () => {
  const text = report(figures);
  expect(text).toMatch(
    /W1 +\| acp-store \(1,000 updates from the middle\) \| 4.57 +\| 3.46 +\| 3 – 4/,
  );
  expect(text).toMatch(/\| ≤ 3× +\| missed \|/);
  expect(text).toMatch(/\| heap +\| acp-store \| 1.23 MB \| ≤ 2 MB \| ok/);
  expect(text).toContain("- Not measured: other. It needs a browser.");
});

it("counts the targets", () => {
  expect(verdict(figures)).toEqual({ met: 1, missed: 1 });
});

it.each([
  [0.09876, "0.0988"],
  [12.34, "12.3"],
  [2, "2"],
  [10, "10"],
  [100, "100"],
  [12_345, "12,345"],
  [Number.NaN, "–"],
])("shows three digits of %d", (value, text) => {
  expect(digits(value)).toBe(text);
});

it("replaces a table in a page between its marks", () => {
  const page = "before\n<!-- table -->\n\nold\n\n<!-- /table -->\nafter\n";
  expect(withTable(page, "new")).toBe("before\n<!-- table -->\n\nnew\n\n<!-- /table -->\nafter\n");
  expect(withTable("no marks", "new")).toBe("new\n");
});
