import { expect, it } from "vitest";
import { collapseEqual } from "../../../src/panel/compare/collapse.js";

/** Divides a text into stretches. A dot is equal. Collapsed stretches become their length. */
function collapsed(text: string, context: number): string {
  return collapseEqual(text.split(""), (letter) => letter === ".", context)
    .map(({ items, isCollapsed }) => (isCollapsed ? `${items.length}` : items.join("")))
    .join(" ");
}

it.each([
  ["", 1, ""],
  ["...", 1, "3"],
  ["x", 1, "x"],
  [".....x.....", 1, "4 .x. 4"],
  [".....x.....", 3, ".. ...x... .."],
  ["x....x", 2, "x....x"],
  ["x.....x", 1, "x. 3 .x"],
])("collapses %j with a context of %i", (text, context, expected) => {
  expect(collapsed(text, context)).toBe(expected);
});

it("keeps all items, in order", () => {
  const items = "..x......y..".split("");
  const stretches = collapseEqual(items, (letter) => letter === ".", 1);
  expect(stretches.flatMap((stretch) => stretch.items)).toEqual(items);
  expect(stretches.map(({ start }) => start)).toEqual([0, 1, 4, 8, 11]);
});
