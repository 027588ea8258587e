import type { TextDiffItem, ToolCallLocation } from "@acp-store/core";
import { describe, expect, it } from "vitest";
import { findDiffPosition } from "../../src/diff/diffPosition.js";

const PATH = "/work/a.ts";
const lines = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => `line ${from + index}`);

/** Returns a diff that changes some lines of a text. */
function change(text: readonly string[], changed: readonly number[], end: string): TextDiffItem {
  const oldText = text.join("\n") + end;
  const newText =
    text.map((line, at) => (changed.includes(at) ? `${line}!` : line)).join("\n") + end;
  return { type: "diff", path: PATH, oldText, newText };
}

/** A hunk, as agents send it: the change with three lines around it. */
const hunkAt = (first: number): TextDiffItem => change(lines(first, first + 6), [3], "");
const fragment = change(["value = 1"], [0], "");
const entireFile = change(lines(1, 40), [20], "\n");
const smallFile = change(lines(1, 5), [1], "\n");
const newFile: TextDiffItem = { type: "diff", path: PATH, newText: "a\nb\n" };
const at = (...locationLines: (number | undefined)[]): ToolCallLocation[] =>
  locationLines.map((line) => ({ path: PATH, ...(line !== undefined && { line }) }));

describe("the position of a diff of version 1", () => {
  it.each([
    ["a new file", newFile, at(undefined), 1],
    ["a new file with a location", newFile, at(7), 1],
    ["an entire file without a location", entireFile, at(undefined), 1],
    ["an entire file with the location of its change", entireFile, at(21), 1],
    ["a small entire file with the location of its change", smallFile, at(2), 1],
    ["a hunk with its location", hunkAt(120), at(120), 120],
    ["a hunk at the start of the file", hunkAt(1), at(1), 1],
    ["a fragment with its location", fragment, at(12), 12],
  ])("is known for %s", (_, item, locations, line) => {
    expect(findDiffPosition(item, { content: [item], locations })).toEqual({
      oldLine: line,
      newLine: line,
    });
  });

  it.each([
    ["a fragment without a location", fragment, at(undefined)],
    ["a fragment of a call with two locations", fragment, at(12, 40)],
    ["a fragment with a location in another file", fragment, [{ path: "/work/b.ts", line: 3 }]],
    ["a small file that could be a fragment", smallFile, at(undefined)],
    ["a text whose location is inside of it", change(lines(1, 40), [20], ""), at(21)],
  ])("is unknown for %s", (_, item, locations) => {
    expect(findDiffPosition(item, { content: [item], locations })).toBeUndefined();
    expect(findDiffPosition(item)).toBeUndefined();
  });

  it("subtracts the lines that the hunks before it have added from the old line", () => {
    const first = { ...hunkAt(10), newText: `${hunkAt(10).newText}\nadded\nadded` };
    const second = hunkAt(102);
    const call = { content: [first, second], locations: at(10, 102) };
    expect(findDiffPosition(second, call)).toEqual({ oldLine: 100, newLine: 102 });
  });
});
