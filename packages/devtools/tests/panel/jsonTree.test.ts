import { expect, it } from "vitest";
import { changedPaths, pathKey } from "../../src/panel/model/jsonTree.js";

it("marks a shortened list as changed, with everything that contains it", () => {
  const { changed, ancestors } = changedPaths([
    { op: "replace", path: ["sessions", "s1", "toolCalls", "c1", "content", "length"], value: 0 },
  ]);
  expect(changed).toEqual(new Set([pathKey(["sessions", "s1", "toolCalls", "c1", "content"])]));
  expect(ancestors).toContain(pathKey([]));
  expect(ancestors).toContain(pathKey(["sessions", "s1", "toolCalls", "c1"]));
});
