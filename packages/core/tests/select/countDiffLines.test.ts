import { countDiffLines } from "@acp-store/core";
import { expect, it } from "vitest";

it("counts the lines of a diff with both texts", () => {
  const item = { type: "diff", path: "/a", oldText: "1\n2\n", newText: "1\ntwo\n3\n" } as const;
  expect(countDiffLines(item)).toEqual([{ added: 2, removed: 1 }]);
  expect(countDiffLines({ ...item, oldText: null })).toEqual([{ added: 3, removed: 0 }]);
});

it("counts the lines of each change in its patch, and none without a patch", () => {
  const changes = [
    { operation: "modify", path: "/w/a" },
    { operation: "delete", path: "/w/b" },
  ];
  const patch = {
    format: "git_patch",
    text: "--- a/w/a\n+++ b/w/a\n@@ -1,1 +1,2 @@\n-1\n+one\n+two\n",
  };
  const none = { added: 0, removed: 0 };
  expect(countDiffLines({ type: "diff", changes })).toEqual([none, none]);
  expect(countDiffLines({ type: "diff", changes, patch })).toEqual([
    { added: 2, removed: 1 },
    none,
  ]);
});

it("returns nothing for a diff in a form that it does not know", () => {
  expect(countDiffLines({ type: "diff" })).toEqual([]);
});
