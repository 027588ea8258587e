import { describe, expect, it } from "vitest";
import { getRemainingLines, getTurnGroup, groupByTurn } from "../../src/display/turnGroups.js";
import {
  createReviewState,
  type Hunk,
  type ReviewedFile,
  type ReviewState,
} from "../../src/engine/reviewState.js";
import type { Origin } from "../../src/model/origin.js";

const by = (turnId?: string, sessionId = "s"): Origin => ({
  ...{ agentId: "", sessionId, ...(turnId !== undefined && { turnId }), evidence: "fs" },
});

/** Returns a hunk with two lines of each author. */
function createHunk(hunkId: string, ...authors: readonly Origin[]): Hunk {
  const origins = authors.map((author, index) => ({
    ...{ lines: [index * 2, index * 2 + 2] as const, by: author },
  }));
  return { hunkId, base: [0, 1], current: [0, authors.length * 2], origins, protected: false };
}

function createFiles(files: Readonly<Record<string, readonly Hunk[]>>): ReviewState["files"] {
  return new Map(
    Object.entries(files).map(([path, hunks]): [string, ReviewedFile] => [
      path,
      {
        ...{ path, hunks, base: "a", current: "b", revision: 1, kind: "text", change: "modify" },
        ...{ added: 0, removed: 0 },
      },
    ]),
  );
}

const checkpoint = (turnId: string, at: number): ReviewState["checkpoints"][number] => ({
  ...{ checkpointId: turnId, agentId: "", sessionId: "s", turnId, at },
});
const ended = (turnId: string, at: number): ReviewState["turns"][number] => ({
  ...{ agentId: "", sessionId: "s", turnId, at, paths: [] },
});

/** Returns the groups with the ids of their hunks. */
function listGroups(state: Partial<ReviewState>): readonly (readonly string[])[] {
  return groupByTurn({ ...createReviewState(), ...state }).map(({ groupId, files }) => [
    groupId,
    ...files.flatMap(({ file, hunks }) => hunks.map(({ hunkId }) => `${file.path}#${hunkId}`)),
  ]);
}

describe("groupByTurn", () => {
  it("puts the newest turn first, and changes without an agent last", () => {
    const files = createFiles({
      b: [createHunk("1", "user"), createHunk("2", by("t1")), createHunk("3", by("t2"))],
      a: [createHunk("4", "unknown"), createHunk("5", by("t1")), createHunk("6", by())],
    });
    const checkpoints = [checkpoint("t1", 1), checkpoint("t2", 2)];
    expect(listGroups({ files, checkpoints })).toEqual([
      ["t2", "b#3"],
      ["t1", "a#5", "b#2"],
      ['["","s"]', "a#6"],
      ["unknown", "a#4"],
      ["user", "b#1"],
    ]);
  });

  it("puts a hunk of several turns into the newest one", () => {
    const files = createFiles({ a: [createHunk("1", by("t1"), "user", by("t2"), by("t1"))] });
    const checkpoints = [checkpoint("t1", 1), checkpoint("t2", 2)];
    expect(listGroups({ files, checkpoints })).toEqual([["t2", "a#1"]]);
  });

  it("has one group for a turn with a subagent", () => {
    const files = createFiles({ a: [createHunk("1", by("t")), createHunk("2", by("t", "child"))] });
    expect(listGroups({ files })).toEqual([["t", "a#1", "a#2"]]);
  });

  it.each([
    ["with snapshots, because its checkpoint was removed as too old", true, ["t1", "other"]],
    ["without snapshots, because it is still running", false, ["other", "t1"]],
  ])("places a turn that no list names %s", (_reason, findsUnreported, order) => {
    const files = createFiles({ a: [createHunk("1", by("other")), createHunk("2", by("t1"))] });
    const groups = listGroups({ files, turns: [ended("t1", 1)], findsUnreported });
    expect(groups.map(([id]) => id)).toEqual(order);
  });
});

describe("getTurnGroup", () => {
  it("returns all hunks in which a turn wrote lines", () => {
    const files = createFiles({
      a: [createHunk("1", by("t1"), by("t2")), createHunk("2", by("t2"))],
      b: [createHunk("3", "user")],
    });
    const group = getTurnGroup(files, "t1");
    expect(group?.by).toEqual({ agentId: "", sessionId: "s", turnId: "t1" });
    expect(group?.files.map(({ file, hunks }) => [file.path, hunks.length])).toEqual([["a", 1]]);
    expect(getTurnGroup(files, "t3")).toBeUndefined();
  });
});

describe("getRemainingLines", () => {
  it("counts the lines and files of each turn", () => {
    const removal: Hunk = {
      ...createHunk("4"),
      ...{ base: [3, 8], current: [3, 3], origins: [{ lines: [3, 3], by: by("t1") }] },
    };
    const files = createFiles({
      a: [createHunk("1", by("t1"), by("t2"), by("t1")), createHunk("2", by("t1"))],
      b: [removal],
      c: [createHunk("3", "unknown", by())],
    });
    expect(getRemainingLines(files, "t1")).toEqual({ lines: 6 + 5, files: 2 });
    expect(getRemainingLines(files, "t2")).toEqual({ lines: 2, files: 1 });
    expect(getRemainingLines(files, "t3")).toBeUndefined();
  });
});
