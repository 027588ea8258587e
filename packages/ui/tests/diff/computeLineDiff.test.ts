import { describe, expect, it } from "vitest";
import { findChangedWords } from "../../src/diff/changedWords.js";
import { computeLineDiff } from "../../src/diff/computeLineDiff.js";
import { createRowNumbers } from "../../src/diff/lineNumbers.js";

const OLD = Array.from({ length: 20 }, (_, line) => `const value${line} = ${line};\n`);
const NEW = OLD.with(9, "const value9 = 90;\n").toSpliced(15, 1, "added\n", "added\n");

describe("a diff", () => {
  it("numbers the lines before and after the change", () => {
    const { rows, added, removed } = computeLineDiff(OLD.join(""), NEW.join(""));
    expect({ added, removed }).toEqual({ added: 3, removed: 2 });
    const numberRow = createRowNumbers(rows, { oldLine: 1, newLine: 1 });
    expect(rows.slice(2, 5).map(numberRow)).toEqual([
      { old: " 9", new: " 9" },
      { old: "10", new: "  " },
      { old: "  ", new: "10" },
    ]);
    expect(numberRow(rows.at(-1) ?? { kind: "gap", text: "" })).toEqual({ old: "19", new: "20" });
  });

  it("numbers the lines of a part of a file from its position", () => {
    const { rows } = computeLineDiff("a\nb\n", "a\nc\n");
    const numberRow = createRowNumbers(rows, { oldLine: 98, newLine: 99 });
    expect(rows.map(numberRow)).toEqual([
      { old: "98", new: " 99" },
      { old: "99", new: "   " },
      { old: "  ", new: "100" },
    ]);
  });

  it("has no column for a side without lines, and no numbers at an unknown position", () => {
    const { rows } = computeLineDiff("", "a\n");
    expect(rows.map(createRowNumbers(rows, { oldLine: 1, newLine: 1 }))).toEqual([
      { old: undefined, new: "1" },
    ]);
    expect(rows.map(createRowNumbers(rows, undefined))).toEqual([{}]);
  });
});

describe("a changed line", () => {
  const changedWords = (oldText: string, newText: string): (string[] | undefined)[] =>
    computeLineDiff(oldText, newText).rows.map((row) =>
      findChangedWords(row)?.flatMap(({ text, isChanged }) => (isChanged ? [text] : [])),
    );

  it("marks its changed words where as many lines were removed as added", () => {
    expect(changedWords("sum += price;\n", "sum += price * count;\n")).toEqual([[], [" * count"]]);
    expect(changedWords("sum += price;\n", "sum += price * count;\nmore\n")).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("marks no words if the lines have little in common or are very long", () => {
    expect(changedWords("one\n", "two\n")).toEqual([undefined, undefined]);
    const long = "word ".repeat(200);
    expect(changedWords(`${long}\n`, `${long}!\n`)).toEqual([undefined, undefined]);
  });
});
