import { describe, expect, it } from "vitest";
import type { CodeToken } from "../../src/index.js";
import type { DiffRow } from "../../src/diff/computeLineDiff.js";
import { getRowTokens, joinRowsExcept, sliceTokens } from "../../src/diff/rowTokens.js";

const ROWS: readonly DiffRow[] = [
  { kind: "same", text: "a" },
  { kind: "removed", text: "b" },
  { kind: "added", text: "c" },
  { kind: "gap", text: "" },
  { kind: "same", text: "d" },
];

const toLines = (code: string) => code.split("\n").map((text) => [{ text }]);

describe("the tokens of a diff", () => {
  it("come from the code before the change for removed lines, and after it for others", () => {
    const before = joinRowsExcept("added", ROWS);
    const after = joinRowsExcept("removed", ROWS);
    expect([before, after]).toEqual(["a\nb\n\nd", "a\nc\n\nd"]);
    const tokens = getRowTokens(ROWS, toLines(before), toLines(after));
    expect(tokens).toEqual(ROWS.map(({ text }) => [{ text }]));
  });

  it("are missing while the code is plain", () => {
    expect(getRowTokens(ROWS, undefined, undefined)).toEqual(ROWS.map(() => undefined));
  });
});

describe("sliceTokens", () => {
  const line: readonly CodeToken[] = [{ text: "const", kind: "keyword" }, { text: " a = 1" }];

  it.each([
    [0, 11, line],
    [2, 7, [{ text: "nst", kind: "keyword" }, { text: " a" }]],
    [5, 6, [{ text: " " }]],
    [11, 20, []],
  ])("returns the tokens from %i to %i", (start, end, tokens) => {
    expect(sliceTokens(line, start, end)).toEqual(tokens);
  });
});
