import { isObject, type JsonObject } from "../json.js";
import { blockToV2, withBlocks } from "./blocks.js";
import { commandsToV2 } from "./commands.js";
import { configOptionsToV2 } from "./configOptions.js";
import { type Conversion, convert, type Converter, type Lose, withFields } from "./conversion.js";
import { CHUNKS, madeUpId, type MessageIds } from "./messageIds.js";
import { metaToV2 } from "./meta.js";
import { planToV2 } from "./plans.js";
import { toolCallToV2 } from "./toolCallToV2.js";

/** What helps {@link toV2Update} beyond the update itself. */
export interface ToV2Options {
  /**
   * Ids for messages that the agent gave none. Without, all chunks of a role get the same, and
   * `lost` says so.
   */
  readonly messageIds?: MessageIds;
}

const converters: Readonly<Record<string, Converter>> = {
  ...Object.fromEntries(CHUNKS.map((kind) => [kind, chunkToV2])),
  tool_call: toolCallToV2,
  tool_call_update: toolCallToV2,
  plan: planToV2,
  available_commands_update: commandsToV2,
  config_option_update: configOptionsToV2,
  current_mode_update: modeToV2,
  session_info_update: (update, lose) =>
    withFields(update, { _meta: metaToV2(update["_meta"], lose) }),
  // In version 1 a cost that is not named is none, in version 2 the last one.
  usage_update: (update) => ({ ...update, cost: isObject(update["cost"]) ? update["cost"] : null }),
  compaction_update: withBlocks("summary"),
  compaction_summary_chunk: withBlocks("content"),
  session_message: withBlocks("content"),
  session_message_chunk: withBlocks("content"),
};

/**
 * Says a version 1 `session/update` in the words of version 2. What is not one, and kinds that
 * both versions have in common or nobody knows, come back as they are. Never throws, and changes
 * nothing in what it is given. The way back is {@link toV1Update}.
 *
 * @example
 * ```ts
 * import { toV2Update } from "@acp-store/core/convert";
 *
 * const { update } = toV2Update({ sessionUpdate: "plan", entries: [] });
 * console.log(update); // { sessionUpdate: "plan_update", plan: { type: "items", planId: "main", entries: [] } }
 * ```
 */
export function toV2Update(update: unknown, options: ToV2Options = {}): Conversion {
  const messageId = options.messageIds?.take(update);
  const identified = messageId === undefined ? update : { ...(update as JsonObject), messageId };
  return convert(converters, identified);
}

/**
 * Version 2 requires an id, and does not guess where a message begins. There, the metadata of a
 * chunk is about the chunk alone.
 */
function chunkToV2(update: JsonObject, lose: Lose): JsonObject {
  const isNamed = typeof update["messageId"] === "string";
  if (isObject(update["_meta"])) lose("approximated", "_meta");
  if (!isNamed) lose("made_up", "messageId");
  return withFields(update, {
    messageId: isNamed ? update["messageId"] : madeUpId(0),
    content: blockToV2(update["content"], lose, ["content"]),
    _meta: metaToV2(update["_meta"], lose),
  });
}

/**
 * Version 2 has settings in place of modes, and sends all of them or none. Clients of version 2
 * ignore kinds that they do not know, and a store reads this one.
 */
function modeToV2(update: JsonObject, lose: Lose): JsonObject {
  lose("unsupported", "currentModeId");
  return update;
}
