import { setImmediate } from "node:timers/promises";
import type { ByteClient, ByteConnection } from "../connection/byteClient.js";
import {
  type ByteWorkload,
  createByteWorkloads,
  createChunks,
} from "../connection/byteWorkload.js";
import { startMemoryAgent } from "../connection/memoryAgent.js";
import { parsingClient } from "../connection/parsingClient.js";
import { sdkClient } from "../connection/sdkClient.js";
import { storeClient, storeClientOverSdkStream } from "../connection/storeClients.js";
import { sink } from "../contestants/contestant.js";
import type { Figure } from "../figures.js";
import { clock } from "../measure/clock.js";
import { collectGarbage } from "../measure/garbage.js";
import type { TimedRun } from "../measure/timeRun.js";
import { compareToStore, createTimings, runComparison } from "./comparison.js";
import type { SuiteOptions } from "./suite.js";

/** The minimum time of the SDK with an empty handler, relative to acp-store, by version. */
const MIN_SDK_RATIO = { 1: 2.5, 2: 12 } as const;

/** Measures the path from the bytes of an agent to the state. */
export async function connectionSuite(options: SuiteOptions): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const workload of createByteWorkloads(options.scale)) {
    const comparison = await runComparison<ByteClient>(
      workload,
      [parsingClient, storeClient, storeClientOverSdkStream, sdkClient],
      (client) => timeClient(client, workload),
      options,
    );
    figures.push(
      ...createTimings(comparison),
      compareToStore(comparison, sdkClient, MIN_SDK_RATIO[workload.version]),
    );
  }
  return figures;
}

async function timeClient(client: ByteClient, workload: ByteWorkload): Promise<TimedRun> {
  const connect = (lines: readonly string[]): Promise<ByteConnection> =>
    client.connect(
      startMemoryAgent(createChunks(lines, workload.readSize), workload.version),
      workload.version,
    );
  const connection = await connect(workload.lines);
  collectGarbage();
  // A separate connection warms up the engine. It is kept until the end, see `timeRun`.
  const warmUp = await connect(workload.warmUp);
  await warmUp.stream();
  sink.warmUpRun = warmUp;
  const start = clock.now();
  await connection.stream();
  // Handlers may still run after the reply, and the state is read in the next task.
  await setImmediate();
  const microseconds = (clock.now() - start) / workload.lines.length;
  await Promise.all([warmUp.close(), connection.close()]);
  return { microseconds, blocks: [microseconds] };
}
