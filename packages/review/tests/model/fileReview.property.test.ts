import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Decidable,
  keepChange,
  listDecidable,
  MODE_CHANGE,
  rejectChange,
} from "../../src/model/decide.js";
import {
  type FileReview,
  hasChanges,
  observeEdit,
  unreviewed,
} from "../../src/model/fileReview.js";
import { hunkIdsOf } from "../../src/model/hunkIds.js";
import type { Origin } from "../../src/model/origin.js";
import { observeUserEdit } from "../../src/model/userEdit.js";
import { type FileVersion, isSameVersion, linesOf, textVersion } from "../../src/model/version.js";
import { applyLineEdits, type LineEdit, lineEdits } from "../support/lineEdits.js";

const CALL: Origin = {
  ...{ agentId: "", sessionId: "s1", turnId: "t1", toolCallId: "c1" },
  evidence: "diff",
};

type Step =
  | { readonly kind: "agent" | "unknown" | "user"; readonly edits: readonly LineEdit[] }
  | { readonly kind: "keep" | "reject"; readonly pick: number }
  | { readonly kind: "agentDelete" | "userDelete" | "agentMode" | "userMode" | "binary" };

const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constantFrom("agent", "unknown", "user"), edits: lineEdits }),
    fc.record({ kind: fc.constantFrom("keep", "reject"), pick: fc.nat(20) }),
    fc.record({
      kind: fc.constantFrom("agentDelete", "userDelete", "agentMode", "userMode", "binary"),
    }),
  ) satisfies fc.Arbitrary<Step>,
  { minLength: 1, maxLength: 20 },
);

const starts = fc.constantFrom(
  "\uFEFFone\r\ntwo\r\nthree\r\nfour\nfive\nsix\nseven\neight",
  "x\nx\ny\nx\n\nx\ny\n}\n}\n",
  "",
  "one line",
  undefined,
);

function textOf(version: FileVersion): string | undefined {
  return version === null ? undefined : linesOf(version).join("");
}

/** The lines that the user wrote. Each has its own number. */
function userLinesOf(version: FileVersion): readonly string[] {
  return (textOf(version) ?? "").match(/U\d+\./g) ?? [];
}

function textsOf(review: FileReview, change: Decidable): readonly string[] {
  if (change === MODE_CHANGE) return [MODE_CHANGE];
  return [
    linesOf(review.base).slice(change.oldStart, change.oldEnd).join(""),
    linesOf(review.current).slice(change.newStart, change.newEnd).join(""),
  ];
}

function flipMode(version: FileVersion): FileVersion {
  if (version?.kind !== "text") return version;
  return { ...version, mode: version.mode === "regular" ? "executable" : "regular" };
}

/** Applies the changes to the base. */
function currentFromChanges({ base, current, changes }: FileReview): string {
  const lines: string[] = [];
  let at = 0;
  for (const { oldStart, oldEnd, newStart, newEnd } of changes) {
    lines.push(...linesOf(base).slice(at, oldStart), ...linesOf(current).slice(newStart, newEnd));
    at = oldEnd;
  }
  return [...lines, ...linesOf(base).slice(at)].join("");
}

function expectConsistent(review: FileReview): void {
  expect(currentFromChanges(review)).toBe(linesOf(review.current).join(""));
  if (!hasChanges(review)) expect(isSameVersion(review.base, review.current)).toBe(true);
  const { length } = linesOf(review.current);
  expect(review.origins.filter(({ start, end }) => start > end || end > length)).toEqual([]);
}

