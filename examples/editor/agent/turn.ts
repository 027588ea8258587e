import {
  methods,
  type AgentContext,
  type PlanEntry,
  type SessionUpdate,
} from "@agentclientprotocol/sdk";
import type { Ids } from "./ids.js";
import type { Pace } from "./pace.js";
import type { DemoSession } from "./session.js";

/** What a script can do while its prompt is answered. */
export interface Turn {
  readonly session: DemoSession;
  readonly client: AgentContext;
  readonly ids: Ids;
  readonly pace: Pace;
  readonly signal: AbortSignal;
  /** Runs in the reverse order of registration when the turn ends, however it ends. */
  readonly cleanups: (() => Promise<void>)[];
  pause(ms: number): Promise<void>;
  send(update: SessionUpdate): Promise<void>;
  /** Streams one thought in small pieces. */
  think(text: string): Promise<void>;
  /** Streams one message in small pieces. */
  say(markdown: string): Promise<void>;
  plan(entries: PlanEntry[]): Promise<void>;
}

export interface TurnOptions {
  readonly session: DemoSession;
  readonly client: AgentContext;
  readonly ids: Ids;
  readonly pace: Pace;
  readonly signal: AbortSignal;
}

const CHUNK_PAUSE = 65;
const WORDS_PER_CHUNK = 2;

export function createTurn(options: TurnOptions): Turn {
  const { session, client, ids, pace, signal } = options;
  const pause = (ms: number): Promise<void> => pace.pause(ms, signal);
  const send = (update: SessionUpdate): Promise<void> =>
    client.notify(methods.client.session.update, { sessionId: session.id, update });

  async function stream(
    sessionUpdate: "agent_message_chunk" | "agent_thought_chunk",
    text: string,
  ): Promise<void> {
    const messageId = ids.next("message");
    for (const piece of pieces(text)) {
      await pause(CHUNK_PAUSE);
      session.characters += piece.length;
      await send({ sessionUpdate, messageId, content: { type: "text", text: piece } });
    }
  }

  return {
    ...options,
    cleanups: [],
    pause,
    send,
    think: (text) => stream("agent_thought_chunk", text),
    say: (markdown) => stream("agent_message_chunk", markdown),
    plan: (entries) => send({ sessionUpdate: "plan", entries }),
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
