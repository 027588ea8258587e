import { bundlePage } from "../browser/bundle.js";
import { type OpenPage, openPage } from "../browser/openPage.js";
import type { MessageResult, RowKind, RowsResult } from "../browser/pageApi.js";
import { BATCH_SIZE } from "../contestants/contestant.js";
import { createMaxTarget, type Measure, type Target } from "../figures.js";
import { computeSpread } from "../measure/spread.js";
import { formatNumber } from "../report/table.js";
import { scaleCount } from "../workloads/workload.js";
import type { SuiteOptions } from "./suite.js";

const ROW_UPDATE_COUNT = 5000;
const VISIBLE_CHUNK_COUNT = 10_000;
/** The maximum time per update, in microseconds. */
const MAX_MICROSECONDS = 10;

/** A way to read and render the rows. */
interface RowsSetup {
  readonly subject: string;
  readonly kind: RowKind;
  readonly batchSize: number;
  /** Set for the setup that the targets apply to. */
  readonly hasTargets?: true;
}

const setups: readonly RowsSetup[] = [
  {
    subject: `useToolCall, batches of ${BATCH_SIZE}`,
    kind: "useToolCall",
    batchSize: BATCH_SIZE,
    hasTargets: true,
  },
  { subject: "useToolCall, rendered after each update", kind: "useToolCall", batchSize: 1 },
  {
    subject: `zustand's useStore, batches of ${BATCH_SIZE}`,
    kind: "useStore",
    batchSize: BATCH_SIZE,
  },
  { subject: "zustand's useStore, rendered after each update", kind: "useStore", batchSize: 1 },
];

/** Measures mounted rows and a visible message with the production build of React. */
export async function reactSuite(options: SuiteOptions): Promise<Measure[]> {
  const page = await openPage(await bundlePage("main"));
  try {
    const rows = await measureRows(page, options);
    options.progress("one visible message");
    const message = await page.measureMessage(scaleCount(VISIBLE_CHUNK_COUNT, options));
    return [...rows, createMessageMeasure(message, page.environment)];
  } finally {
    await page.close();
  }
}

async function measureRows(page: OpenPage, options: SuiteOptions): Promise<Measure[]> {
  const results = new Map<RowsSetup, RowsResult[]>(setups.map((setup) => [setup, []]));
  for (let round = 0; round <= options.rounds; round++) {
    options.progress(`1,000 rows, round ${round} of ${options.rounds}`);
    for (const setup of setups) {
      const result = await page.measureRows(
        setup.kind,
        setup.batchSize,
        scaleCount(ROW_UPDATE_COUNT, options),
      );
      if (round > 0) results.get(setup)?.push(result);
    }
  }
  return [...results].flatMap(([setup, all]) => createRowsMeasures(setup, all, page.environment));
}

function createRowsMeasures(
  setup: RowsSetup,
  results: readonly RowsResult[],
  environment: string,
): Measure[] {
  const [first] = results;
  if (first === undefined) return [];
  const times = computeSpread(results.map(({ microseconds }) => microseconds));
  const range = `${formatNumber(times.low)} – ${formatNumber(times.high)} µs`;
  const name = `1,000 rows, ${first.updates.toLocaleString("en")} updates to one`;
  const createMeasure = (
    aspect: string,
    value: number,
    unit: string,
    target?: Target,
  ): Measure => ({
    type: "measure",
    name: `${name}: ${aspect}`,
    subject: setup.subject,
    value,
    unit,
    note: environment,
    ...(setup.hasTargets && target && { target }),
  });
  return [
    {
      ...createMeasure(
        "time per update",
        times.median,
        "µs",
        createMaxTarget(MAX_MICROSECONDS, times.median, " µs"),
      ),
      note: `${environment}; ${range}`,
    },
    createMeasure(
      "renders of other rows",
      first.otherRowRenders,
      "",
      createExactTarget(0, first.otherRowRenders),
    ),
    createMeasure("renders of the updated row", first.updatedRowRenders, ""),
    createMeasure("selector calls", first.selectorCalls, ""),
  ];
}

function createMessageMeasure(result: MessageResult, environment: string): Measure {
  const { chunks, frames, renders, maxRendersPerFrame } = result;
  return {
    type: "measure",
    name: `${chunks.toLocaleString("en")} chunks into one visible message: maximum renders per frame`,
    subject: "useMessage",
    value: maxRendersPerFrame,
    unit: "",
    target: createMaxTarget(1, maxRendersPerFrame),
    note: `${environment}; ${renders} renders in ${frames} frames`,
  };
}

/** Creates a target with an exact value. */
function createExactTarget(limit: number, value: number): Target {
  return { limit: String(limit), met: value === limit };
}
