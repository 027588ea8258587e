import { isObject, type JsonObject } from "../json.js";
import { isBareTextBlock } from "./blocks.js";

/**
 * Assigns ids to the messages of one version 1 session, because version 2 requires them. If the
 * agent sends none, a new role or a new tool call starts a new message, as in a store.
 */
export interface MessageIds {
  /**
   * Ends the current message, so that the next chunk starts a new one. Call it when a prompt is sent
   * and when a permission request is the first message to name a tool call, because updates show
   * neither.
   */
  endMessage(): void;
  /** Processes an update. Returns the id of a chunk's message, or `undefined` for other updates. */
  take(update: unknown): string | undefined;
}

/** The kinds of updates that are chunks of messages. */
export const CHUNKS: readonly string[] = [
  "user_message_chunk",
  "agent_message_chunk",
  "agent_thought_chunk",
];

const TOOL_CALLS: readonly string[] = ["tool_call", "tool_call_update", "tool_call_content_chunk"];

/**
 * Creates the state that {@link toV2Update} needs to identify messages without an id. Create one for
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
  /** The messages that have started since the last call of `endMessage`. */
  const current = new Set<string>();
  let last: { readonly kind: string; readonly id: string } | undefined;
  let made = 1;

  const unusedId = (kind: string): string => {
    while (seen.has(keyOf(kind, madeUpId(made)))) made++;
    return madeUpId(made);
  };
  const takeChunk = (kind: string, { messageId, content }: JsonObject): string => {
    const open = last?.kind === kind ? last.id : undefined;
    const id = typeof messageId === "string" ? messageId : (open ?? unusedId(kind));
    if (!startsRun(content)) return id;
    const key = keyOf(kind, id);
    if (!seen.has(key)) current.add(key);
    seen.add(key);
    // Text after a message of an earlier turn starts a new message.
    last = current.has(key) ? { kind, id } : undefined;
    return id;
  };

  return {
    endMessage: () => {
      current.clear();
      last = undefined;
    },
    take: (update) => {
      if (!isObject(update) || typeof update["sessionUpdate"] !== "string") return undefined;
      const { sessionUpdate: kind, toolCallId } = update;
      if (CHUNKS.includes(kind)) return takeChunk(kind, update);
      if (!TOOL_CALLS.includes(kind) || typeof toolCallId !== "string") return undefined;
      const key = keyOf("tool_call", toolCallId);
      if (!seen.has(key)) last = undefined;
      seen.add(key);
      return undefined;
    },
  };
}

/** Returns the generated id of a message by its number. */
export function madeUpId(number: number): string {
  return `v1-message-${number}`;
}

function keyOf(kind: string, id: string): string {
  return `${kind}:${id}`;
}

/** Returns whether a chunk can start a message, or a run of a known one. An empty text cannot. */
function startsRun(content: unknown): boolean {
  if (!isObject(content) || typeof content["type"] !== "string") return false;
  return !isBareTextBlock(content) || content.text !== "";
}
