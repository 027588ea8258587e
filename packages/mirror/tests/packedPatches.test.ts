import type { AcpPatch } from "@acp-store/core";
import { expect, it } from "vitest";
import { isPackedPatches, packPatches, unpackPatches } from "../src/packedPatches.js";

const LANE = ["sessions", "s1"];

const patches: readonly AcpPatch[] = [
  { op: "replace", path: [...LANE, "messages", "m1", "updatedAt"], value: 2 },
  { op: "append", path: [...LANE, "messages", "m1", "content", 0, "text"], value: "a" },
  { op: "append", path: [...LANE, "messages", "m1", "content", 0, "text"], value: "b", dropped: 1 },
  { op: "remove", path: [...LANE, "messages", "m1", "_meta"] },
  { op: "add", path: [...LANE, "messages", "m2"], value: { role: "agent" } },
  { op: "add", path: [...LANE, "messages", "m3"], value: {}, index: 0 },
  { op: "add", path: [...LANE, "timeline", 0], value: { type: "message", id: "m2", run: 0 } },
  { op: "replace", path: [...LANE, "timeline", "length"], value: 0 },
  { op: "remove", path: LANE },
  { op: "replace", path: [...LANE, "title"], value: null },
];

it("names only the steps of a path that differ from the patch before it", () => {
  expect(packPatches(patches.slice(0, 4), 2)).toEqual([
    [0, ["messages", "m1", "updatedAt"], 2],
    [2, ["content", 0, "text"], "a", "append"],
    [5, [], "b", "append", 1],
    [2, ["_meta"], null, "remove"],
  ]);
});

it("restores packed patches exactly, after a way through JSON", () => {
  for (const base of [[], LANE]) {
    const packed: unknown = JSON.parse(JSON.stringify(packPatches(patches, base.length)));
    if (!isPackedPatches(packed)) throw new Error("The packed patches are not valid.");
    expect(unpackPatches(packed, base)).toEqual(patches);
  }
});

it("rejects lists that are not packed patches", () => {
  const invalid = [{}, [1], [[]], [["0", []]], [[0, "a"]], [[0.5, []]], [[0, ["a"], 1, "move"]]];
  for (const value of invalid) expect(isPackedPatches(value)).toBe(false);
  expect(isPackedPatches([])).toBe(true);
});
