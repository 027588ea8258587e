import { expect, it } from "vitest";
import { changedPaths, pathKey } from "../../src/panel/model/changedPaths.js";

it("marks a changed place and all that it is part of", () => {
  const { at, around } = changedPaths([
    { op: "replace", path: ["sessions", "s1", "toolCalls", "c1", "content", "length"], value: 0 },
  ]);
  expect(at).toEqual(new Set([pathKey(["sessions", "s1", "toolCalls", "c1", "content"])]));
  expect(around).toContain(pathKey([]));
  expect(around).toContain(pathKey(["sessions", "s1", "toolCalls", "c1"]));
});
