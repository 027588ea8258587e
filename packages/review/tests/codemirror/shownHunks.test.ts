import { EditorState, Text } from "@codemirror/state";
import { diffLines, splitLines } from "@acp-store/core/diff";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  findHunkAt,
  mapHunks,
  placeHunks,
  type ShownHunk,
} from "../../src/codemirror/shownHunks.js";
import type { Hunk } from "../../src/engine/reviewState.js";

/** Returns the hunks between two texts. Every second one has a line of the user. */
function listHunks(base: string, current: string): readonly Hunk[] {
  return diffLines(splitLines(base), splitLines(current)).map((change, index) => ({
    hunkId: `hunk-${index}`,
    base: [change.oldStart, change.oldEnd],
    current: [change.newStart, change.newEnd],
    origins: [
      {
        lines: [change.newStart, change.newEnd],
        by: index % 2 === 1 ? "user" : { agentId: "", sessionId: "s1", evidence: "fs" },
      },
    ],
    protected: index % 2 === 1,
  }));
}

function place(base: string, current: string, doc = current): readonly ShownHunk[] {
  return placeHunks(
    EditorState.create({ doc }),
    { hunks: listHunks(base, current) },
    { base, current },
  );
}

/** Expects that hunks are whole lines of a document, in order. */
function expectInside(hunks: readonly ShownHunk[], document: Text): void {
  const ranges = hunks.flatMap((shown) => [shown, ...shown.protectedLines]);
  for (const { from, to } of ranges) {
    expect(from).toBeLessThanOrEqual(to);
    expect(to).toBeLessThanOrEqual(document.length);
  }
  for (const [index, { from, to, isRemoval, isAfterEnd }] of hunks.entries()) {
    expect(from).toBeGreaterThanOrEqual(hunks[index - 1]?.from ?? 0);
    if (isAfterEnd) expect(from).toBe(document.length);
    else expect(document.lineAt(from).from).toBe(from);
    if (!isRemoval) expect(document.lineAt(to).to).toBe(to);
  }
}

describe("the places of hunks", () => {
  it("returns the lines of a hunk, and the lines that it removes", () => {
    const hunks = place("a\r\nb\r\nc\r\nd\r\n", "a\r\nB\r\nd\r\n");
    expect(hunks).toMatchObject([{ from: 2, to: 3, removed: ["b", "c"], isRemoval: false }]);
  });

  it("places a removal between lines, or after the last one", () => {
    expect(place("a\nb\nc\n", "a\nc\n")).toMatchObject([{ from: 2, to: 2, isRemoval: true }]);
    expect(place("a\nb\n", "a\n")).toMatchObject([{ from: 2, isRemoval: true, isAfterEnd: false }]);
    expect(place("a\nb", "")).toMatchObject([{ from: 0, isRemoval: true }]);
  });

  it("leaves out a change of the mode", () => {
    const hunk: Hunk = {
      ...{ hunkId: "mode", base: [0, 0], current: [0, 0], protected: true },
      origins: [{ lines: [0, 0], by: "unknown" }],
    };
    const state = EditorState.create({ doc: "a\n" });
    expect(placeHunks(state, { hunks: [hunk] }, { base: "a\n", current: "a\n" })).toEqual([]);
  });

  it("finds the hunk at the cursor, and the preferred one of several", () => {
    const { doc } = EditorState.create({ doc: "a\nB\nc\nd\nE\n" });
    const hunks = place("a\nb\nc\nd\ne\n", doc.toString());
    const at = (line: number): number => findHunkAt(hunks, doc, doc.line(line).from);
    expect([1, 2, 3, 5, 6].map(at)).toEqual([-1, 0, -1, 1, -1]);
    const joined = mapHunks(
      hunks,
      EditorState.create({ doc }).changes({ from: 3, to: 8 }),
      Text.of(["a", "BE", ""]),
    );
    const merged = Text.of(["a", "BE", ""]);
    expect(findHunkAt(joined, merged, 3, "hunk-1")).toBe(1);
    expect(findHunkAt(joined, merged, 3)).toBe(0);
  });

  it("keeps hunks on whole lines inside of the document during random edits", () => {
    const text = fc
      .array(fc.constantFrom("a\n", "b\n", "c\r\n", "\n", "x"), { maxLength: 12 })
      .map((parts) => parts.join(""));
    const edit = fc.tuple(fc.nat(), fc.nat(), fc.constantFrom("", "y", "\n", "q\nr\n"));
    fc.assert(
      fc.property(
        text,
        text,
        text,
        fc.array(edit, { maxLength: 5 }),
        (base, current, doc, edits) => {
          let state = EditorState.create({ doc });
          let hunks = place(base, current, doc);
          expectInside(hunks, state.doc);
          for (const [start, length, insert] of edits) {
            const from = start % (state.doc.length + 1);
            const to = from + (length % (state.doc.length - from + 1));
            const transaction = state.update({ changes: { from, to, insert } });
            hunks = mapHunks(hunks, transaction.changes, transaction.newDoc);
            state = transaction.state;
            expectInside(hunks, state.doc);
          }
          expect(hunks).toHaveLength(listHunks(base, current).length);
        },
      ),
    );
  });
});
