import { splitLines } from "@acp-store/core/diff";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeLines, encodeLines } from "../../src/engine/textBytes.js";

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const parts = ["a", "b", "\n", "\r\n", "\n\n", "é", "“", "𝒳", "\uFEFF"];
const texts = fc.array(fc.constantFrom(...parts), { maxLength: 12 }).map((all) => all.join(""));
const asciiTexts = fc
  .array(fc.constantFrom("a", "b", "\n"), { maxLength: 12 })
  .map((all) => all.join(""));

function toTextBytes(text: string) {
  return { lines: splitLines(text), bytes: encoder.encode(text) };
}

describe("converting a text that is similar to another one", () => {
  it.each([texts, asciiTexts])(
    "returns the same lines and bytes as without the other one",
    (some) => {
      fc.assert(
        fc.property(some, some, some, some, (start, end, old, next) => {
          const near = toTextBytes(start + old + end);
          const { lines, bytes } = toTextBytes(start + next + end);
          expect(decodeLines(bytes, near)).toEqual(lines);
          expect(encodeLines(lines, near)).toEqual({ bytes, isExact: true });
        }),
        { numRuns: 2000 },
      );
    },
  );

  it("returns lines only if the bytes are the UTF-8 of a text", () => {
    fc.assert(
      fc.property(texts, fc.uint8Array({ maxLength: 4 }), texts, (start, some, end) => {
        const near = toTextBytes(start + end);
        const bytes = Uint8Array.from([...encoder.encode(start), ...some, ...encoder.encode(end)]);
        const isText = !bytes.includes(0) && isSame(encoder.encode(decoder.decode(bytes)), bytes);
        expect(decodeLines(bytes, near)).toEqual(
          isText ? splitLines(decoder.decode(bytes)) : undefined,
        );
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    { name: "a NUL", lines: ["one\n", "a\0b\n"] },
    { name: "a half of a surrogate pair", lines: ["one\n", "\uD800\n"] },
    { name: "a line break that is missing", lines: ["one", "two\n"] },
    { name: "a line break inside of a line", lines: ["one\n", "two\nthree\n"] },
  ])("says that the bytes do not have the same lines because of $name", ({ lines }) => {
    const near = toTextBytes("one\n");
    expect(encodeLines(lines).isExact).toBe(false);
    expect(encodeLines(lines, near).isExact).toBe(false);
  });
});

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}
