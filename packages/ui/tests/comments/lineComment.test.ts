import { expect, it } from "vitest";
import { formatComments, type LineComment, parseComments } from "../../src/comments/lineComment.js";

const COMMENTS: readonly LineComment[] = [
  { id: "1", path: "a.ts", lines: { first: 1, last: 2, isOld: true }, code: "a", text: "Why?" },
  { id: "2", path: "b.ts", code: "-a\n+b", isDiff: true, text: "How?" },
];

it("reads the comments that it has written, and removes the draft with the last one", () => {
  expect(parseComments(formatComments(COMMENTS))).toEqual(COMMENTS);
  expect(formatComments([])).toBe("");
  expect(parseComments("")).toEqual([]);
});

it.each(["{", "null", "{}", '[null, 1, {"id": 1}, {"id": "1", "path": "a.ts"}]'])(
  "skips the damaged draft %s",
  (draft) => {
    expect(parseComments(draft)).toEqual([]);
  },
);

it("skips damaged numbers of lines, and keeps the comment", () => {
  const draft = JSON.stringify([{ ...COMMENTS[0], lines: { first: "1" } }]);
  expect(parseComments(draft)).toEqual([{ id: "1", path: "a.ts", code: "a", text: "Why?" }]);
});
