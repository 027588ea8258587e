import { createRandom, type Random } from "../wire/random.js";
import { toLine, type Update } from "../wire/update.js";
import { transcript } from "./transcript.js";
import type { Size } from "./workload.js";

/** What happens to a connection that lives long. */
export type Step =
  | { readonly type: "open"; readonly sessionId: string }
  | { readonly type: "line"; readonly line: string }
  | { readonly type: "close"; readonly sessionId: string };

/** 2,000 updates. */
const PER_SESSION = { toolCalls: 64, chunks: 1448, plans: 40 };
const UPDATES_PER_SESSION = 2000;
const OPEN_SESSIONS = 50;

interface Source {
  readonly sessionId: string;
  readonly updates: Generator<Update>;
  /** The first sessions end early, each at another time, so that not all end together. */
  left: number;
}

/**
 * 50 sessions are open at any time. Each is closed after 2,000 updates, and a new one takes its
 * place. Made step by step: all together would not fit into memory.
 */
export function* longLife(updates: number, { seed }: Pick<Size, "seed">): Generator<Step> {
  const random = createRandom(seed);
  const open: Source[] = [];
  for (let count = 0; count < OPEN_SESSIONS; count++) {
    yield* openAt(open, count, 1 + random.below(UPDATES_PER_SESSION), random);
  }
  for (let sent = 0; sent < updates; sent++) {
    const position = random.below(OPEN_SESSIONS);
    const source = open[position];
    const next = source?.updates.next();
    if (source === undefined || next?.done !== false) return;
    yield { type: "line", line: toLine(source.sessionId, next.value) };
    if (--source.left > 0) continue;
    yield { type: "close", sessionId: source.sessionId };
    yield* openAt(open, position, UPDATES_PER_SESSION, random);
  }
}

function* openAt(open: Source[], position: number, left: number, random: Random): Generator<Step> {
  const sessionId = random.id("session-", 20);
  open[position] = { sessionId, updates: transcript(1, PER_SESSION, random), left };
  yield { type: "open", sessionId };
}
