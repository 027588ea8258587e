import { expect, it } from "vitest";
import { readFiles } from "./sources.js";

const MAX_LINES = 2_500;
const EXAMPLE = "examples/editor/";
const TESTS = /\/(?:e2e|tests)\//;
/** The files beside the conversation: an editor, which an application with agents need not have. */
const WORKBENCH = `${EXAMPLE}src/workbench/`;

const lines = [...readFiles(`${EXAMPLE}*.ts`, `${EXAMPLE}*.tsx`)]
  .filter(([path]) => !TESTS.test(path))
  .map(([path, text]) => ({ path, count: text.trimEnd().split("\n").length }));

/** Returns the number of lines of the example's own code, in the workbench or outside of it. */
const countLines = (isInWorkbench: boolean): number =>
  lines
    .filter(({ path }) => path.startsWith(WORKBENCH) === isInWorkbench)
    .reduce((sum, { count }) => sum + count, 0);

it.each([false, true])(
  "keeps the code of the editor example short, in its workbench: %s",
  (isInWorkbench) => {
    const count = countLines(isInWorkbench);
    expect(count).toBeGreaterThan(100);
    expect(count).toBeLessThanOrEqual(MAX_LINES);
  },
);
