import { createRandom } from "../wire/random.js";
import { formatLine, type Update } from "../wire/update.js";
import { generateTranscript } from "./transcript.js";
import { scaleCount, type WorkloadSize, WARM_UP_LINES, type Workload } from "./workload.js";

/**
 * The content of a session: 16 tool calls of 8 updates, 362 text chunks and 10 plans, or 500
 * updates.
 */
const TRANSCRIPT_SIZE = { toolCalls: 16, chunks: 362, plans: 10 };

/** A session and its remaining updates. */
interface PendingSession {
  readonly sessionId: string;
  readonly updates: Generator<Update>;
}

/** Creates W4: 200 sessions with 500 updates each, in random order. */
export function createManySessionsWorkload(size: WorkloadSize): Workload {
  const random = createRandom(size.seed);
  const open: PendingSession[] = Array.from({ length: scaleCount(200, size) }, () => ({
    sessionId: random.id("session-", 20),
    updates: generateTranscript(1, TRANSCRIPT_SIZE, random),
  }));
  const lines: string[] = [];
  while (open.length > 0) {
    const position = random.below(open.length);
    const source = open[position];
    const next = source?.updates.next();
    if (source === undefined || next?.done !== false) open.splice(position, 1);
    else lines.push(formatLine(source.sessionId, next.value));
  }
  return { name: "W4", version: 1, setup: [], lines, warmUp: lines.slice(0, WARM_UP_LINES) };
}
