import { splitLines } from "@acp-store/core/diff";
import fc from "fast-check";
import { expect, it } from "vitest";

it.each([
  ["", []],
  ["\n", ["\n"]],
  ["one", ["one"]],
  ["one\n", ["one\n"]],
  ["one\r\ntwo", ["one\r\n", "two"]],
  ["one\rtwo\u2028three", ["one\rtwo\u2028three"]],
  ["\n\n x", ["\n", "\n", " x"]],
])("splits %j", (text, lines) => {
  expect(splitLines(text)).toEqual(lines);
});

it("returns lines that join to the text", () => {
  const texts = fc.string({ unit: fc.constantFrom("a", "\r", "\n", "\u2028") });
  fc.assert(
    fc.property(texts, (text) => {
      const lines = splitLines(text);
      expect(lines.join("")).toBe(text);
      for (const line of lines) expect(line).toMatch(/^[^\n]+$|^[^\n]*\n$/);
    }),
  );
});
