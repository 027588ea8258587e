import { bundlePage } from "../browser/bundle.js";
import {
  buildEditor,
  type EditorPage,
  type MeterResult,
  openEditor,
} from "../browser/editorPage.js";
import { type Task, traceTasks } from "../browser/taskTrace.js";
import { createMeasure, type Measure } from "../figures.js";
import { computeMedian } from "../measure/spread.js";
import { measureEdits } from "../pixels/measureEdits.js";
import { scaleCount } from "../workloads/workloads.js";
import type { SuiteOptions } from "./suite.js";

const HISTORY_ITEMS = 5000;
const RATES = [200, 1000, 5000];
const SECONDS = 10;
const MAX_ROUNDS = 3;
const MAX_TASK_MS = 50;
const MAX_INPUT_DELAY_MS = 50;
/** The highest rate, in updates per second, at which the delay of a key has a target. */
const MAX_INPUT_RATE = 1000;
const KEY_INTERVAL_MS = 100;

/** The measurement of one turn. */
interface TurnResult extends MeterResult {
  readonly tasks: readonly Task[];
}

/**
 * Measures the page of the editor example in Chromium while a real agent streams into a long
 * conversation and the user types.
 */
export async function pixelsSuite(options: SuiteOptions): Promise<Measure[]> {
  buildEditor();
  const meter = await bundlePage("meter");
  const measures: Measure[] = [];
  const rounds = Math.min(options.rounds, MAX_ROUNDS);
  for (const rate of RATES) {
    const results: TurnResult[] = [];
    for (let round = 1; round <= rounds; round++) {
      options.progress(`${formatRate(rate)}, round ${round} of ${rounds}`);
      results.push(await measureRate(meter, rate, options));
    }
    measures.push(...createRateMeasures(rate, results));
  }
  return [...measures, ...(await measureEdits(meter, rounds, options))];
}

const formatRate = (rate: number): string => `${rate.toLocaleString("en")} updates per second`;

async function measureRate(
  meter: string,
  rate: number,
  { scale }: SuiteOptions,
): Promise<TurnResult> {
  const editor = await openEditor(meter);
  await editor.runTurn(`history ${scaleCount(HISTORY_ITEMS, scale)}`);
  const stopTrace = await traceTasks(editor.browser);
  // The keys are sent without waiting for each other, like those of a user.
  const timer = setInterval(() => void pressKey(editor), KEY_INTERVAL_MS);
  try {
    const result = await editor.runTurn(`stream ${rate} ${scaleCount(rate * SECONDS, scale)}`);
    return { ...result, tasks: await stopTrace() };
  } finally {
    clearInterval(timer);
    await editor.close();
  }
}

async function pressKey({ devtools }: EditorPage): Promise<void> {
  const key = { key: "a", code: "KeyA", windowsVirtualKeyCode: 65 };
  try {
    await Promise.all([
      devtools.send("Input.dispatchKeyEvent", { type: "keyDown", text: "a", ...key }),
      devtools.send("Input.dispatchKeyEvent", { type: "keyUp", ...key }),
    ]);
  } catch {
    // The page was closed after the last measured key.
  }
}

function createRateMeasures(rate: number, results: readonly TurnResult[]): Measure[] {
  const measure = (aspect: string, read: (turn: TurnResult) => number, max?: number): Measure => {
    const value = computeMedian(results.map(read));
    return createMeasure(`${formatRate(rate)}: ${aspect}`, "editor example", value, "ms", { max });
  };
  const longest = (tasks: readonly Task[], time: keyof Task): number =>
    tasks.reduce((max, task) => Math.max(max, task[time]), 0);
  const maxDelay = rate <= MAX_INPUT_RATE ? MAX_INPUT_DELAY_MS : undefined;
  return [
    measure("time between frames, median", ({ frames }) => quantile(frames, 0.5)),
    measure("time between frames, 95 %", ({ frames }) => quantile(frames, 0.95)),
    measure("CPU time of the longest task", ({ tasks }) => longest(tasks, "cpuTime"), MAX_TASK_MS),
    measure("duration of the longest task", ({ tasks }) => longest(tasks, "duration")),
    measure("delay of a key, 95 %", ({ inputDelays }) => quantile(inputDelays, 0.95), maxDelay),
    measure("from the last update to its paint", ({ lag }) => lag),
  ];
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil((sorted.length - 1) * share)] ?? Number.NaN;
}
