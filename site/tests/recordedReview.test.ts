import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseTrace } from "@acp-store/devtools";
import { explainOrigin, groupByTurn } from "@acp-store/review";
import { expect, it, onTestFinished } from "vitest";
import { type RecordedReview, reviewRecording } from "../playground/recordedReview.js";

async function openRecording(id: string): Promise<RecordedReview> {
  const file = join(import.meta.dirname, `../playground/recordings/${id}.jsonl`);
  const recorded = await reviewRecording(parseTrace(readFileSync(file, "utf8")).frames);
  onTestFinished(() => recorded.review.close());
  return recorded;
}

it.each(["claude-fix-typo", "claude-fix-typo-v2", "gemini-fix-typo"])(
  "repeats the edits of %s, each with its turn and its tool call",
  async (id) => {
    const { store, review } = await openRecording(id);
    const groups = groupByTurn(review.getState()).flatMap(({ files }) =>
      files.flatMap(({ file, hunks }) =>
        hunks.map(({ origins }) => {
          const [reason] = origins.map(({ by }) => explainOrigin(store.getState(), by));
          const isCall = reason !== undefined && "session" in reason;
          return [file.path, isCall && reason.toolCall?.kind, isCall && reason.prompt?.firstLine];
        }),
      ),
    );
    expect(groups).toEqual([
      ["CHANGELOG.md", "edit", "Now add a CHANGELOG.md."],
      ["src/greet.js", "edit", expect.stringMatching(/^Please fix the typo/)],
    ]);
  },
);

it("carries out decisions in memory, and undoes them", async () => {
  const { review } = await openRecording("gemini-fix-typo");
  await review.reject("all");
  expect((await review.texts("src/greet.js")).current).toContain("'Helo, '");
  expect((await review.texts("CHANGELOG.md")).current).toBeNull();
  await review.undo();
  await review.keep("all");
  expect(review.getState().files.size).toBe(0);
  expect((await review.texts("src/greet.js")).base).toContain("'Hello, '");
});

it("has nothing to review in a recording without edits", async () => {
  const { review } = await openRecording("gemini-sign-in");
  expect(review.getState().files.size).toBe(0);
});
