import { describe, expect, it } from "vitest";
import type { CodeToken } from "../../src/index.js";
import type { DiffRow } from "../../src/diff/diffRow.js";
import { divideTokens, getRowTokens, joinRowsExcept } from "../../src/diff/rowTokens.js";

const ROWS: readonly DiffRow[] = [
  { kind: "same", text: "a" },
  { kind: "removed", text: "b" },
  { kind: "added", text: "c" },
  { kind: "gap", text: "" },
  { kind: "same", text: "d" },
];

const toLines = (code: string) => code.split("\n").map((text) => [{ text }]);

describe("getRowTokens", () => {
  it("takes removed lines from the code before the change, and others from the code after it", () => {
    const before = joinRowsExcept("added", ROWS);
    const after = joinRowsExcept("removed", ROWS);
    expect([before, after]).toEqual(["a\nb\n\nd", "a\nc\n\nd"]);
    const tokens = getRowTokens(ROWS, toLines(before), toLines(after));
    expect(tokens).toEqual(ROWS.map(({ text }) => [{ text }]));
  });

  it("returns no tokens for plain code", () => {
    expect(getRowTokens(ROWS, undefined, undefined)).toEqual(ROWS.map(() => undefined));
  });
});

describe("divideTokens", () => {
  const line: readonly CodeToken[] = [{ text: "const", kind: "keyword" }, { text: " a = 1" }];

  it.each([
    [["const a = 1"], [line]],
    [
      ["co", "nst a", "", " = 1"],
      [
        [{ text: "co", kind: "keyword" }],
        [{ text: "nst", kind: "keyword" }, { text: " a" }],
        [],
        [{ text: " = 1" }],
      ],
    ],
  ])("divides a line at the ends of the segments %j", (texts, tokens) => {
    const segments = texts.map((text) => ({ text, isChanged: false }));
    expect(divideTokens(line, segments)).toEqual(tokens);
  });
});
