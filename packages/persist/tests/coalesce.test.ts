import {
  type AcpPatch,
  applyAcpPatches,
  type CommitRecord,
  createAcpStore,
  serialize,
} from "@acp-store/core";
import { acpTraffic } from "@acp-store/testing/fast-check";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addPatch } from "../src/coalesce.js";

const textPath = ["sessions", "s1", "messages", "m", "content", 0, "text"];
const timePath = ["sessions", "s1", "messages", "m", "updatedAt"];

/** Returns the list that results from adding patches one by one. */
function coalesce(...patches: AcpPatch[]): AcpPatch[] {
  const result: AcpPatch[] = [];
  for (const patch of patches) addPatch(result, patch);
  return result;
}

describe("addPatch", () => {
  it("joins the chunks of a text, also if other fields change with each chunk", () => {
    const patches = coalesce(
      { op: "replace", path: timePath, value: 1 },
      { op: "append", path: textPath, value: "Hel" },
      { op: "replace", path: timePath, value: 2 },
      { op: "append", path: textPath, value: "lo" },
    );
    expect(patches).toEqual([
      { op: "replace", path: timePath, value: 2 },
      { op: "append", path: textPath, value: "Hello" },
    ]);
  });

  it("appends to a value that was added before", () => {
    const path = ["sessions", "s1", "terminals", "t", "output"];
    const patches = coalesce(
      { op: "add", path, value: "abc" },
      { op: "append", path, value: "de", dropped: 2 },
    );
    expect(patches).toEqual([{ op: "add", path, value: "cde" }]);
  });

  it("replaces a text that was appended to", () => {
    const patches = coalesce(
      { op: "append", path: textPath, value: "a" },
      { op: "replace", path: textPath, value: "b" },
    );
    expect(patches).toEqual([{ op: "replace", path: textPath, value: "b" }]);
  });

  it("keeps a bounded text apart, because the length before it is unknown", () => {
    const dropping: AcpPatch = { op: "append", path: textPath, value: "b", dropped: 1 };
    expect(coalesce({ op: "append", path: textPath, value: "a" }, dropping)).toHaveLength(2);
  });

  it.each<[string, AcpPatch]>([
    ["the list of the text is replaced", { op: "replace", path: textPath.slice(0, 5), value: [] }],
    ["an item is inserted into a list", { op: "add", path: textPath.slice(0, 6), value: {} }],
    ["an item is removed from a list", { op: "remove", path: textPath.slice(0, 6) }],
    ["the entity is removed", { op: "remove", path: textPath.slice(0, 4) }],
    ["a list gets shorter", { op: "replace", path: [...textPath.slice(0, 5), "length"], value: 0 }],
  ])("does not join patches if in between %s", (_, between) => {
    const first: AcpPatch = { op: "append", path: textPath, value: "a" };
    const last: AcpPatch = { op: "append", path: textPath, value: "b" };
    expect(coalesce(first, between, last)).toEqual([first, between, last]);
  });

  it.each([1, 2] as const)(
    "leads to the same state as the single patches, in version %s",
    (version) => {
      fc.assert(
        fc.property(acpTraffic(version), (frames) => {
          const store = createAcpStore({ idPrefix: "t", scheduler: "sync", now: () => 0 });
          const before = store.getState();
          const commits: CommitRecord[] = [];
          store.inspect((record) => record.type === "commit" && commits.push(record));
          for (const frame of frames) store.observe(frame);
          const patches = coalesce(...commits.flatMap((commit) => commit.patches));
          expect(serialize(applyAcpPatches(before, patches))).toEqual(serialize(store.getState()));
        }),
        { numRuns: 60 },
      );
    },
  );
});
