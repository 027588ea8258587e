import { createMaxTarget, type Figure, type Measure, type Target } from "../figures.js";
import { clock } from "../measure/clock.js";
import { collectGarbage } from "../measure/garbage.js";
import { computeSpread } from "../measure/spread.js";
import { countDeflatedBytes } from "../mirrors/deflate.js";
import { type LatencyTransport, measureLatency } from "../mirrors/latency.js";
import { connectMirror, createHost, createPacedStore, whenLive } from "../mirrors/mirroredStore.js";
import { formatNumber } from "../report/table.js";
import { createManySessionsWorkload } from "../workloads/manySessions.js";
import { createOneSessionWorkload } from "../workloads/oneSession.js";
import { scaleCount } from "../workloads/workload.js";
import type { SuiteOptions } from "./suite.js";

/** The maximum cost per update at the host, by the number of mirrors. In µs. */
const MAX_HOST_COST = { 0: 0.1, 1: 4, 100: 6 } as const;
/** The maximum time to parse and apply an update in the mirror, in µs. */
const MAX_MIRROR_COST = 4;
/** The maximum size of an update. */
const MAX_BYTES = { plain: 155, deflated: 25 } as const;
/** The maximum time of a catch-up and of a snapshot, in ms. */
const MAX_CATCH_UP_MS = 60;
const MAX_SNAPSHOT_MS = 50;

/** The number of updates that a mirror has missed. */
const MISSED_UPDATES = 10_000;
/** A log that has all of them. */
const LONG_LOG = 4_000_000;
/** The sessions of the workload with many of them, relative to W4. */
const FIFTY_SESSIONS = 0.25;
/** The number of updates whose latency is measured. */
const LATENCY_SAMPLES = 400;

/** The number of mirrors, or `undefined` for a store without a host. */
type Mirrors = keyof typeof MAX_HOST_COST | undefined;

/** The results of one round. */
interface Round {
  /** The cost per update by the number of mirrors, without that of a store without a host. */
  readonly hostCost: ReadonlyMap<Mirrors, number>;
  readonly oneSession: number;
  readonly fiftySessions: number;
  readonly fiftyAtOnce: number;
  readonly catchUpMs: number;
  readonly snapshotMs: number;
}

/** Measures the cost of mirrors at their host and in the mirror, and the size of what is sent. */
export async function mirrorsSuite(options: SuiteOptions): Promise<Figure[]> {
  const { lines } = createOneSessionWorkload("W1", 1, options);
  const manyLines = createManySessionsWorkload({
    ...options,
    scale: options.scale * FIFTY_SESSIONS,
  }).lines;
  const rounds: Round[] = [];
  for (let round = 0; round <= options.rounds; round++) {
    options.progress(`mirrors, round ${round} of ${options.rounds}`);
    const result = await measureRound(lines, manyLines, scaleCount(MISSED_UPDATES, options));
    // The first round only warms up the engine.
    if (round > 0) rounds.push(result);
  }
  return [
    ...createMeasures(rounds),
    ...(await measureBytes(lines)),
    ...(await measureLatencies(options)),
  ];
}

async function measureRound(
  lines: readonly string[],
  manyLines: readonly string[],
  missed: number,
): Promise<Round> {
  const times = new Map<Mirrors, number>();
  for (const mirrors of [undefined, 0, 1, 100] as const)
    times.set(mirrors, await timeHost(lines, mirrors));
  const without = times.get(undefined) ?? Number.NaN;
  return {
    hostCost: new Map(Array.from(times, ([mirrors, time]) => [mirrors, time - without])),
    oneSession: await timeMirror(lines),
    fiftySessions: await timeMirror(lines, manyLines),
    fiftyAtOnce: await timeMirror(manyLines),
    catchUpMs: await timeCatchUp(lines, missed),
    snapshotMs: await timeSnapshot(lines),
  };
}

/** Resolves with the time per update of a store with a host, in µs. */
async function timeHost(lines: readonly string[], count: Mirrors): Promise<number> {
  const { store, updates, ingest } = createPacedStore(lines);
  const host = count === undefined ? undefined : createHost(store);
  const mirrors = [];
  for (let index = 0; host !== undefined && index < (count ?? 0); index++)
    mirrors.push(await connectMirror(host));
  // The cost in the mirrors is measured separately.
  for (const { link } of mirrors) link.pause();
  collectGarbage();
  const start = clock.now();
  await ingest(updates);
  const microseconds = (clock.now() - start) / updates.length;
  for (const { mirror } of mirrors) mirror.close();
  host?.close();
  return microseconds;
}

/**
 * Resolves with the time per update in a mirror with one subscriber, in µs. The state already has the
 * sessions of the other lines.
 */
