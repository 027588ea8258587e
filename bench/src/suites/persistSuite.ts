import { type AcpState, createAcpStore, deserialize, serialize } from "@acp-store/core";
import { sink } from "../contestants/contestant.js";
import { createMaxTarget, type Figure, type Measure } from "../figures.js";
import { clock } from "../measure/clock.js";
import { collectGarbage } from "../measure/garbage.js";
import { computeSpread, type Spread } from "../measure/spread.js";
import { formatNumber } from "../report/table.js";
import { parseLine } from "../wire/update.js";
import { createOneSessionWorkload } from "../workloads/oneSession.js";
import type { SuiteOptions } from "./suite.js";

/** The maximum time of both directions together, in milliseconds. */
const MAX_MILLISECONDS = 20;

/** Measures how long saving and restoring the state after W1 takes. The first round is the cold one. */
export function persistSuite(options: SuiteOptions): Figure[] {
  const state = stateAfterW1(options);
  const rounds = Array.from({ length: options.rounds + 1 }, (_, round) => {
    options.progress(`round ${round} of ${options.rounds}`);
    return measureRound(state);
  });
  const [cold, ...warm] = rounds;
  const spreadOf = (read: (round: PersistTimes) => number): Spread => computeSpread(warm.map(read));
  const both = spreadOf(({ save, restore }) => save + restore);
  return [
    createTime(
      "serialize",
      spreadOf(({ save }) => save),
    ),
    createTime(
      "deserialize",
      spreadOf(({ restore }) => restore),
    ),
    {
      ...createTime("serialize and deserialize", both),
      target: createMaxTarget(MAX_MILLISECONDS, both.median, " ms"),
    },
    createTime("serialize and deserialize, first time in a process", {
      median: (cold?.save ?? 0) + (cold?.restore ?? 0),
      low: 0,
      high: 0,
    }),
  ];
}

/** The times of both directions in milliseconds. */
interface PersistTimes {
  readonly save: number;
  readonly restore: number;
}

function measureRound(state: AcpState): PersistTimes {
  collectGarbage();
  const start = clock.now();
  const saved = serialize(state);
  const middle = clock.now();
  sink.state = deserialize(saved);
  return { save: (middle - start) / 1000, restore: (clock.now() - middle) / 1000 };
}

function stateAfterW1(options: SuiteOptions): AcpState {
  const store = createAcpStore({ scheduler: () => {} });
  const { lines } = createOneSessionWorkload("W1", 1, options);
  for (const line of lines) store.ingest(parseLine(line));
  return store.getState();
}

function createTime(name: string, { median, low, high }: Spread): Measure {
  return {
    type: "measure",
    name: `state after W1: ${name}`,
    subject: "acp-store",
    value: median,
    unit: "ms",
    ...(high > low && { note: `${formatNumber(low)} – ${formatNumber(high)} ms` }),
  };
}
