import { createRandom } from "../wire/random.js";
import { createWords } from "../wire/words.js";
import { scaleCount, type WorkloadSize } from "../workloads/workload.js";
import type { SampleToolCall } from "./protocolAdapter.js";

/** Returns the text chunks of one message. */
export function createTextChunks(count: number, size: WorkloadSize): string[] {
  const random = createRandom(size.seed);
  return Array.from({ length: scaleCount(count, size) }, () => createWords(random, 3));
}

/** Returns tool calls that run one after another. */
export function createSampleToolCalls(count: number, size: WorkloadSize): SampleToolCall[] {
  const random = createRandom(size.seed);
  return Array.from({ length: scaleCount(count, size) }, () => ({
    id: random.id("toolu_", 24),
    path: `/home/user/project/src/${random.id("file", 6)}.ts`,
    output: createWords(random, 40),
  }));
}
