import { readFileSync } from "node:fs";
import { bundlePage } from "../browser/bundle.js";
import { buildEditor, type EditorPage, openEditor, STREAM_AGENT } from "../browser/editorPage.js";
import type { MeterResult } from "../browser/meterApi.js";
import { readMemory, runTurn } from "../browser/pageTurns.js";
import { type Task, traceTasks } from "../browser/taskTrace.js";
import { createMaxTarget, type Measure, type Target } from "../figures.js";
import { computeMedian } from "../measure/spread.js";
import { measureEdits } from "../pixels/measureEdits.js";
import { scaleCount } from "../workloads/workload.js";
import type { SuiteOptions } from "./suite.js";

const HISTORY_ITEMS = 5000;
const RATES = [200, 1000, 5000];
const SECONDS = 10;
const MAX_ROUNDS = 3;
/** 30 minutes at 100 updates per second. */
const SOAK_UPDATES = 180_000;
const MAX_TASK_MS = 50;
const MAX_INPUT_DELAY_MS = 50;
/** The highest rate, in updates per second, at which the delay of a key has a target. */
const MAX_INPUT_RATE = 1000;
const KEY_INTERVAL_MS = 100;
const SUBJECT = "editor example";

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
  const meter = readFileSync(await bundlePage("meter"), "utf8");
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
  measures.push(...(await measureEdits(meter, rounds, options)));
  options.progress("memory");
  return [...measures, ...(await measureMemory(meter, options))];
}

const formatRate = (rate: number): string => `${rate.toLocaleString("en")} updates per second`;

/** Opens the example and fills the conversation. */
async function openWithHistory(meter: string, options: SuiteOptions): Promise<EditorPage> {
  const editor = await openEditor(STREAM_AGENT);
  await editor.page.evaluate(meter);
  await runTurn(editor, `history ${scaleCount(HISTORY_ITEMS, options)}`);
  return editor;
}

async function measureRate(
  meter: string,
  rate: number,
  options: SuiteOptions,
): Promise<TurnResult> {
  const editor = await openWithHistory(meter, options);
  const stopTrace = await traceTasks(editor.browser);
  // The keys are sent without waiting for each other, like those of a user.
  const timer = setInterval(() => void pressKey(editor), KEY_INTERVAL_MS);
  try {
    const prompt = `stream ${rate} ${scaleCount(rate * SECONDS, options)}`;
    const result = await runTurn(editor, prompt);
    return { ...result, tasks: await stopTrace() };
  } finally {
    clearInterval(timer);
    await editor.close();
  }
}

async function pressKey({ devtools }: EditorPage): Promise<void> {
  const key = { key: "a", code: "KeyA", windowsVirtualKeyCode: 65 };
  const send = (type: "keyDown" | "keyUp"): Promise<unknown> =>
    devtools.send("Input.dispatchKeyEvent", {
      type,
      ...(type === "keyDown" && { text: "a" }),
      ...key,
    });
  try {
    await Promise.all([send("keyDown"), send("keyUp")]);
  } catch {
    // The page was closed after the last measured key.
  }
}

function createRateMeasures(rate: number, results: readonly TurnResult[]): Measure[] {
  const createMeasure = (
    aspect: string,
    pick: (result: TurnResult) => number,
    max = Number.POSITIVE_INFINITY,
  ): Measure => {
    const value = computeMedian(results.map(pick));
    const target: Target | undefined = Number.isFinite(max)
      ? createMaxTarget(max, value, " ms")
      : undefined;
    const name = `${formatRate(rate)}: ${aspect}`;
    return {
      type: "measure",
      name,
      subject: SUBJECT,
      value,
      unit: "ms",
      ...(target && { target }),
    };
  };
  const inputTarget = rate <= MAX_INPUT_RATE ? MAX_INPUT_DELAY_MS : undefined;
  return [
    createMeasure("time between frames, median", ({ frames }) => quantile(frames, 0.5)),
    createMeasure("time between frames, 95 %", ({ frames }) => quantile(frames, 0.95)),
    createMeasure(
      "CPU time of the longest task",
      ({ tasks }) => max(tasks, "cpuTime"),
      MAX_TASK_MS,
    ),
    createMeasure("duration of the longest task", ({ tasks }) => max(tasks, "duration")),
    createMeasure("delay of a key, 95 %", (turn) => quantile(turn.inputDelays, 0.95), inputTarget),
    createMeasure("from a key to its paint, 95 %", (turn) => quantile(turn.inputPaints, 0.95)),
    createMeasure("from the last update to its paint", ({ lag }) => lag),
  ];
}

async function measureMemory(meter: string, options: SuiteOptions): Promise<Measure[]> {
  const updates = scaleCount(SOAK_UPDATES, options);
  const editor = await openWithHistory(meter, options);
  try {
    const before = await readMemory(editor);
    await runTurn(editor, `stream 0 ${updates}`);
    const after = await readMemory(editor);
    const createMeasure = (name: string, value: number, unit: string): Measure => ({
      type: "measure",
      name,
      subject: SUBJECT,
      value,
      unit,
    });
    const name = `after ${updates.toLocaleString("en")} more updates`;
    return [
      createMeasure("heap of the page with the transcript", before.megabytes, "MB"),
      createMeasure(`heap of the page ${name}`, after.megabytes, "MB"),
      createMeasure("nodes of the page with the transcript", before.nodes, ""),
      createMeasure(`nodes of the page ${name}`, after.nodes, ""),
    ];
  } finally {
    await editor.close();
  }
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil((sorted.length - 1) * share)] ?? Number.NaN;
}

function max(tasks: readonly Task[], time: keyof Task): number {
  return tasks.reduce((longest, task) => Math.max(longest, task[time]), 0);
}
