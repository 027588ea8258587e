import { describe, expect, it } from "vitest";
import { computeLineDiff } from "../../src/diff/computeLineDiff.js";
import type { DiffPosition } from "../../src/diff/diffPosition.js";
import {
  findCommentedRows,
  type LineSource,
  reachRow,
  selectLines,
} from "../../src/comments/lineSource.js";

/** Two changes, between which lines are not shown. */
const OLD = Array.from({ length: 30 }, (_, index) => `line ${index + 1}\n`);
const NEW = OLD.with(4, "changed 5\n").with(24, "changed 25\n");

function createSource(position: DiffPosition | undefined): LineSource {
  const { rows } = computeLineDiff(OLD.join(""), NEW.join(""));
  return { path: "a.ts", count: rows.length, rowAt: (index) => rows[index], position };
}

const source = createSource({ oldLine: 1, newLine: 1 });
const findIndex = (text: string): number => {
  for (let index = 0; index < source.count; index += 1)
    if (source.rowAt(index)?.text === text) return index;
  throw new Error(`There is no row ${text}.`);
};
const removed = findIndex("line 5");
const added = findIndex("changed 5");

describe("selectLines", () => {
  it("numbers the lines after the change, in either direction of the range", () => {
    const expected = { lines: { first: 5, last: 6 }, code: "changed 5\nline 6" };
    expect(selectLines(source, { anchor: added, end: added + 1 })).toEqual(expected);
    expect(selectLines(source, { anchor: added + 1, end: added })).toEqual(expected);
  });

  it("numbers removed lines as those before the change", () => {
    expect(selectLines(source, { anchor: removed, end: removed })).toEqual({
      lines: { first: 5, last: 5, isOld: true },
      code: "line 5",
    });
  });

  it("returns a diff for removed lines among others", () => {
    expect(selectLines(source, { anchor: removed - 1, end: added })).toEqual({
      lines: { first: 4, last: 5 },
      code: " line 4\n-line 5\n+changed 5",
      isDiff: true,
    });
  });

  it("adds the position of a fragment, and returns no numbers without one", () => {
    const range = { anchor: added, end: added };
    const moved = createSource({ oldLine: 101, newLine: 101 });
    expect(selectLines(moved, range).lines).toEqual({ first: 105, last: 105 });
    expect(selectLines(createSource(undefined), range)).toEqual({ code: "changed 5" });
  });
});

describe("reachRow", () => {
  it("stops before lines that are not shown, and at both ends", () => {
    const gap = findIndex("");
    expect(reachRow(source, added, source.count - 1)).toBe(gap - 1);
    expect(reachRow(source, source.count - 1, 0)).toBe(gap + 1);
    expect(reachRow(source, added, -5)).toBe(0);
    expect(reachRow(source, source.count - 1, source.count + 5)).toBe(source.count - 1);
  });
});

describe("findCommentedRows", () => {
  const comment = { id: "1", path: "a.ts", text: "Why?" };

  it.each([
    ["unchanged and added lines", { anchor: added, end: added + 1 }],
    ["removed lines", { anchor: removed, end: removed }],
    ["removed lines among others", { anchor: removed - 1, end: added }],
    ["removed lines at the start of the range", { anchor: removed, end: added }],
  ])("finds %s", (_, range) => {
    const found = findCommentedRows(source, { ...comment, ...selectLines(source, range) });
    expect(found).toEqual(range);
  });

  it("returns undefined if the code has changed or the numbers are unknown", () => {
    const lines = { first: 5, last: 5 };
    expect(findCommentedRows(source, { ...comment, lines, code: "older" })).toBeUndefined();
    expect(findCommentedRows(source, { ...comment, code: "changed 5" })).toBeUndefined();
  });
});
