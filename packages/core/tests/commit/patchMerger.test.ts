import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { AcpPatch } from "../../src/commit/patch.js";
import { createPatchMerger } from "../../src/commit/patchMerger.js";
import { applyAcpPatches } from "../../src/replica/applyAcpPatches.js";
import { traffic } from "../support/randomTraffic.js";
import { plain, trackedStore } from "../support/trackedStore.js";

const MESSAGE = ["sessions", "s1", "messages", "m1"];
const TEXT = [...MESSAGE, "content", 0, "text"];
const OUTPUT = ["sessions", "s1", "terminals", "t1", "output"];

function merged(...patches: AcpPatch[]): readonly AcpPatch[] {
  const merger = createPatchMerger();
  for (const patch of patches) merger.push(patch);
  return merger.drain();
}

// The store creates a new path for each patch.
function set(path: AcpPatch["path"], value: unknown): AcpPatch {
  return { op: "replace", path: [...path], value };
}

function append(path: AcpPatch["path"], value: string, dropped?: number): AcpPatch {
  return { op: "append", path: [...path], value, ...(dropped !== undefined && { dropped }) };
}

it("keeps the last of several values of a field, and streamed text in one piece", () => {
  const other = ["sessions", "s1", "toolCalls", "c1", "content"];
  expect(
    merged(
      set([...MESSAGE, "updatedAt"], 1),
      append(TEXT, "a"),
      set(other, ["x"]),
      set([...MESSAGE, "updatedAt"], 2),
      append(TEXT, "b"),
      set(other, ["x", "y"]),
    ),
  ).toEqual([set([...MESSAGE, "updatedAt"], 2), append(TEXT, "ab"), set(other, ["x", "y"])]);
});

it("adds an entity together with the fields that it gets in the same batch", () => {
  expect(
    merged(
      { op: "add", path: MESSAGE, value: { role: "agent", _meta: {}, content: [] } },
      set([...MESSAGE, "updatedAt"], 2),
      { op: "remove", path: [...MESSAGE, "_meta"] },
      { op: "add", path: [...MESSAGE, "content", 0], value: { type: "text", text: "a" } },
    ),
  ).toEqual([
    { op: "add", path: MESSAGE, value: { role: "agent", content: [], updatedAt: 2 } },
    { op: "add", path: [...MESSAGE, "content", 0], value: { type: "text", text: "a" } },
  ]);
});

it("keeps the order of a table when an entity is removed and added again", () => {
  const a = ["sessions", "s1", "messages", "a"];
  const b = ["sessions", "s1", "messages", "b"];
  const patches: AcpPatch[] = [
    { op: "remove", path: a },
    { op: "add", path: b, value: {} },
    { op: "add", path: a, value: {} },
  ];
  expect(merged(...patches)).toEqual(patches);
});

it("does not merge an append with the ones before if it drops text", () => {
  expect(merged(append(OUTPUT, "a"), append(OUTPUT, "b", 3), append(OUTPUT, "c"))).toEqual([
    append(OUTPUT, "a"),
    append(OUTPUT, "bc", 3),
  ]);
});

it.each(["add", "replace"] as const)("appends to a value of an earlier %s", (op) => {
  expect(merged({ op, path: OUTPUT, value: "abc" }, append(OUTPUT, "de", 2))).toEqual([
    { op, path: OUTPUT, value: "cde" },
  ]);
});

it("replaces a text that was appended to", () => {
  expect(merged(append(TEXT, "a"), set(TEXT, "b"))).toEqual([set(TEXT, "b")]);
});

it("appends to a text that was replaced", () => {
  expect(merged(set(TEXT, "a"), append(TEXT, "b"))).toEqual([set(TEXT, "ab")]);
});

it.each<[string, AcpPatch]>([
  ["an item is inserted into its list", { op: "add", path: TEXT.slice(0, 6), value: {} }],
  ["an item is removed from its list", { op: "remove", path: TEXT.slice(0, 6) }],
  ["its entity is removed", { op: "remove", path: MESSAGE }],
  ["its list gets shorter", set([...TEXT.slice(0, 5), "length"], 0)],
])("does not join the chunks of a text if in between %s", (_, between) => {
  const patches = [append(TEXT, "a"), between, append(TEXT, "b")];
  expect(merged(...patches)).toEqual(patches);
});

it.each<[string, AcpPatch]>([
  ["its list is replaced", set(TEXT.slice(0, 5), [])],
  ["its entity is replaced", set(MESSAGE, {})],
])("drops the chunks of a text before %s", (_, between) => {
  const last = append(TEXT, "b");
  expect(merged(append(TEXT, "a"), between, last)).toEqual([between, last]);
});

it("counts the patches that it could not merge, until they are drained", () => {
  const merger = createPatchMerger();
  const time = [...MESSAGE, "updatedAt"];
  for (const at of [1, 2, 3])
    for (const patch of [set(time, at), append(TEXT, "a")]) merger.push(patch);
  expect(merger.size()).toBe(2);
  merger.push({ op: "add", path: ["sessions", "s2"], value: {} });
  expect(merger.size()).toBe(3);
  expect(merger.drain()).toHaveLength(3);
  expect(merger.size()).toBe(0);
});

it("forgets changes of a list that is replaced", () => {
  const queue = ["sessions", "s1", "queue"];
  expect(
    merged(
      { op: "add", path: [...queue, 0], value: 1 },
      set([...queue, "length"], 0),
      set(queue, [2]),
    ),
  ).toEqual([set(queue, [2])]);
});

it("does not confuse a session with one whose id contains the name of a field", () => {
  const patches = [
    set(["sessions", "a", "b/c", "d"], 1),
    set(["sessions", "a/b", "c", "d"], 2),
    set(["sessions", "a", "b", "c/d"], 3),
  ];
  expect(merged(...patches)).toHaveLength(3);
});

describe.each([1, 2] as const)("with random traffic of version %d", (version) => {
  it("leads to the same state as the patches that were pushed", () => {
    for (const [seed, actions] of fc.sample(traffic[version], { numRuns: 60, seed: 7 }).entries()) {
      const store = trackedStore({ protocolVersion: version });
      const merger = createPatchMerger();
      let mirrored = store.getState();
      store.inspect((record) => {
        if (record.type === "commit") for (const patch of record.patches) merger.push(patch);
      });
      for (const [index, act] of actions.entries()) {
        act(store);
        if ((index + seed) % 5 > 0 && index < actions.length - 1) continue;
        mirrored = applyAcpPatches(mirrored, merger.drain());
        expect(plain(mirrored)).toEqual(plain(store.getState()));
      }
    }
  });
});