/** Runs steps, and checks after each of them what must hold for every review. */
function run(start: string | undefined, all: readonly Step[]): FileReview {
  let review = unreviewed(start === undefined ? null : textVersion(start));
  let count = 0;
  const numberLine = (): number => ++count;
  /** The user's lines that nobody was told to remove. */
  const live = new Set<string>();

  function edit(kind: "agent" | "unknown" | "user", next: FileVersion): void {
    const before = userLinesOf(review.current);
    if (kind === "user") {
      for (const line of before) if (!userLinesOf(next).includes(line)) live.delete(line);
      for (const line of userLinesOf(next)) if (!before.includes(line)) live.add(line);
      review = observeUserEdit(review, next);
    } else review = observeEdit(review, next, kind === "agent" ? CALL : "unknown");
    expect(isSameVersion(review.current, next)).toBe(true);
  }

  function decide(kind: "keep" | "reject", pick: number): void {
    const decidable = listDecidable(review);
    const index = pick % Math.max(decidable.length, 1);
    const change = decidable[index];
    if (change === undefined) return;
    const [removed = "", added = ""] = textsOf(review, change);
    const [gone, kept] = kind === "keep" ? [removed, added] : [added, removed];
    for (const line of gone.match(/U\d+\./g) ?? []) if (!kept.includes(line)) live.delete(line);
    const others = decidable.toSpliced(index, 1).map((other) => textsOf(review, other));
    const before = review;
    review = (kind === "keep" ? keepChange : rejectChange)(review, change);
    expect(listDecidable(review).map((other) => textsOf(review, other))).toEqual(others);
    if (kind === "keep") expect(review.current).toBe(before.current);
    else expect(review.base).toBe(before.base);
  }

  for (const step of all) {
    switch (step.kind) {
      case "agent":
      case "unknown":
      case "user": {
        if (review.current?.kind === "whole") break;
        const author = step.kind === "user" ? "U" : "A";
        const text = applyLineEdits(textOf(review.current), step.edits, author, numberLine);
        const mode = review.current?.mode;
        edit(step.kind, textVersion(text, mode));
        break;
      }
      case "keep":
      case "reject":
        decide(step.kind, step.pick);
        break;
      case "agentDelete":
        edit("agent", null);
        break;
      case "userDelete":
        edit("user", null);
        live.clear();
        break;
      case "agentMode":
        edit("agent", flipMode(review.current));
        break;
      case "userMode":
        edit("user", flipMode(review.current));
        break;
      case "binary":
        // Text of the user cannot be told apart in a binary file, so only files without it become one.
        if (live.size === 0)
          edit("agent", { kind: "whole", content: `content ${numberLine()}`, mode: "regular" });
    }
    expectConsistent(review);
    const found = new Set([...userLinesOf(review.current), ...userLinesOf(review.base)]);
    expect([...live].filter((line) => !found.has(line))).toEqual([]);
  }
  return review;
}

/** Expects that rejecting all changes gives the base, and that keeping them all leaves none. */
function expectDecidable(review: FileReview): void {
  let rejected = review;
  for (
    let change = listDecidable(rejected).at(-1);
    change !== undefined;
    change = listDecidable(rejected).at(-1)
  )
    rejected = rejectChange(rejected, change);
  expect(isSameVersion(rejected.current, review.base)).toBe(true);
  let kept = review;
  for (let [change] = listDecidable(kept); change !== undefined; [change] = listDecidable(kept))
    kept = keepChange(kept, change);
  expect(isSameVersion(kept.base, review.current)).toBe(true);
  expect(kept.origins).toEqual([]);
}

describe("a file under review", () => {
  it("keeps its invariants, and every line of the user, through all edits and decisions", () => {
    const numRuns = Number(process.env["ACP_RUNS"] ?? 5000);
    const property = fc.property(starts, steps, (start, all) => expectDecidable(run(start, all)));
    expect(() => fc.assert(property, { numRuns })).not.toThrow();
  });

  it("has no changes if only the user edits the file", () => {
    const ofUser = steps.map((all) =>
      all.map((step) => ("edits" in step ? { ...step, kind: "user" as const } : step)),
    );
    fc.assert(
      fc.property(starts, ofUser, (start, all) => {
        const own = all.filter(({ kind }) => kind === "user" || kind.startsWith("user"));
        expect(hasChanges(run(start, own))).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  it("names each hunk differently", () => {
    fc.assert(
      fc.property(starts, steps, (start, all) => {
        const ids = hunkIdsOf(run(start, all));
        expect(new Set(ids).size).toBe(ids.length);
      }),
      { numRuns: 500 },
    );
  });
});
