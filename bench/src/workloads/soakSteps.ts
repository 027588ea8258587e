import { createRandom, type Random } from "../wire/random.js";
import { formatLine, type Update } from "../wire/update.js";
import { generateTranscript } from "./transcript.js";
import type { WorkloadSize } from "./workload.js";

/** A step of the soak test. */
export type SoakStep =
  | { readonly type: "open"; readonly sessionId: string }
  | { readonly type: "line"; readonly line: string }
  | { readonly type: "close"; readonly sessionId: string };

/** The content of a session, which is 2,000 updates. */
const SOAK_TRANSCRIPT_SIZE = { toolCalls: 64, chunks: 1448, plans: 40 };
const UPDATES_PER_SESSION = 2000;
const OPEN_SESSIONS = 50;

/** An open session and its remaining updates. */
interface OpenSession {
  readonly sessionId: string;
  readonly updates: Generator<Update>;
  /**
   * The number of updates until it closes. The first sessions close early, each at a different
   * time.
   */
  remaining: number;
}

/**
 * Generates the steps of the soak test. 50 sessions are open at any time. Each one is closed after
 * 2,000 updates and replaced with a new one. All steps together would not fit into memory.
 */
export function* generateSoakSteps(
  updates: number,
  { seed }: Pick<WorkloadSize, "seed">,
): Generator<SoakStep> {
  const random = createRandom(seed);
  const open: OpenSession[] = [];
  for (let count = 0; count < OPEN_SESSIONS; count++) {
    yield* openSessionAt(open, count, 1 + random.below(UPDATES_PER_SESSION), random);
  }
  for (let sent = 0; sent < updates; sent++) {
    const position = random.below(OPEN_SESSIONS);
    const source = open[position];
    const next = source?.updates.next();
    if (source === undefined || next?.done !== false) return;
    yield { type: "line", line: formatLine(source.sessionId, next.value) };
    if (--source.remaining > 0) continue;
    yield { type: "close", sessionId: source.sessionId };
    yield* openSessionAt(open, position, UPDATES_PER_SESSION, random);
  }
}

function* openSessionAt(
  open: OpenSession[],
  position: number,
  remaining: number,
  random: Random,
): Generator<SoakStep> {
  const sessionId = random.id("session-", 20);
  open[position] = {
    sessionId,
    updates: generateTranscript(1, SOAK_TRANSCRIPT_SIZE, random),
    remaining,
  };
  yield { type: "open", sessionId };
}
