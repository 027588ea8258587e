import { setImmediate } from "node:timers/promises";
import { prepareAgent } from "../connection/agentBytes.js";
import type { ByteClient, ByteConnection } from "../connection/byteClient.js";
import { type ByteWorkload, createByteWorkloads } from "../connection/byteWorkload.js";
import { parsingClient } from "../connection/parsingClient.js";
import { sdkClient, useAcpClient } from "../connection/sdkClients.js";
import { storeClient, storeClientOverSdkStream } from "../connection/storeClients.js";
import { sink } from "../contestants/contestant.js";
import type { Figure, Measure, Timing } from "../figures.js";
import { clock } from "../measure/clock.js";
import { collectGarbage } from "../measure/garbage.js";
import { computeMedian, computeSpread } from "../measure/spread.js";
import { getTimedRange } from "../measure/timeRun.js";
import type { SuiteOptions } from "./suite.js";

/** The minimum time of the SDK with an empty handler, relative to acp-store, by version. */
const MIN_SDK_RATIO = { 1: 2.5, 2: 12 } as const;
/** The minimum time of use-acp, relative to acp-store. */
const MIN_USE_ACP_RATIO = 25;

/** The times per update in microseconds, by round. */
type Times = ReadonlyMap<ByteClient, number[]>;

/** Measures the path from the bytes of an agent to the state. */
export async function connectionSuite(options: SuiteOptions): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const workload of createByteWorkloads(options))
    figures.push(...(await compareClients(workload, options)));
  return figures;
}

async function compareClients(workload: ByteWorkload, options: SuiteOptions): Promise<Figure[]> {
  const clients = selectClients(workload);
  const times: Times = new Map(clients.map((client) => [client, []]));
  for (let round = 0; round <= options.rounds; round++) {
    options.progress(`${workload.name}, round ${round} of ${options.rounds}`);
    for (const client of clients) {
      const microseconds = await timeClient(client, workload);
      // The first round only warms up the engine.
      if (round > 0) times.get(client)?.push(microseconds);
    }
  }
  const timings = clients.map((client) => createClientTiming(client, workload, times));
  const minimums = [
    [sdkClient, MIN_SDK_RATIO[workload.version]],
    [useAcpClient, MIN_USE_ACP_RATIO],
  ] as const;
  const comparisons = minimums.flatMap(([client, minimum]) =>
    times.has(client) ? [compareToStoreClient(client, minimum, workload, times)] : [],
  );
  return [...timings, ...comparisons];
}

/** use-acp supports version 1 only, and not all updates of the recordings. */
function selectClients({ name, version }: ByteWorkload): readonly ByteClient[] {
  const supportsUseAcp = version === 1 && name.startsWith("W");
  const clients = [parsingClient, storeClient, storeClientOverSdkStream, sdkClient];
  return supportsUseAcp ? [...clients, useAcpClient] : clients;
}

/** Resolves with the time per line, in microseconds. */
async function timeClient(client: ByteClient, workload: ByteWorkload): Promise<number> {
  const { from, to } = getTimedRange(client, workload);
  const agent = prepareAgent(workload.lines.slice(from, to), workload);
  const connection = await client.connect(agent, workload.lines.slice(0, from));
  collectGarbage();
  const warmUp = await warmUpClient(client, workload);
  const start = clock.now();
  await connection.stream();
  // Handlers may still run after the reply, and the state is read in the next task.
  await setImmediate();
  const microseconds = (clock.now() - start) / (to - from);
  await Promise.all([warmUp.close(), connection.close()]);
  agent.remove();
  return microseconds;
}

/**
 * Warms up the engine with a separate connection. It is kept until the measurement is complete, see
 * `timeRun`.
 */
async function warmUpClient(client: ByteClient, workload: ByteWorkload): Promise<ByteConnection> {
  const agent = prepareAgent(workload.warmUp, workload);
  const connection = await client.connect(agent, []);
  await connection.stream();
  agent.remove();
  sink.warmUpRun = connection;
  return connection;
}

function createClientTiming(client: ByteClient, workload: ByteWorkload, times: Times): Timing {
  const { from, to } = getTimedRange(client, workload);
  return {
    type: "timing",
    workload: workload.name,
    contestant: client.name,
    microseconds: computeSpread(times.get(client) ?? []),
    ratio: computeSpread(computeClientRatios(times, client, parsingClient)),
    updates: to - from,
    totalUpdates: workload.lines.length,
    ...(client.note !== undefined && { note: client.note }),
  };
}

/** Returns the time of another client relative to acp-store, with a minimum as its target. */
function compareToStoreClient(
  client: ByteClient,
  minimum: number,
  { name }: ByteWorkload,
  times: Times,
): Measure {
  const value = computeMedian(computeClientRatios(times, client, storeClient));
  return {
    type: "measure",
    name: `${name}: time per update, relative to acp-store`,
    subject: client.name,
    value,
    unit: "×",
    target: { limit: `≥ ${minimum}×`, met: value >= minimum },
  };
}

/** Returns the ratios of two clients' times, by round. */
function computeClientRatios(times: Times, client: ByteClient, reference: ByteClient): number[] {
  const references = times.get(reference) ?? [];
  return (times.get(client) ?? []).map((time, round) => time / (references[round] ?? Number.NaN));
}
