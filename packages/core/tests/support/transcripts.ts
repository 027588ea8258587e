import type { Frame } from "@acp-store/core";
import fc from "fast-check";
import { sent, updated } from "./frames.js";
import { text } from "./trackedStore.js";

/** A part of a turn: a text of the agent, or a finished call. */
export type Part =
  | { readonly role: "agent" | "thought"; readonly value: string; readonly messageId?: string }
  | { readonly callId: string; readonly output: string };

export interface TranscriptTurn {
  readonly prompt: string;
  readonly messageId?: string;
  readonly parts: readonly Part[];
}

/** The transcript of an agent, which replays it completely. */
export type Transcript = readonly TranscriptTurn[];

const WORDS = ["alpha", "beta", "gamma", "done.", "x"];
const words = fc
  .array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 6 })
  .map((list) => list.join(" "));

/**
 * Generates transcripts of one to four turns. Prompts and texts may repeat. `usesIds` says whether
 * messages have ids.
 */
export function transcripts(usesIds: boolean, hasEqualPrompts: boolean): fc.Arbitrary<Transcript> {
  const part = fc.oneof(
    fc.record({ role: fc.constantFrom("agent", "thought"), value: words }),
    fc.record({ output: words }),
  );
  const turn = fc.record({
    prompt: fc.constantFrom("continue", "fix it", "go on"),
    // Without ids, nothing separates two prompts without an answer.
    parts: fc.array(part, { minLength: usesIds ? 0 : 1, maxLength: 5 }),
  });
  return fc.array(turn, { minLength: 1, maxLength: 4 }).map((turns) => {
    let count = 0;
    return turns.map(({ prompt, parts }, index): TranscriptTurn => {
      const separate: Part[] = [];
      for (const one of parts) {
        const last = separate.at(-1);
        count += 1;
        if ("output" in one) separate.push({ callId: `c${count}`, output: one.output });
        // Without ids, nothing separates two texts of the same role.
        else if (usesIds || last === undefined || "callId" in last || last.role !== one.role)
          separate.push({
            role: one.role as "agent" | "thought",
            value: one.value,
            ...(usesIds && { messageId: `m${count}` }),
          });
      }
      return {
        prompt: hasEqualPrompts ? prompt : `${prompt} ${index}`,
        ...(usesIds && { messageId: `u${index}` }),
        parts: separate,
      };
    });
  });
}

/** Splits a text into chunks of random lengths. */
function chunksOf(value: string, nextLength: () => number): string[] {
  const chunks: string[] = [];
  for (let start = 0; start < value.length; ) {
    const end = start + nextLength();
    chunks.push(value.slice(start, end));
    start = end;
  }
  return chunks;
}

function partFrames(part: Part, nextLength: () => number): Frame[] {
  if ("callId" in part) {
    const { callId: toolCallId, output } = part;
    const content = [{ type: "content", content: text(output) }];
    return [
      updated({ sessionUpdate: "tool_call", toolCallId, title: "Run", status: "pending" }),
      updated({ sessionUpdate: "tool_call_update", toolCallId, status: "completed", content }),
    ];
  }
  const { role, value, messageId } = part;
  const sessionUpdate = role === "agent" ? "agent_message_chunk" : "agent_thought_chunk";
  return chunksOf(value, nextLength).map((chunk) =>
    updated({ sessionUpdate, content: text(chunk), ...(messageId !== undefined && { messageId }) }),
  );
}

/** Returns the frames of a live run of a transcript. Each turn ends with its response. */
export function liveFrames(transcript: Transcript, nextLength: () => number): Frame[] {
  return transcript.flatMap(({ prompt, parts }, index) => [
    sent({
      id: 100 + index,
      method: "session/prompt",
      params: { sessionId: "s1", prompt: [text(prompt)] },
    }),
    ...parts.flatMap((part) => partFrames(part, nextLength)),
    {
      dir: "recv",
      msg: { jsonrpc: "2.0", id: 100 + index, result: { stopReason: "end_turn" } },
    } as const,
  ]);
}

/** Returns the frames of a replay of a transcript. */
export function replayFrames(transcript: Transcript, nextLength: () => number): Frame[] {
  return transcript.flatMap(({ prompt, messageId, parts }) => [
    ...chunksOf(prompt, nextLength).map((chunk) =>
      updated({
        sessionUpdate: "user_message_chunk",
        content: text(chunk),
        ...(messageId !== undefined && { messageId }),
      }),
    ),
    ...parts.flatMap((part) => partFrames(part, nextLength)),
  ]);
}
