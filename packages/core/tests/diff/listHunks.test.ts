import { listHunks } from "@acp-store/core/diff";
import fc from "fast-check";
import { expect, it } from "vitest";

const SIGNS = { equal: " ", removed: "-", added: "+" };

/** Formats the hunks of two texts with one character per line: `0,0: a-b+c`. */
const shown = (oldText: string, newText: string, context: number) =>
  listHunks(oldText.split(""), newText.split(""), context).map(
    ({ oldStart, newStart, lines }) =>
      `${oldStart},${newStart}:${lines.map(({ kind, text }) => SIGNS[kind] + text).join("")}`,
  );

it.each([
  ["abc", "abc", 3, []],
  ["", "ab", 3, ["0,0:+a+b"]],
  ["abcde", "abxde", 1, ["1,1: b-c+x d"]],
  ["abcde", "abxde", 0, ["2,2:-c+x"]],
  ["abcdef", "xabcdey", 1, ["0,0:+x a", "4,5: e-f+y"]],
  ["abcd", "xbcy", 1, ["0,0:-a+x b c-d+y"]],
  ["abcde", "xbcdy", 1, ["0,0:-a+x b", "3,3: d-e+y"]],
  ["abc", "ac", Number.POSITIVE_INFINITY, ["0,0: a-b c"]],
])("groups the changes from %j to %j with a context of %d", (oldText, newText, context, hunks) => {
  expect(shown(oldText, newText, context)).toEqual(hunks);
});

it("returns the lines of both texts at the positions of the hunks", () => {
  const lines = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 30, size: "max" });
  fc.assert(
    fc.property(lines, lines, fc.nat(4), (oldLines, newLines, context) => {
      for (const hunk of listHunks(oldLines, newLines, context)) {
        const textsWithout = (kind: string) =>
          hunk.lines.filter((line) => line.kind !== kind).map(({ text }) => text);
        const oldTexts = textsWithout("added");
        const newTexts = textsWithout("removed");
        expect(oldLines.slice(hunk.oldStart).slice(0, oldTexts.length)).toEqual(oldTexts);
        expect(newLines.slice(hunk.newStart).slice(0, newTexts.length)).toEqual(newTexts);
      }
    }),
  );
});
