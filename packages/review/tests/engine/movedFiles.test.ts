import { expect, it } from "vitest";
import { addOldPaths } from "../../src/engine/movedFiles.js";
import type { ReviewedFile } from "../../src/engine/reviewState.js";

const file = (path: string, base: string, current: string): ReviewedFile => ({
  ...{ path, base, current, revision: 1, kind: "text", hunks: [], added: 0, removed: 0 },
  change: base === "absent" ? "add" : current === "absent" ? "delete" : "modify",
});
const oldPathsOf = (files: readonly ReviewedFile[]) =>
  Array.from(
    addOldPaths(new Map(files.map((each) => [each.path, each]))).values(),
    ({ path, oldPath }) => [path, oldPath],
  );

it("names the deleted file with the same content, each of them once", () => {
  const files = [
    file("a", "1", "absent"),
    file("b", "absent", "1"),
    file("c", "absent", "1"),
    file("d", "absent", "2"),
    file("e", "1", "2"),
  ];
  expect(oldPathsOf(files)).toEqual([
    ["a", undefined],
    ["b", "a"],
    ["c", undefined],
    ["d", undefined],
    ["e", undefined],
  ]);
});

it("keeps the references of files that did not change", () => {
  const files = new Map(
    [file("a", "1", "absent"), file("b", "absent", "1")].map((f) => [f.path, f]),
  );
  const first = addOldPaths(files);
  expect(addOldPaths(files).get("b")).toBe(first.get("b"));
  expect(first.get("a")).toBe(files.get("a"));
});
