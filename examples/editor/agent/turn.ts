import type { Act, Step } from "./act.js";
import type { Client } from "./client.js";
import type { Pace } from "./pace.js";
import { charactersOf, type DemoSession } from "./session.js";

export interface TurnOptions {
  readonly session: DemoSession;
  readonly client: Client;
  readonly pace: Pace;
  readonly signal: AbortSignal;
}

/** What a script can do while its prompt is answered. */
export interface Turn extends TurnOptions {
  /** Runs in the reverse order of registration when the turn ends, however it ends. */
  readonly cleanups: (() => Promise<void>)[];
  pause(ms: number): Promise<void>;
  /** Keeps it in the transcript, and shows it to the user. */
  show(act: Act): Promise<void>;
  /** Streams one thought in small pieces. */
  think(text: string): Promise<void>;
  /** Streams one message in small pieces. */
  say(markdown: string): Promise<void>;
  plan(entries: readonly Step[]): Promise<void>;
}

const CHUNK_PAUSE = 65;
const WORDS_PER_CHUNK = 2;

export function createTurn(options: TurnOptions): Turn {
  const { session, client, pace, signal } = options;
  const pause = (ms: number): Promise<void> => pace.pause(ms, signal);

  async function show(act: Act): Promise<void> {
    session.characters += charactersOf(act);
    session.transcript.add(act);
    await client.show(act);
  }

  async function stream(type: "message" | "thought", text: string): Promise<void> {
    const messageId = session.ids.next("message");
    for (const piece of pieces(text)) {
      await pause(CHUNK_PAUSE);
      await show({ type, messageId, text: piece });
    }
  }

  return {
    ...options,
    cleanups: [],
    pause,
    show,
    think: async (text) => {
      if (session.settings.thoughts === "shown") await stream("thought", text);
    },
    say: (markdown) => stream("message", markdown),
    plan: (entries) => show({ type: "plan", entries }),
  };
}

/** Cuts at blanks and keeps them, so that the pieces join to the text they came from. */
function pieces(text: string): string[] {
  const words = text.match(/\s*\S+\s*$|\s*\S+/g) ?? [];
  const result: string[] = [];
  for (let start = 0; start < words.length; start += WORDS_PER_CHUNK) {
    result.push(words.slice(start, start + WORDS_PER_CHUNK).join(""));
  }
  return result;
}
