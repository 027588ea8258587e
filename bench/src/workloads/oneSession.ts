import { createRandom } from "../wire/random.js";
import { toLine, type Version } from "../wire/update.js";
import { transcript } from "./transcript.js";
import { scaled, type Size, WARM_UP, type Workload } from "./workload.js";

/** W1: 1,000 tool calls of 8 updates, 20,000 pieces of messages and 200 plans of 20 entries, mixed. */
export function oneSession(name: string, version: Version, size: Size): Workload {
  const random = createRandom(size.seed);
  const sessionId = random.id("session-", 20);
  const counts = {
    toolCalls: scaled(1000, size),
    chunks: scaled(20_000, size),
    plans: scaled(200, size),
  };
  const updates = transcript(version, counts, random);
  const lines = Array.from(updates, (update) => toLine(sessionId, update));
  return { name, version, setup: [], lines, warmUp: lines.slice(0, WARM_UP) };
}
