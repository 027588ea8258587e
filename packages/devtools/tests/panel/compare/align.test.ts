import { expect, it } from "vitest";
import { alignLists, type KeyOf } from "../../../src/panel/compare/align.js";

const whole: KeyOf<string> = (item) => item;
const firstLetter: KeyOf<string> = (item) => item[0];

/** Pairs as text, with `.` for an item that is missing. */
function aligned(left: string, right: string, keys: readonly KeyOf<string>[]): string {
  const split = (text: string): string[] => (text === "" ? [] : text.split(" "));
  return alignLists(split(left), split(right), keys)
    .map((pair) => `${pair.left ?? "."}|${pair.right ?? "."}`)
    .join(" ");
}

it.each([
  ["", "", ""],
  ["a b", "", "a|. b|."],
  ["", "a", ".|a"],
  ["a b c", "a c", "a|a b|. c|c"],
  ["a c", "a b c", "a|a .|b c|c"],
  ["a x c", "a y c", "a|a x|. .|y c|c"],
  ["a b", "b a", "a|. b|b .|a"],
])("aligns %j with %j", (left, right, expected) => {
  expect(aligned(left, right, [whole])).toBe(expected);
});

it("pairs items by the next key only in the gaps of the first one", () => {
  expect(aligned("a1 b1 a2", "a3 b1 a2", [whole, firstLetter])).toBe("a1|a3 b1|b1 a2|a2");
});

it("leaves out items without a key", () => {
  const key: KeyOf<string> = (item) => (item === "a" ? undefined : item);
  expect(aligned("a b", "a b", [key])).toBe("a|. .|a b|b");
});

it("pairs one item of long lists that have their items in opposite orders", () => {
  const left = Array.from({ length: 5000 }, (_, index) => `${index}`);
  const pairs = alignLists(left, left.toReversed(), [whole]);
  expect(pairs).toHaveLength(9999);
});
