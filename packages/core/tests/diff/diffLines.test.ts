import { diffLines, type LineChange, splitLines } from "@acp-store/core/diff";
import fc from "fast-check";
import { describe, expect, it } from "vitest";

/** Formats the changes of two texts with one character per line: `1-3>1-2`. */
const shown = (oldText: string, newText: string) =>
  diffLines(oldText.split(""), newText.split(""))
    .map(({ oldStart, oldEnd, newStart, newEnd }) => `${oldStart}-${oldEnd}>${newStart}-${newEnd}`)
    .join(" ");

/** Applies changes to the old lines. Checks that they are in order and separated by equal lines. */
function applyChanges(
  oldLines: readonly string[],
  newLines: readonly string[],
  changes: readonly LineChange[],
): string[] {
  const result: string[] = [];
  let oldAt = 0;
  for (const { oldStart, oldEnd, newStart, newEnd } of changes) {
    expect(oldStart > oldAt || oldAt === 0).toBe(true);
    expect(oldEnd - oldStart + newEnd - newStart).toBeGreaterThan(0);
    for (const line of oldLines.slice(oldAt, oldStart)) result.push(line);
    expect(result.length).toBe(newStart);
    for (const line of newLines.slice(newStart, newEnd)) result.push(line);
    oldAt = oldEnd;
  }
  for (const line of oldLines.slice(oldAt)) result.push(line);
  return result;
}

function countChanged(changes: readonly LineChange[]): number {
  return changes.reduce(
    (total, { oldStart, oldEnd, newStart, newEnd }) =>
      total + (oldEnd - oldStart) + (newEnd - newStart),
    0,
  );
}

/** Returns the length of the longest common subsequence, with the table of the textbook. */
function countCommon(oldLines: readonly string[], newLines: readonly string[]): number {
  let row = newLines.map(() => 0);
  for (const line of oldLines) {
    const next: number[] = [];
    newLines.forEach((other, index) => {
      const diagonal = row[index - 1] ?? 0;
      next.push(line === other ? diagonal + 1 : Math.max(row[index] ?? 0, next[index - 1] ?? 0));
    });
    row = next;
  }
  return row.at(-1) ?? 0;
}

const listOf = (kinds: string, maxLength: number) =>
  fc.array(fc.constantFrom(...kinds.split("")), { maxLength, size: "max" });

describe("diffLines", () => {
  it.each([
    ["", "", ""],
    ["abc", "abc", ""],
    ["", "ab", "0-0>0-2"],
    ["ab", "", "0-2>0-0"],
    ["abc", "axc", "1-2>1-2"],
    ["ac", "abbc", "1-1>1-3"],
    ["aab", "ab", "1-2>1-1"],
    ["abcd", "xbcy", "0-1>0-1 3-4>3-4"],
    ["abc", "xyz", "0-3>0-3"],
    ["abcxyz", "xyzabc", "0-3>0-0 6-6>3-6"],
    ["abcabba", "cbabac", "0-2>0-0 3-3>1-2 5-6>4-4 7-7>5-6"],
  ])("compares %j with %j", (oldText, newText, expected) => {
    expect(shown(oldText, newText)).toBe(expected);
  });

  it("compares terminators", () => {
    expect(diffLines(splitLines("1\r\n2\n3"), splitLines("1\n2\n3\n"))).toEqual([
      { oldStart: 0, oldEnd: 1, newStart: 0, newEnd: 1 },
      { oldStart: 2, oldEnd: 3, newStart: 2, newEnd: 3 },
    ]);
  });

  it.each(["ab", "abcdefgh"])("changes as few lines as possible, with lines of %s", (kinds) => {
    fc.assert(
      fc.property(listOf(kinds, 40), listOf(kinds, 40), (oldLines, newLines) => {
        const changes = diffLines(oldLines, newLines);
        expect(applyChanges(oldLines, newLines, changes)).toEqual(newLines);
        const common = countCommon(oldLines, newLines);
        expect(countChanged(changes)).toBe(oldLines.length + newLines.length - 2 * common);
      }),
    );
  });

  it("leaves out the equal lines at both ends", () => {
    fc.assert(
      fc.property(listOf("ab", 20), listOf("ab", 20), listOf("ab", 20), (start, middle, end) => {
        const oldLines = [...start, "old", ...middle, "old", ...end];
        const newLines = [...start, "new", ...end];
        expect(diffLines(oldLines, newLines)).toEqual([
          {
            oldStart: start.length,
            oldEnd: oldLines.length - end.length,
            newStart: start.length,
            newEnd: start.length + 1,
          },
        ]);
      }),
    );
  });
});

