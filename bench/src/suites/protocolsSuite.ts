import { sink } from "../contestants/contestant.js";
import type { Figure, Timing } from "../figures.js";
import { clock } from "../measure/clock.js";
import { collectGarbage } from "../measure/garbage.js";
import { computeSpread } from "../measure/spread.js";
import { acpAdapter } from "../protocols/acpAdapter.js";
import { agUiAdapter } from "../protocols/agUiAdapter.js";
import { aiSdkAdapter } from "../protocols/aiSdkAdapter.js";
import type { ProtocolAdapter } from "../protocols/protocolAdapter.js";
import { createSampleToolCalls, createTextChunks } from "../protocols/sampleConversation.js";
import type { WorkloadSize } from "../workloads/workload.js";
import type { SuiteOptions } from "./suite.js";

const MESSAGE_CHUNK_COUNT = 10_000;
const TOOL_CALL_COUNT = 500;
/** The maximum number of rounds. Slow clients need several seconds per round. */
const MAX_ROUNDS = 3;
const PROTOCOL_WARM_UP_LINES = 800;
const PROTOCOL_WARM_UP_MICROSECONDS = 500_000;

const adapters: readonly ProtocolAdapter[] = [acpAdapter, aiSdkAdapter, agUiAdapter];

interface Scenario {
  readonly name: string;
  lines(adapter: ProtocolAdapter): string[];
}

/** The time per line, in microseconds. */
interface Times {
  readonly baseline: number;
  readonly client: number;
}

/** Compares clients of different protocols, each relative to a baseline for its own protocol. */
export async function protocolsSuite(options: SuiteOptions): Promise<Figure[]> {
  const chunks = createTextChunks(MESSAGE_CHUNK_COUNT, options);
  const calls = createSampleToolCalls(TOOL_CALL_COUNT, options);
  const scenarios: readonly Scenario[] = [
    { name: "one message in 10,000 chunks", lines: (adapter) => adapter.createTextLines(chunks) },
    { name: "500 tool calls × 8 events", lines: (adapter) => adapter.createToolCallLines(calls) },
  ];
  const figures: Figure[] = [];
  for (const scenario of scenarios) figures.push(...(await runScenario(scenario, options)));
  return figures;
}

async function runScenario(scenario: Scenario, options: SuiteOptions): Promise<Timing[]> {
  const rounds = Math.min(options.rounds, MAX_ROUNDS);
  const timesByAdapter = new Map<ProtocolAdapter, Times[]>(
    adapters.map((adapter) => [adapter, []]),
  );
  for (let round = 1; round <= rounds; round++) {
    options.progress(`${scenario.name}, round ${round} of ${rounds}`);
    for (const adapter of adapters) {
      timesByAdapter
        .get(adapter)
        ?.push(await measureTimes(adapter, scenario.lines(adapter), options));
    }
  }
  return [...timesByAdapter].flatMap(([adapter, all]) =>
    createProtocolTimings(scenario, adapter, all),
  );
}

async function measureTimes(
  adapter: ProtocolAdapter,
  lines: readonly string[],
  { scale }: WorkloadSize,
): Promise<Times> {
  const warmUpMicroseconds = PROTOCOL_WARM_UP_MICROSECONDS * Math.min(1, scale);
  const baseline = await measureTimePerLine(lines, warmUpMicroseconds, async (batch) =>
    adapter.runBaseline(batch),
  );
  const client = await measureTimePerLine(lines, warmUpMicroseconds, (batch) =>
    adapter.runClient(batch),
  );
  return { baseline, client };
}

/** Resolves with the time per line in microseconds, measured after a warm-up. */
async function measureTimePerLine(
  lines: readonly string[],
  warmUpMicroseconds: number,
  run: (lines: readonly string[]) => Promise<unknown>,
): Promise<number> {
  collectGarbage();
  const warmUpLines = lines.slice(0, PROTOCOL_WARM_UP_LINES);
  const deadline = clock.now() + warmUpMicroseconds;
  while (clock.now() < deadline) sink.warmUpRun = await run(warmUpLines);
  const start = clock.now();
  await run(lines);
  return (clock.now() - start) / lines.length;
}

function createProtocolTimings(
  scenario: Scenario,
  adapter: ProtocolAdapter,
  times: readonly Times[],
): Timing[] {
  const count = scenario.lines(adapter).length;
  const createTiming = (contestant: string, getTime: (one: Times) => number): Timing => ({
    type: "timing",
    workload: `${adapter.name}: ${scenario.name}`,
    contestant,
    microseconds: computeSpread(times.map(getTime)),
    ratio: computeSpread(times.map((one) => getTime(one) / one.baseline)),
    updates: count,
    totalUpdates: count,
  });
  return [
    createTiming("baseline", (one) => one.baseline),
    createTiming(adapter.clientName, (one) => one.client),
  ];
}
