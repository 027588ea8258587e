import { createRandom } from "../wire/random.js";
import { formatLine, type Version } from "../wire/update.js";
import { generateTranscript } from "./transcript.js";
import { scaleCount, type WorkloadSize, WARM_UP_LINES, type Workload } from "./workload.js";

/**
 * Creates W1: 1,000 tool calls of 8 updates, 20,000 message chunks and 200 plans of 20 entries, in
 * random order.
 */
export function createOneSessionWorkload(
  name: string,
  version: Version,
  size: WorkloadSize,
): Workload {
  const random = createRandom(size.seed);
  const sessionId = random.id("session-", 20);
  const counts = {
    toolCalls: scaleCount(1000, size),
    chunks: scaleCount(20_000, size),
    plans: scaleCount(200, size),
  };
  const updates = generateTranscript(version, counts, random);
  const lines = Array.from(updates, (update) => formatLine(sessionId, update));
  return { name, version, setup: [], lines, warmUp: lines.slice(0, WARM_UP_LINES) };
}
