import fc from "fast-check";
import { expect, it } from "vitest";
import { splitLines } from "../src/lines.js";

function linesOf(chunks: readonly Uint8Array[], maxBytes = Infinity): [string, boolean][] {
  const lines: [string, boolean][] = [];
  const splitter = splitLines((line, isTruncated) => lines.push([line, isTruncated]), maxBytes);
  for (const chunk of chunks) splitter.push(chunk);
  splitter.flush();
  return lines;
}

it("returns the same lines wherever the chunks end", () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: "binary" })),
      fc.integer({ min: 1, max: 7 }),
      (words, size) => {
        const bytes = Buffer.from(words.join("\n"));
        const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
          bytes.subarray(index * size, (index + 1) * size),
        );
        expect(linesOf(chunks)).toEqual(linesOf([bytes]));
      },
    ),
  );
});

it("accepts both kinds of line endings and skips empty lines", () => {
  expect(linesOf([Buffer.from("a\r\n\nb\n c")]).map(([line]) => line)).toEqual(["a", "b", " c"]);
});

it("truncates a line that is too long and continues with the next", () => {
  const chunks = ["abc", "def", "\nxy\n"].map((text) => Buffer.from(text));
  expect(linesOf(chunks, 4)).toEqual([
    ["abcd", true],
    ["xy", false],
  ]);
});
