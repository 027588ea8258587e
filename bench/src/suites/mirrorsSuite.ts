import { createMeasure, type Figure } from "../figures.js";
import { clock } from "../measure/clock.js";
import { collectGarbage } from "../measure/garbage.js";
import { repeatRounds } from "../measure/rounds.js";
import { computeSpread } from "../measure/spread.js";
import { countDeflatedBytes } from "../mirrors/deflate.js";
import { connectMirror, createHost, createPacedStore, whenLive } from "../mirrors/mirroredStore.js";
import { formatSpread } from "../report/table.js";
import {
  createManySessionsWorkload,
  createOneSessionWorkload,
  scaleCount,
} from "../workloads/workloads.js";
import type { SuiteOptions } from "./suite.js";

/** The number of updates that a mirror has missed. */
const MISSED_UPDATES = 10_000;
/** A log that has all of them. */
const LONG_LOG = 4_000_000;
/** The sessions of the workload with many of them, relative to W4. */
const FIFTY_SESSIONS = 0.25;
/** The maximum size of an update in bytes. */
const MAX_BYTES = { plain: 155, deflated: 25 } as const;

/** The measured times, each with its unit and its target. */
const TIMES = {
  "cost of an update at the host, 0 mirrors": ["µs", 0.1],
  "cost of an update at the host, 1 mirror": ["µs", 4],
  "cost of an update at the host, 100 mirrors": ["µs", 6],
  "an update parsed and applied": ["µs", 4],
  "an update parsed and applied, in a state with 50 other sessions": ["µs", 4],
  "10,000 missed updates from the log": ["ms", 60],
  "snapshot of W1": ["ms", 50],
} as const;

/** The times of one round. */
type Round = Readonly<Record<keyof typeof TIMES, number>>;

/** Measures the cost of mirrors at their host and in the mirror, and the size of what is sent. */
export async function mirrorsSuite(options: SuiteOptions): Promise<Figure[]> {
  const { scale } = options;
  const { lines } = createOneSessionWorkload("W1", 1, scale);
  const manyLines = createManySessionsWorkload(scale * FIFTY_SESSIONS).lines;
  const missed = scaleCount(MISSED_UPDATES, scale);
  const rounds = await repeatRounds(
    "mirrors",
    options.rounds,
    options,
    async (): Promise<Round> => {
      const withoutHost = await timeHost(lines, undefined);
      return {
        "cost of an update at the host, 0 mirrors": (await timeHost(lines, 0)) - withoutHost,
        "cost of an update at the host, 1 mirror": (await timeHost(lines, 1)) - withoutHost,
        "cost of an update at the host, 100 mirrors": (await timeHost(lines, 100)) - withoutHost,
        "an update parsed and applied": await timeMirror(lines, []),
        "an update parsed and applied, in a state with 50 other sessions": await timeMirror(
          lines,
          manyLines,
        ),
        "10,000 missed updates from the log": await timeCatchUp(lines, missed),
        "snapshot of W1": await timeSnapshot(lines),
      };
    },
  );
  const times = Object.entries(TIMES).map(([name, [unit, max]]) => {
    const spread = computeSpread(rounds.map((round) => round[name as keyof Round]));
    const note = formatSpread(spread, unit);
    return createMeasure(`mirrors: ${name}`, "acp-store", spread.median, unit, { max, note });
  });
  return [...times, ...(await measureBytes(lines))];
}

/** Resolves with the time per update of a store with a host, or without one, in µs. */
async function timeHost(lines: readonly string[], count: number | undefined): Promise<number> {
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
async function timeMirror(lines: readonly string[], others: readonly string[]): Promise<number> {
  const { store, updates, ingest } = createPacedStore(lines, others);
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

async function measureBytes(lines: readonly string[]): Promise<Figure[]> {
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
  const name = "mirrors: size of an update of W1";
  return [
    createMeasure(name, "acp-store", plain, "B", { max: MAX_BYTES.plain }),
    createMeasure(`${name}, deflated`, "acp-store", deflated, "B", { max: MAX_BYTES.deflated }),
  ];
}
