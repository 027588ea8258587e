import { type AcpPatch, applyAcpPatches } from "@acp-store/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { traffic } from "../../../core/tests/support/randomTraffic.js";
import { plain, trackedStore } from "../../../core/tests/support/trackedStore.js";
import { PendingPatches } from "../../src/host/pendingPatches.js";

const MESSAGE = ["sessions", "s1", "messages", "m1"];

function merged(...patches: AcpPatch[]): readonly AcpPatch[] {
  const pending = new PendingPatches();
  for (const patch of patches) pending.push(patch);
  return pending.drain();
}

function set(path: AcpPatch["path"], value: unknown): AcpPatch {
  return { op: "replace", path, value };
}

function append(path: AcpPatch["path"], value: string, dropped?: number): AcpPatch {
  return { op: "append", path, value, ...(dropped !== undefined && { dropped }) };
}

it("sends the last of several values of a field, and streamed text in one piece", () => {
  const text = [...MESSAGE, "content", 0, "text"];
  const other = ["sessions", "s1", "toolCalls", "c1", "content"];
  expect(
    merged(
      set([...MESSAGE, "updatedAt"], 1),
      append(text, "a"),
      set(other, ["x"]),
      set([...MESSAGE, "updatedAt"], 2),
      append(text, "b"),
      set(other, ["x", "y"]),
    ),
  ).toEqual([set([...MESSAGE, "updatedAt"], 2), append(text, "ab"), set(other, ["x", "y"])]);
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
  const output = ["sessions", "s1", "terminals", "t1", "output"];
  expect(merged(append(output, "a"), append(output, "b", 3), append(output, "c"))).toEqual([
    append(output, "a"),
    append(output, "bc", 3),
  ]);
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
      const pending = new PendingPatches();
      let mirrored = store.getState();
      store.inspect((record) => {
        if (record.type === "commit") for (const patch of record.patches) pending.push(patch);
      });
      for (const [index, act] of actions.entries()) {
        act(store);
        if ((index + seed) % 5 > 0 && index < actions.length - 1) continue;
        mirrored = applyAcpPatches(mirrored, pending.drain());
        expect(plain(mirrored)).toEqual(plain(store.getState()));
      }
    }
  });
});
