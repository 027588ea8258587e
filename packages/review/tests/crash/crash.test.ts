import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { bundle } from "../../../persist/tests/support/bundle.js";
import { openReview } from "../../src/node/openReview.js";
import { openProject } from "../support/openProject.js";

const PROGRAM = join(import.meta.dirname, "../../node_modules/.cache/review.mjs");
const PATHS = ["a.ts", "b.ts"];
const textWith = (word: string): string => `one\ntwo ${word}\nthree\n`;

beforeAll(async () => {
  mkdirSync(join(PROGRAM, ".."), { recursive: true });
  writeFileSync(PROGRAM, await bundle(join(import.meta.dirname, "program.ts"), "node"));
  return () => rmSync(PROGRAM);
});

/** Runs a decision in another process that is killed at a step. Resolves with whether it was killed. */
async function runUntilKilled(...args: readonly (string | number)[]): Promise<boolean> {
  const child = fork(PROGRAM, args.map(String), { stdio: "inherit" });
  const [code, signal]: unknown[] = await once(child, "exit");
  expect([code, signal]).toEqual(signal === null ? [0, null] : [null, "SIGKILL"]);
  return signal !== null;
}

describe.each([
  { decision: "reject", from: "after", to: "before" },
  { decision: "undo", from: "before", to: "after" },
] as const)("a process that is killed at any step of $decision", ({ decision, from, to }) => {
  it("leaves each file decided with its undo, or not decided", async () => {
    const project = await openProject(
      Object.fromEntries(PATHS.map((path) => [path, textWith("before")])),
    );
    const { folder, dir } = project;
    await project.prompt(async (_turn, tools) => {
      for (const path of PATHS) await tools.edit(path, "before", "after");
    });
    await project.agent.close();
    if (decision === "undo") await project.review.reject("all");
    await project.review.close();

    const counts = new Set<number>();
    for (let step = 0; await runUntilKilled(folder, dir, decision, step); step++) {
      const review = await openReview({ folder, dataDir: dir });
      const { files, undo, redo } = review.getState();
      const done = PATHS.filter((path) => project.text(path) === textWith(to));
      counts.add(done.length);
      for (const path of PATHS) {
        expect([textWith(from), textWith(to)]).toContain(project.text(path));
        expect(files.has(path)).toBe(project.text(path) === textWith("after"));
      }
      const action = (decision === "undo" ? redo : undo).at(-1);
      expect([...(action?.paths ?? [])].sort()).toEqual(done);
      if (done.length > 0) await (decision === "undo" ? review.redo() : review.undo());
      expect(PATHS.map(project.text)).toEqual(PATHS.map(() => textWith(from)));
      await review.close();
    }
    expect(counts).toEqual(new Set([0, 1, 2]));
  });
});
