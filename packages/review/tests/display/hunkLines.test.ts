import { expect, it } from "vitest";
import { listHunkLines } from "../../src/display/hunkLines.js";
import type { Hunk } from "../../src/engine/reviewState.js";

const TEXT = Array.from({ length: 10 }, (_, index) => `${index}\n`).join("");

const createHunk = (base: Hunk["base"], current: Hunk["current"]): Hunk => ({
  ...{ hunkId: `${base[0]}`, base, current, origins: [], protected: false },
});

it("returns the old and the new lines between unchanged lines", () => {
  const hunks = [createHunk([4, 5], [4, 6])];
  const texts = { base: TEXT, current: TEXT.replace("4\n", "four\r\nand\n") };
  expect(listHunkLines({ hunks }, texts, 2)).toEqual([
    {
      hunk: hunks[0],
      ...{ before: ["2\n", "3\n"], removed: ["4\n"], added: ["four\r\n", "and\n"] },
      after: ["5\n", "6\n"],
    },
  ]);
});

it("shows the lines between two hunks once", () => {
  const hunks = [createHunk([2, 3], [2, 3]), createHunk([5, 6], [5, 6])];
  const current = TEXT.replace("2\n", "two\n").replace("5\n", "five\n");
  const [first, second] = listHunkLines({ hunks }, { base: TEXT, current }, 3);
  expect([first?.after, second?.before]).toEqual([["3\n", "4\n"], []]);
});

it("returns a file that was deleted or created without unchanged lines", () => {
  const [deleted] = listHunkLines(
    { hunks: [createHunk([0, 10], [0, 0])] },
    { base: TEXT, current: null },
    3,
  );
  expect(deleted).toMatchObject({ before: [], added: [], after: [] });
  expect(deleted?.removed.join("")).toBe(TEXT);
});