async function timeMirror(
  lines: readonly string[],
  otherLines: readonly string[] = [],
): Promise<number> {
  const { store, updates, ingest } = createPacedStore(lines, otherLines);
  const host = createHost(store);
  const { mirror, link } = await connectMirror(host);
  let reads = 0;
  mirror.subscribe(() => (reads += mirror.getState().sessions.size));
  link.pause();
  await ingest(updates);
  collectGarbage();
  const start = clock.now();
  link.deliverWaiting();
  const microseconds = (clock.now() - start) / updates.length;
  if (reads === 0) throw new Error("The mirror has received nothing.");
  mirror.close();
  host.close();
  return microseconds;
}

/** Resolves with the time at both ends until a mirror has what it missed, in ms. */
async function timeCatchUp(lines: readonly string[], missed: number): Promise<number> {
  const { store, updates, ingest } = createPacedStore(lines);
  const host = createHost(store, LONG_LOG);
  const before = updates.length - missed;
  await ingest(updates.slice(0, before));
  let start = 0;
  const { mirror, link } = await connectMirror(host, () => (start = clock.now()));
  const other = await connectMirror(host);
  other.link.pause();
  link.sever();
  await ingest(updates.slice(before));
  collectGarbage();
  await whenLive(mirror);
  const milliseconds = (clock.now() - start) / 1000;
  mirror.close();
  other.mirror.close();
  host.close();
  return milliseconds;
}

/** Resolves with the time at both ends until a new mirror has the state after W1, in ms. */
async function timeSnapshot(lines: readonly string[]): Promise<number> {
  const { store, updates, ingest } = createPacedStore(lines);
  await ingest(updates);
  const host = createHost(store);
  collectGarbage();
  const start = clock.now();
  const { mirror } = await connectMirror(host);
  const milliseconds = (clock.now() - start) / 1000;
  mirror.close();
  host.close();
  return milliseconds;
}

function createMeasures(rounds: readonly Round[]): Measure[] {
  function measure(
    name: string,
    unit: string,
    limit: number | undefined,
    read: (round: Round) => number,
  ): Measure {
    const { median, low, high } = computeSpread(rounds.map(read));
    return {
      ...createMeasure(
        name,
        median,
        unit,
        limit === undefined ? undefined : createMaxTarget(limit, median, ` ${unit}`),
      ),
      note: `${formatNumber(low)} – ${formatNumber(high)} ${unit}`,
    };
  }
  return [
    ...([0, 1, 100] as const).map((count) =>
      measure(
        `cost of an update at the host, ${count} mirror${count === 1 ? "" : "s"}`,
        "µs",
        MAX_HOST_COST[count],
        ({ hostCost }) => hostCost.get(count) ?? Number.NaN,
      ),
    ),
    measure("an update parsed and applied", "µs", MAX_MIRROR_COST, (round) => round.oneSession),
    measure(
      "an update parsed and applied, in a state with 50 other sessions",
      "µs",
      MAX_MIRROR_COST,
      (round) => round.fiftySessions,
    ),
    measure(
      "an update parsed and applied, 50 sessions streaming at once",
      "µs",
      undefined,
      (round) => round.fiftyAtOnce,
    ),
    measure(
      "10,000 missed updates from the log",
      "ms",
      MAX_CATCH_UP_MS,
      (round) => round.catchUpMs,
    ),
    measure("snapshot of W1", "ms", MAX_SNAPSHOT_MS, (round) => round.snapshotMs),
  ];
}

async function measureBytes(lines: readonly string[]): Promise<Measure[]> {
  const { store, updates, ingest } = createPacedStore(lines);
  const host = createHost(store);
  const { mirror, link } = await connectMirror(host);
  link.pause();
  await ingest(updates);
  const { texts } = link;
  const plain = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0) / updates.length;
  const deflated = (await countDeflatedBytes(texts)) / updates.length;
  mirror.close();
  host.close();
  const limit = (bytes: number, max: number): Target => createMaxTarget(max, bytes, " B");
  return [
    createMeasure("size of an update of W1", plain, "B", limit(plain, MAX_BYTES.plain)),
    createMeasure(
      "size of an update of W1, deflated",
      deflated,
      "B",
      limit(deflated, MAX_BYTES.deflated),
    ),
  ];
}

async function measureLatencies(options: SuiteOptions): Promise<Measure[]> {
  const measures: Measure[] = [];
  const transports: readonly LatencyTransport[] = ["MessagePort", "WebSocket"];
  for (const transport of transports)
    for (const batchMs of [0, 16]) {
      options.progress(`latency over a ${transport}, batchMs: ${batchMs}`);
      const count = scaleCount(LATENCY_SAMPLES, options);
      const times = (await measureLatency(transport, batchMs, count)).toSorted((a, b) => a - b);
      for (const percent of [50, 95]) {
        const value = times[Math.floor((times.length - 1) * (percent / 100))] ?? Number.NaN;
        const name = `from ingest to the mirror, ${transport}, batchMs: ${batchMs}, ${percent} %`;
        measures.push(createMeasure(name, value, "ms"));
      }
    }
  return measures;
}

function createMeasure(name: string, value: number, unit: string, target?: Target): Measure {
  return {
    type: "measure",
    name: `mirrors: ${name}`,
    subject: "acp-store",
    value,
    unit,
    ...(target && { target }),
  };
}
