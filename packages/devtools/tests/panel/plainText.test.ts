import { expect, it } from "vitest";
import { plainText } from "../../src/panel/model/plainText.js";

it.each([
  ["colors", "\u001b[1;31mred\u001b[0m text", "red text"],
  ["links and titles", "\u001b]8;;http://x\u0007a\u001b]8;;\u001b\\ \u001b]0;title\u0007b", "a b"],
  ["other sequences", "\u001b(Ba\u001b7b\u001b[?25lc", "abc"],
  ["an unfinished sequence", "text\u001b[31", "text"],
  ["control characters", "a\u0000b\u0007c\rd\u009be", "abcde"],
])("removes %s", (_name, line, expected) => {
  expect(plainText(line)).toBe(expected);
});

it("keeps tabs and characters of all languages", () => {
  expect(plainText("\té 日本 😀")).toBe("\té 日本 😀");
});

it.each(["\u001b[", "\u001b]8;;x", "\u001b", "\u001b[31"])(
  "takes linear time for many repetitions of %j",
  (part) => {
    expect(plainText(part.repeat(100_000)).length).toBeLessThanOrEqual(part.length * 100_000);
  },
);
