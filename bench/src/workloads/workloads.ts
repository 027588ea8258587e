import { createRandom, type Random } from "../wire/random.js";
import { createTextContent, createToolCall } from "../wire/toolCalls.js";
import { formatLine, type ToolCallUpdate, type Update, type Version } from "../wire/update.js";
import { createWords } from "../wire/words.js";
import { generateTranscript } from "./transcript.js";

/** Lines that every contestant processes one by one. */
export interface Workload {
  readonly name: string;
  readonly version: Version;
  /** The lines that are processed before the measurement starts. */
  readonly setup: readonly string[];
  /** The lines that are measured. */
  readonly lines: readonly string[];
  /** Similar lines for a separate state, which warm up the engine. */
  readonly warmUp: readonly string[];
}

/** The maximum number of lines for the warm-up. */
const WARM_UP_LINES = 6000;
const STREAM_CHUNK_COUNT = 50_000;
const TOOL_CALL_UPDATE_COUNT = 10_000;
const WARM_UP_CALL_COUNT = 500;
/** A session of W4: 16 tool calls of 8 updates, 362 text chunks and 10 plans, or 500 updates. */
const SMALL_TRANSCRIPT = { toolCalls: 16, chunks: 362, plans: 10 };

/** Returns a count at this scale, and at least 1. */
export function scaleCount(count: number, scale: number): number {
  return Math.max(1, Math.round(count * scale));
}

/** Creates a workload that warms up with its first lines. */
export function createWorkload(
  name: string,
  version: Version,
  lines: readonly string[],
  setup: readonly string[] = [],
): Workload {
  return { name, version, setup, lines, warmUp: [...setup, ...lines.slice(0, WARM_UP_LINES)] };
}

/**
 * Creates W1: 1,000 tool calls of 8 updates, 20,000 message chunks and 200 plans of 20 entries, in
 * random order.
 */
export function createOneSessionWorkload(name: string, version: Version, scale: number): Workload {
  const random = createRandom();
  const sessionId = random.id("session-", 20);
  const counts = {
    toolCalls: scaleCount(1000, scale),
    chunks: scaleCount(20_000, scale),
    plans: scaleCount(200, scale),
  };
  const updates = generateTranscript(version, counts, random);
  return createWorkload(
    name,
    version,
    Array.from(updates, (update) => formatLine(sessionId, update)),
  );
}

/** Creates W2a: one tool call with content in 50,000 chunks, which only version 2 supports. */
export function createOneToolCallWorkload(scale: number): Workload {
  const random = createRandom();
  const sessionId = random.id("session-", 20);
  const toolCallId = random.id("toolu_", 24);
  const setup = [formatLine(sessionId, createToolCall(2, toolCallId, random))];
  const lines = createStream(sessionId, scale, () => ({
    sessionUpdate: "tool_call_content_chunk",
    toolCallId,
    content: createTextContent(createWords(random, 6)),
  }));
  return createWorkload("W2a", 2, lines, setup);
}

/** Creates W2b: one message in 50,000 text chunks. */
export function createOneMessageWorkload(scale: number): Workload {
  const random = createRandom();
  const sessionId = random.id("session-", 20);
  const messageId = random.id("msg_", 24);
  const lines = createStream(sessionId, scale, () => ({
    sessionUpdate: "agent_message_chunk",
    content: { type: "text", text: createWords(random, 3) },
    messageId,
  }));
  return createWorkload("W2b", 1, lines);
}

function createStream(sessionId: string, scale: number, createChunk: () => Update): string[] {
  const length = scaleCount(STREAM_CHUNK_COUNT, scale);
  return Array.from({ length }, () => formatLine(sessionId, createChunk()));
}

/** Creates W3: 10,000 updates to random tool calls in a session that has `count` of them. */
export function createManyToolCallsWorkload(label: string, count: number, scale: number): Workload {
  const random = createRandom();
  const createLines = (calls: number, updates: number): Pick<Workload, "setup" | "lines"> => {
    const sessionId = random.id("session-", 20);
    const ids = Array.from({ length: scaleCount(calls, scale) }, () => random.id("toolu_", 24));
    return {
      setup: ids.map((id) => formatLine(sessionId, createToolCall(1, id, random))),
      lines: Array.from({ length: scaleCount(updates, scale) }, (_, number) => {
        const id = ids[random.below(ids.length)] ?? "";
        return formatLine(sessionId, createCallUpdate(id, number, random));
      }),
    };
  };
  const warm = createLines(WARM_UP_CALL_COUNT, WARM_UP_LINES);
  const { setup, lines } = createLines(count, TOOL_CALL_UPDATE_COUNT);
  return { name: `W3@${label}`, version: 1, setup, lines, warmUp: [...warm.setup, ...warm.lines] };
}

function createCallUpdate(toolCallId: string, number: number, random: Random): ToolCallUpdate {
  const base = { sessionUpdate: "tool_call_update", toolCallId } as const;
  if (number % 3 === 0) return { ...base, status: "in_progress", title: createWords(random, 4) };
  if (number % 3 === 1) return { ...base, content: [createTextContent(createWords(random, 10))] };
  return { ...base, rawOutput: { text: createWords(random, 4), number } };
}

/** Creates W4: 200 sessions with 500 updates each, in random order. */
export function createManySessionsWorkload(scale: number): Workload {
  const random = createRandom();
  const open = Array.from({ length: scaleCount(200, scale) }, () => ({
    sessionId: random.id("session-", 20),
    updates: generateTranscript(1, SMALL_TRANSCRIPT, random),
  }));
  const lines: string[] = [];
  while (open.length > 0) {
    const position = random.below(open.length);
    const source = open[position];
    const next = source?.updates.next();
    if (source === undefined || next?.done !== false) open.splice(position, 1);
    else lines.push(formatLine(source.sessionId, next.value));
  }
  return createWorkload("W4", 1, lines);
}
