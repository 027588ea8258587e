import { type EditorPage, openEditor, STREAM_AGENT } from "../browser/editorPage.js";
import { readMemory, runTurn } from "../browser/pageTurns.js";
import { type Task, traceTasks } from "../browser/taskTrace.js";
import { createMaxTarget, type Measure } from "../figures.js";
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
  readonly megabytes: number;
  /** The CPU time of the main thread in each turn. */
  readonly turns: readonly number[];
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
  const createMeasure = (
    aspect: string,
    unit: string,
    pick: (result: EditsResult) => number,
    limit?: number,
  ): Measure => {
    const value = computeMedian(results.map(pick));
    const name = `${TURNS} turns of ${EDITS_PER_TURN} edits: ${aspect}`;
    const target =
      limit === undefined
        ? undefined
        : createMaxTarget(limit, value, unit === "×" ? unit : ` ${unit}`.trimEnd());
    const measure = { type: "measure" as const, name, subject: "editor example", value, unit };
    return { ...measure, ...(target && { target }) };
  };
  const last = `CPU time of turn ${TURNS}`;
  return [
    createMeasure("elements in the panel", "", ({ elements }) => elements, MAX_ELEMENTS),
    createMeasure("heap of the page", "MB", ({ megabytes }) => megabytes),
    createMeasure("CPU time of turn 1", "ms", ({ turns }) => turns[0] ?? 0),
    createMeasure(last, "ms", ({ turns }) => turns.at(-1) ?? 0),
    createMeasure(
      `${last}, relative to turn 1`,
      "×",
      ({ turns }) => (turns.at(-1) ?? 0) / (turns[0] ?? 1),
      MAX_GROWTH,
    ),
    createMeasure("CPU time of the longest task", "ms", (one) => one.longestTask, MAX_TASK_MS),
    createMeasure(
      `CPU time of the longest task, rewriting ${REWRITTEN_LINES.toLocaleString("en")} lines`,
      "ms",
      (one) => one.rewriteTask,
      MAX_TASK_MS,
    ),
    createMeasure("time to open the changed files", "ms", (one) => one.opening, MAX_OPENING_MS),
  ];
}

async function measureConversation(meter: string): Promise<EditsResult> {
  const editor = await openEditor(STREAM_AGENT);
  try {
    await editor.page.evaluate(meter);
    // The first edit loads the code that shows diffs.
    await runTurn(editor, `edits 1 ${LINES_PER_EDIT}`);
    const turns: Task[][] = [];
    for (let turn = 1; turn <= TURNS; turn++) {
      const stopTrace = await traceTasks(editor.browser);
      await runTurn(editor, `edits ${EDITS_PER_TURN} ${LINES_PER_EDIT}`);
      turns.push([...(await stopTrace())]);
    }
    const { megabytes } = await readMemory(editor);
    const elements = await editor.page.locator(".acp-panel *").count();
    return {
      elements,
      megabytes,
      turns: turns.map((tasks) => tasks.reduce((sum, { cpuTime }) => sum + cpuTime, 0)),
      longestTask: Math.max(...turns.flat().map(({ cpuTime }) => cpuTime)),
      rewriteTask: await rewriteFile(editor),
      opening: await openChangedFiles(editor),
    };
  } finally {
    await editor.close();
  }
}

/** Lets the agent rewrite a file, and shows all lines. Resolves with the CPU time of the longest task. */
async function rewriteFile(editor: EditorPage): Promise<number> {
  const stopTrace = await traceTasks(editor.browser);
  await runTurn(editor, `rewrite ${REWRITTEN_LINES}`);
  await editor.page
    .getByRole("button", { name: /^Show \d+ more lines/ })
    .last()
    .click();
  await editor.page.getByRole("button", { name: /^Show fewer lines/ }).waitFor();
  return Math.max(...(await stopTrace()).map(({ cpuTime }) => cpuTime));
}

/** Opens the changed files. Resolves with the time until they are painted. */
function openChangedFiles({ page }: EditorPage): Promise<number> {
  return page.evaluate(async () => {
    const start = performance.now();
    document.querySelector<HTMLElement>(".acp-side-panel-button")?.click();
    const nextFrame = (): Promise<unknown> => new Promise(requestAnimationFrame);
    while (document.querySelector(".acp-changed-files") === null) await nextFrame();
    await nextFrame();
    await new Promise((resolve) => setTimeout(resolve));
    return performance.now() - start;
  });
}
