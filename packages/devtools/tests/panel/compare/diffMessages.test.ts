import { expect, it } from "vitest";
import { diffMessages } from "../../../src/panel/compare/diffMessages.js";

/** The lines that differ, with their signs. */
function changed(left: unknown, right: unknown): string[] {
  return diffMessages(left, right)
    .lines.filter(({ kind }) => kind !== "equal")
    .map(({ kind, text }) => `${kind === "added" ? "+" : "-"}${text.trim()}`);
}

it("finds no difference between objects with their keys in another order", () => {
  const difference = diffMessages({ a: 1, b: { c: [], d: 2 } }, { b: { d: 2, c: [] }, a: 1 });
  expect(difference).toMatchObject({ removed: 0, added: 0 });
  expect(difference.lines).toHaveLength(7);
});

it("counts the lines that differ", () => {
  const difference = diffMessages({ a: 1, b: 2, c: 3 }, { a: 1, b: 5, c: 3, d: 4 });
  expect(difference).toMatchObject({ removed: 2, added: 3 });
  expect(changed({ a: 1, b: 2 }, { a: 1, b: 5 })).toEqual(['-"b": 2', '+"b": 5']);
});

it("compares the lines of a text in a message", () => {
  expect(changed({ text: 'one\ntwo "2"\nthree' }, { text: "one\ntwo\nthree" })).toEqual([
    '-two \\"2\\"\\n',
    "+two\\n",
  ]);
});

it("keeps escaped backslashes in a line", () => {
  const { lines } = diffMessages({ text: "C:\\new\n" }, { text: "C:\\new\n" });
  expect(lines.map(({ text }) => text)).toEqual(["{", '  "text": "C:\\\\new\\n"', "}"]);
});

it("compares lines of stderr as text, without colors", () => {
  expect(changed("\u001b[31mloaded in 7 ms\u001b[0m", "loaded in 7 ms")).toEqual([]);
  expect(changed("loaded in 7 ms", "loaded in 9 ms")).toEqual([
    "-loaded in 7 ms",
    "+loaded in 9 ms",
  ]);
});

it("compares a message with a line of stderr", () => {
  expect(changed({}, "x")).toEqual(["-{}", "+x"]);
});

it("finds the equal lines at the ends of long messages that are otherwise unlike", () => {
  const lines = (start: number): number[] => Array.from({ length: 4000 }, (_, at) => start + at);
  const difference = diffMessages({ a: 1, b: lines(0) }, { a: 1, b: lines(10_000) });
  expect(difference).toMatchObject({ removed: 4000, added: 4000 });
  expect(difference.lines[0]).toEqual({ kind: "equal", text: "{" });
  expect(difference.lines.at(-1)).toEqual({ kind: "equal", text: "}" });
});

it("finds a few changed lines in a long message", () => {
  const items = Array.from({ length: 2000 }, (_, at) => `item ${at}`);
  const other = items.with(700, "changed").toSpliced(1500, 1);
  expect(changed(items, other)).toEqual(['-"item 700",', '+"changed",', '-"item 1500",']);
});
