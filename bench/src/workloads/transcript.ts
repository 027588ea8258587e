import { plan } from "../wire/plans.js";
import type { Random } from "../wire/random.js";
import { toolCallLife, UPDATES_PER_CALL } from "../wire/toolCalls.js";
import type { MessageChunk, ToolCallUpdate, Update, Version } from "../wire/update.js";
import { words } from "../wire/words.js";

/** How much of what a transcript holds. */
export interface TranscriptSize {
  readonly toolCalls: number;
  readonly chunks: number;
  readonly plans: number;
}

/** So many tool calls run at the same time. */
const PARALLEL = 4;
/** A message has this many pieces on average; every third one is a thought. */
const CHUNKS_PER_MESSAGE = 20;

/** What one session sends: tool calls, pieces of text and plans, mixed by chance. */
export function* transcript(
  version: Version,
  size: TranscriptSize,
  random: Random,
): Generator<Update> {
  const calls = toolCalls(version, size.toolCalls, random);
  const chunks = messageChunks(size.chunks, random);
  const plans = planVersions(version, size.plans);
  const sources = [
    { source: calls, left: size.toolCalls * UPDATES_PER_CALL },
    { source: chunks, left: size.chunks },
    { source: plans, left: size.plans },
  ];
  for (let left = total(sources); left > 0; left--) {
    let position = random.below(left);
    const chosen = sources.find((one) => (position -= one.left) < 0);
    const next = chosen?.source.next();
    if (chosen === undefined || next?.done !== false) return;
    chosen.left--;
    yield next.value;
  }
}

function total(sources: readonly { readonly left: number }[]): number {
  return sources.reduce((sum, { left }) => sum + left, 0);
}

function* toolCalls(version: Version, count: number, random: Random): Generator<ToolCallUpdate> {
  const running: ToolCallUpdate[][] = [];
  for (let started = 0; started < count || running.length > 0; ) {
    while (running.length < PARALLEL && started < count) {
      running.push(toolCallLife(version, random.id("toolu_", 24), random));
      started++;
    }
    const position = random.below(running.length);
    const update = running[position]?.shift();
    if (update !== undefined) yield update;
    if (running[position]?.length === 0) running.splice(position, 1);
  }
}

function* messageChunks(count: number, random: Random): Generator<MessageChunk> {
  let messageId = random.id("msg_", 24);
  let isThought = false;
  for (let made = 0; made < count; made++) {
    if (random.below(CHUNKS_PER_MESSAGE) === 0) {
      messageId = random.id("msg_", 24);
      isThought = random.below(3) === 0;
    }
    const sessionUpdate = isThought ? "agent_thought_chunk" : "agent_message_chunk";
    const content = { type: "text", text: words(random, 1 + random.below(5)) } as const;
    yield { sessionUpdate, content, messageId };
  }
}

function* planVersions(version: Version, count: number): Generator<Update> {
  for (let made = 0; made < count; made++) yield plan(version, made);
}
