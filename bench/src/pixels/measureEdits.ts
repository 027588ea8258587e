import { type EditorPage, openEditor } from "../browser/editorPage.js";
import { type Task, traceTasks } from "../browser/taskTrace.js";
import { createMeasure, type Measure } from "../figures.js";
import { computeMedian } from "../measure/spread.js";
import type { SuiteOptions } from "../suites/suite.js";

const TURNS = 20;
const EDITS_PER_TURN = 10;
const LINES_PER_EDIT = 20;
/** The number of lines of a file that is replaced completely. */
const REWRITTEN_LINES = 2000;
const MAX_ELEMENTS = 5000;
const MAX_GROWTH = 1.6;
const MAX_TASK_MS = 200;
const MAX_OPENING_MS = 300;

/** The measurement of one conversation. All times are in milliseconds. */
interface EditsResult {
  /** The number of elements in the panel after the last turn. */
  readonly elements: number;
  /** The CPU time of the main thread in the last turn, relative to the first one. */
  readonly growth: number;
  /** The CPU time of the longest task in these turns. */
  readonly longestTask: number;
  /** The CPU time of the longest task while a long file is rewritten and all of its lines are shown. */
  readonly rewriteTask: number;
  /** The time from the click until the changed files are painted. */
  readonly opening: number;
}

/** Measures the page while a conversation grows by turns of many edits. */
export async function measureEdits(
  meter: string,
  rounds: number,
  options: SuiteOptions,
): Promise<Measure[]> {
  const results: EditsResult[] = [];
  for (let round = 1; round <= rounds; round++) {
    options.progress(`edits, round ${round} of ${rounds}`);
    results.push(await measureConversation(meter));
  }
  const measure = (aspect: string, unit: string, field: keyof EditsResult, max: number): Measure =>
    createMeasure(
      `${TURNS} turns of ${EDITS_PER_TURN} edits: ${aspect}`,
      "editor example",
      computeMedian(results.map((result) => result[field])),
      unit,
      { max },
    );
  const longestTask = "CPU time of the longest task";
  const rewriting = `rewriting ${REWRITTEN_LINES.toLocaleString("en")} lines`;
  return [
    measure("elements in the panel", "", "elements", MAX_ELEMENTS),
    measure(`CPU time of turn ${TURNS}, relative to turn 1`, "×", "growth", MAX_GROWTH),
    measure(longestTask, "ms", "longestTask", MAX_TASK_MS),
    measure(`${longestTask}, ${rewriting}`, "ms", "rewriteTask", MAX_TASK_MS),
    measure("time to open the changed files", "ms", "opening", MAX_OPENING_MS),
  ];
}

async function measureConversation(meter: string): Promise<EditsResult> {
  const editor = await openEditor(meter);
  try {
    // The first edit loads the code that shows diffs.
    await editor.runTurn(`edits 1 ${LINES_PER_EDIT}`);
    const turns: (readonly Task[])[] = [];
    for (let turn = 1; turn <= TURNS; turn++) {
      const stopTrace = await traceTasks(editor.browser);
      await editor.runTurn(`edits ${EDITS_PER_TURN} ${LINES_PER_EDIT}`);
      turns.push(await stopTrace());
    }
    const sums = turns.map((tasks) => tasks.reduce((sum, { cpuTime }) => sum + cpuTime, 0));
    return {
      elements: await editor.page.locator(".acp-panel *").count(),
      growth: (sums.at(-1) ?? 0) / (sums[0] ?? 1),
      longestTask: findLongest(turns.flat()),
      rewriteTask: await rewriteFile(editor),
      opening: await editor.page.evaluate<number>("pageMeter.openChangedFiles()"),
    };
  } finally {
    await editor.close();
  }
}

function findLongest(tasks: readonly Task[]): number {
  return Math.max(...tasks.map(({ cpuTime }) => cpuTime));
}

/** Lets the agent rewrite a file, and shows all lines. Resolves with the CPU time of the longest task. */
async function rewriteFile({ browser, page, runTurn }: EditorPage): Promise<number> {
  const stopTrace = await traceTasks(browser);
  await runTurn(`rewrite ${REWRITTEN_LINES}`);
  await page
    .getByRole("button", { name: /^Show \d+ more lines/ })
    .last()
    .click();
  await page.getByRole("button", { name: /^Show fewer lines/ }).waitFor();
  return findLongest(await stopTrace());
}
