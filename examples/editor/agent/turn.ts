import type { AgentEvent, PlanStep } from "./event.js";
import type { SessionClient } from "./sessionClient.js";
import type { Pace } from "./pace.js";
import { countCharacters, type DemoSession } from "./session.js";

export interface TurnOptions {
  readonly session: DemoSession;
  readonly client: SessionClient;
  readonly pace: Pace;
  readonly signal: AbortSignal;
}

/** The operations available to a script while it answers a prompt. */
export interface Turn extends TurnOptions {
  /** Run in reverse order of registration when the turn ends, for whatever reason. */
  readonly cleanups: (() => Promise<void>)[];
  pause(ms: number): Promise<void>;
  /** Adds an event to the transcript and sends it to the client. */
  emit(event: AgentEvent): Promise<void>;
  /** Streams a thought in small chunks, unless thoughts are hidden. */
  sendThought(text: string): Promise<void>;
  /** Streams a message in small chunks. */
  sendMessage(markdown: string): Promise<void>;
  sendPlan(entries: readonly PlanStep[]): Promise<void>;
}

const CHUNK_PAUSE_MS = 65;
const WORDS_PER_CHUNK = 2;

export function createTurn(options: TurnOptions): Turn {
  const { session, client, pace, signal } = options;
  const pause = (ms: number): Promise<void> => pace.pause(ms, signal);

  async function emit(event: AgentEvent): Promise<void> {
    session.characters += countCharacters(event);
    session.transcript.add(event);
    await client.send(event);
  }

  async function stream(type: "message" | "thought", text: string): Promise<void> {
    const messageId = session.ids.next("message");
    for (const chunk of splitIntoChunks(text)) {
      await pause(CHUNK_PAUSE_MS);
      await emit({ type, messageId, text: chunk });
    }
  }

  return {
    ...options,
    cleanups: [],
    pause,
    emit,
    sendThought: async (text) => {
      if (session.settings.thoughts === "shown") await stream("thought", text);
    },
    sendMessage: (markdown) => stream("message", markdown),
    sendPlan: (entries) => emit({ type: "plan", entries }),
  };
}

/** Splits a text before spaces. The chunks keep the spaces, so joining them restores the text. */
function splitIntoChunks(text: string): string[] {
  const words = text.match(/\s*\S+\s*$|\s*\S+/g) ?? [];
  const chunks: string[] = [];
  for (let start = 0; start < words.length; start += WORDS_PER_CHUNK) {
    chunks.push(words.slice(start, start + WORDS_PER_CHUNK).join(""));
  }
  return chunks;
}
