import { createPlanUpdate } from "../wire/plans.js";
import type { Random } from "../wire/random.js";
import { createToolCallUpdates, UPDATES_PER_CALL } from "../wire/toolCalls.js";
import type { MessageChunk, ToolCallUpdate, Update, Version } from "../wire/update.js";
import { createWords } from "../wire/words.js";

/** The content of a transcript. */
export interface TranscriptSize {
  readonly toolCalls: number;
  readonly chunks: number;
  readonly plans: number;
}

/** The number of tool calls that run at the same time. */
const PARALLEL_CALLS = 4;
/** The average number of chunks per message. Every third message is a thought. */
const CHUNKS_PER_MESSAGE = 20;

/** Generates the updates of a session: tool calls, message chunks and plans, in random order. */
export function* generateTranscript(
  version: Version,
  size: TranscriptSize,
  random: Random,
): Generator<Update> {
  const calls = generateToolCallUpdates(version, size.toolCalls, random);
  const chunks = generateMessageChunks(size.chunks, random);
  const plans = generatePlans(version, size.plans);
  const sources = [
    { updates: calls, remaining: size.toolCalls * UPDATES_PER_CALL },
    { updates: chunks, remaining: size.chunks },
    { updates: plans, remaining: size.plans },
  ];
  for (let remaining = countRemaining(sources); remaining > 0; remaining--) {
    let position = random.below(remaining);
    const chosen = sources.find((source) => (position -= source.remaining) < 0);
    const next = chosen?.updates.next();
    if (chosen === undefined || next?.done !== false) return;
    chosen.remaining--;
    yield next.value;
  }
}

function countRemaining(sources: readonly { readonly remaining: number }[]): number {
  return sources.reduce((sum, { remaining }) => sum + remaining, 0);
}

function* generateToolCallUpdates(
  version: Version,
  count: number,
  random: Random,
): Generator<ToolCallUpdate> {
  const running: ToolCallUpdate[][] = [];
  for (let started = 0; started < count || running.length > 0; ) {
    while (running.length < PARALLEL_CALLS && started < count) {
      running.push(createToolCallUpdates(version, random.id("toolu_", 24), random));
      started++;
    }
    const position = random.below(running.length);
    const update = running[position]?.shift();
    if (update !== undefined) yield update;
    if (running[position]?.length === 0) running.splice(position, 1);
  }
}

function* generateMessageChunks(count: number, random: Random): Generator<MessageChunk> {
  let messageId = random.id("msg_", 24);
  let isThought = false;
  for (let index = 0; index < count; index++) {
    if (random.below(CHUNKS_PER_MESSAGE) === 0) {
      messageId = random.id("msg_", 24);
      isThought = random.below(3) === 0;
    }
    const sessionUpdate = isThought ? "agent_thought_chunk" : "agent_message_chunk";
    const content = { type: "text", text: createWords(random, 1 + random.below(5)) } as const;
    yield { sessionUpdate, content, messageId };
  }
}

function* generatePlans(version: Version, count: number): Generator<Update> {
  for (let index = 0; index < count; index++) yield createPlanUpdate(version, index);
}
