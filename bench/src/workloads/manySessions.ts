import { createRandom } from "../wire/random.js";
import { toLine, type Update } from "../wire/update.js";
import { transcript } from "./transcript.js";
import { scaled, type Size, WARM_UP, type Workload } from "./workload.js";

/** 500 updates: 16 tool calls of 8, 362 pieces of text and 10 plans. */
const PER_SESSION = { toolCalls: 16, chunks: 362, plans: 10 };

interface Source {
  readonly sessionId: string;
  readonly updates: Generator<Update>;
}

/** W4: 200 sessions of 500 updates each; which one is next is chance. */
export function manySessions(size: Size): Workload {
  const random = createRandom(size.seed);
  const open: Source[] = Array.from({ length: scaled(200, size) }, () => ({
    sessionId: random.id("session-", 20),
    updates: transcript(1, PER_SESSION, random),
  }));
  const lines: string[] = [];
  while (open.length > 0) {
    const position = random.below(open.length);
    const source = open[position];
    const next = source?.updates.next();
    if (source === undefined || next?.done !== false) open.splice(position, 1);
    else lines.push(toLine(source.sessionId, next.value));
  }
  return { name: "W4", version: 1, setup: [], lines, warmUp: lines.slice(0, WARM_UP) };
}