describe("diffLines with large texts", () => {
  const COUNT = 10_000;
  const numbered = (name: string, count = COUNT) =>
    Array.from({ length: count }, (_, index) => `${name}${index}`);

  function compare(oldLines: readonly string[], newLines: readonly string[]): number {
    const changes = diffLines(oldLines, newLines);
    expect(applyChanges(oldLines, newLines, changes).join()).toBe(newLines.join());
    return countChanged(changes);
  }

  /** Lists lines of two kinds in an irregular order that is the same in each run. */
  function repeated(seed: number): string[] {
    let value = seed;
    return Array.from({ length: COUNT }, () => {
      value = (value * 1_103_515_245 + 12_345) % 2 ** 31;
      return value < 2 ** 30 ? "a" : "b";
    });
  }

  it("returns blocks that rebuild the new text when the result is not exact", () => {
    const lines = fc.array(fc.constantFrom("a", "b", "c", "d"), { minLength: 400, maxLength: 900 });
    fc.assert(
      fc.property(lines, lines, (oldLines, newLines) => {
        expect(compare(oldLines, newLines)).toBeLessThan(oldLines.length + newLines.length);
      }),
      { numRuns: 20 },
    );
  });

  it("returns one block when all terminators change", () => {
    const lines = numbered("line");
    expect(
      diffLines(
        lines,
        lines.map((line) => `${line}\r`),
      ),
    ).toHaveLength(1);
  });

  it("returns one block when the texts are unrelated", () => {
    expect(diffLines(numbered("a"), numbered("b"))).toHaveLength(1);
  });

  it("matches the larger part around a block that moved", () => {
    const lines = numbered("line");
    const moved = [...lines.slice(0, 2000), ...lines.slice(5000, 8000)];
    moved.push(...lines.slice(2000, 5000), ...lines.slice(8000));
    expect(compare(lines, moved)).toBe(6000);
  });

  it("finds 2,000 separate edits between lines that repeat", () => {
    const lines = numbered("line").map((line, index) => (index % 2 === 0 ? "}" : line));
    const edited = lines.map((line, index) => (index % 5 === 1 ? `${line} edited` : line));
    expect(compare(lines, edited)).toBe(
      2 * lines.filter((line, index) => line !== edited[index]).length,
    );
  });

  it("matches most lines when two kinds of lines repeat irregularly", () => {
    expect(compare(repeated(1), repeated(2))).toBeLessThan(COUNT);
  });

  it("matches one line when all lines are reversed", () => {
    expect(compare(numbered("line"), numbered("line").reverse())).toBe(2 * COUNT - 2);
  });

  it("finishes when each anchor only reveals the next one", () => {
    const names = numbered("line", COUNT / 4);
    /** Each name occurs twice: in the pair of its predecessor, and in its own. */
    const chain = (fillers: readonly string[]) =>
      names.flatMap((name, index) => [
        names[index + 1] ?? "end",
        fillers[2 * index] ?? "",
        name,
        fillers[2 * index + 1] ?? "",
      ]);
    expect(compare(chain(repeated(3)), chain(repeated(4)))).toBeLessThan(COUNT);
  });
});
