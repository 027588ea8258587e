import fc from "fast-check";
import { expect, it } from "vitest";
import { splitLines } from "../src/lines.js";

function linesOf(pieces: readonly Uint8Array[], maxBytes = Infinity): [string, boolean][] {
  const lines: [string, boolean][] = [];
  const splitter = splitLines((line, isCut) => lines.push([line, isCut]), maxBytes);
  for (const piece of pieces) splitter.push(piece);
  splitter.flush();
  return lines;
}

it("finds the same lines wherever the pieces end", () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: "binary" })),
      fc.integer({ min: 1, max: 7 }),
      (words, size) => {
        const bytes = Buffer.from(words.join("\n"));
        const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
          bytes.subarray(index * size, (index + 1) * size),
        );
        expect(linesOf(pieces)).toEqual(linesOf([bytes]));
      },
    ),
  );
});

it("takes line ends of both kinds, and leaves empty lines out", () => {
  expect(linesOf([Buffer.from("a\r\n\nb\n c")]).map(([line]) => line)).toEqual(["a", "b", " c"]);
});

it("hands out the start of a line that is too long, and goes on behind it", () => {
  const pieces = ["abc", "def", "\nxy\n"].map((text) => Buffer.from(text));
  expect(linesOf(pieces, 4)).toEqual([
    ["abcd", true],
    ["xy", false],
  ]);
});
