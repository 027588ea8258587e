import { isPlainText } from "../reduce/contentBlocks.js";
import { isObject, type JsonObject } from "../json.js";
import type { ContentBlock } from "../state/content.js";

/**
 * Gives the messages of one version 1 session the ids that version 2 requires. Where the agent
 * sends none, a new role and a new tool call begin a new message, as in a store.
 */
export interface MessageIds {
  /**
   * What comes next begins a new message. To be called when a prompt is sent, and when a
   * permission request is the first to name a tool call: updates do not show either.
   */
  endMessage(): void;
  /** Takes note of an update. The id that a chunk has or gets; `undefined` for other updates. */
  take(update: unknown): string | undefined;
}

/** The messages that chunks belong to. */
export const CHUNKS: readonly string[] = [
  "user_message_chunk",
  "agent_message_chunk",
  "agent_thought_chunk",
];

const TOOL_CALLS: readonly string[] = ["tool_call", "tool_call_update", "tool_call_content_chunk"];

/**
 * Creates the memory that {@link toV2Update} needs to tell messages without an id apart: one for
 * each session.
 *
 * @example
 * ```ts
 * import { createMessageIds, toV2Update } from "@acp-store/core/convert";
 *
 * const messageIds = createMessageIds();
 * const { lost } = toV2Update(
 *   { sessionUpdate: "agent_message_chunk", content: { type: "text", text: "Hi" } },
 *   { messageIds },
 * );
 * console.log(lost.length); // 0
 * ```
 */
export function createMessageIds(): MessageIds {
  const seen = new Set<string>();
  let last: { readonly kind: string; readonly id: string } | undefined;
  let made = 1;

  const unusedId = (kind: string): string => {
    while (seen.has(keyOf(kind, madeUpId(made)))) made++;
    return madeUpId(made);
  };
  const takeChunk = (kind: string, { messageId, content }: JsonObject): string => {
    const open = last?.kind === kind ? last.id : undefined;
    const id = typeof messageId === "string" ? messageId : (open ?? unusedId(kind));
    if (begins(content) && isNew(kind, id)) last = { kind, id };
    return id;
  };
  const isNew = (kind: string, id: string): boolean => {
    const key = keyOf(kind, id);
    return !seen.has(key) && Boolean(seen.add(key));
  };

  return {
    endMessage: () => {
      last = undefined;
    },
    take: (update) => {
      if (!isObject(update) || typeof update["sessionUpdate"] !== "string") return undefined;
      const { sessionUpdate: kind, toolCallId } = update;
      if (CHUNKS.includes(kind)) return takeChunk(kind, update);
      const isCall = TOOL_CALLS.includes(kind) && typeof toolCallId === "string";
      if (isCall && isNew("tool_call", toolCallId)) last = undefined;
      return undefined;
    },
  };
}

/** The id of a message that nothing is known of but its number. */
export function madeUpId(number: number): string {
  return `v1-message-${number}`;
}

function keyOf(kind: string, id: string): string {
  return `${kind}:${id}`;
}

/** An empty text begins no message. */
function begins(content: unknown): boolean {
  if (!isObject(content) || typeof content["type"] !== "string") return false;
  const block = content as unknown as ContentBlock;
  return !isPlainText(block) || block.text !== "";
}
