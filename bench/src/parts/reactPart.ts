import { bundlePage } from "../browser/bundle.js";
import { type OpenPage, openPage } from "../browser/openPage.js";
import type { MessageResult, RowKind, RowsResult } from "../browser/results.js";
import { BATCH } from "../contestants/contestant.js";
import { atMost, type Measure, type Target } from "../figures.js";
import { spreadOf } from "../measure/spread.js";
import { digits } from "../report/table.js";
import { scaled } from "../workloads/workload.js";
import type { PartOptions } from "./part.js";

const UPDATES = 5000;
const CHUNKS = 10_000;
const LIMIT_MICROSECONDS = 10;

interface RowsSetup {
  readonly subject: string;
  readonly kind: RowKind;
  readonly batch: number;
  /** The targets are about this one. */
  readonly isAim?: true;
}

const setups: readonly RowsSetup[] = [
  { subject: `useToolCall, batched by ${BATCH}`, kind: "useToolCall", batch: BATCH, isAim: true },
  { subject: "useToolCall, rendered after each update", kind: "useToolCall", batch: 1 },
  { subject: `zustand's useStore, batched by ${BATCH}`, kind: "useStore", batch: BATCH },
  { subject: "zustand's useStore, rendered after each update", kind: "useStore", batch: 1 },
];

/** What mounted rows and a visible message cost, in the production build of React. */
export async function reactPart(options: PartOptions): Promise<Measure[]> {
  const page = await openPage(await bundlePage());
  try {
    const rows = await measureRows(page, options);
    options.progress("one visible message");
    const message = await page.message(scaled(CHUNKS, options));
    return [...rows, messageFigure(message, page.where)];
  } finally {
    await page.close();
  }
}

async function measureRows(page: OpenPage, options: PartOptions): Promise<Measure[]> {
  const results = new Map<RowsSetup, RowsResult[]>(setups.map((setup) => [setup, []]));
  for (let round = 0; round <= options.rounds; round++) {
    options.progress(`1,000 rows, round ${round} of ${options.rounds}`);
    for (const setup of setups) {
      const result = await page.rows(setup.kind, setup.batch, scaled(UPDATES, options));
      if (round > 0) results.get(setup)?.push(result);
    }
  }
  return [...results].flatMap(([setup, all]) => rowsFigures(setup, all, page.where));
}

function rowsFigures(setup: RowsSetup, all: readonly RowsResult[], where: string): Measure[] {
  const [first] = all;
  if (first === undefined) return [];
  const costs = spreadOf(all.map(({ microseconds }) => microseconds));
  const range = `${digits(costs.low)} – ${digits(costs.high)} µs`;
  const name = `1,000 rows, ${first.updates.toLocaleString("en")} updates to one`;
  const measure = (what: string, value: number, unit: string, target?: Target): Measure => ({
    type: "measure",
    name: `${name}: ${what}`,
    subject: setup.subject,
    value,
    unit,
    note: where,
    ...(setup.isAim && target && { target }),
  });
  return [
    {
      ...measure("per update", costs.median, "µs", atMost(LIMIT_MICROSECONDS, costs.median, " µs")),
      note: `${where}; ${range}`,
    },
    measure("renders of other rows", first.rendersOfOthers, "", exactly(0, first.rendersOfOthers)),
    measure("renders of the row", first.rendersOfTheRow, ""),
    measure("selector runs", first.selectorRuns, ""),
  ];
}

function messageFigure(result: MessageResult, where: string): Measure {
  const { chunks, frames, renders, mostRendersInAFrame } = result;
  return {
    type: "measure",
    name: `${chunks.toLocaleString("en")} chunks into one visible message: most renders in one frame`,
    subject: "useMessage",
    value: mostRendersInAFrame,
    unit: "",
    target: atMost(1, mostRendersInAFrame),
    note: `${where}; ${renders} renders in ${frames} frames`,
  };
}

function exactly(limit: number, value: number): Target {
  return { limit: String(limit), met: value === limit };
}
