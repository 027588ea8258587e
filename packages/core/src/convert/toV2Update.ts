import { isObject, type JsonObject } from "../json.js";
import { blockToV2, withBlocks } from "./blocks.js";
import { commandsToV2 } from "./commands.js";
import { configOptionsToV2 } from "./configOptions.js";
import { type Conversion, convert, type Converter, type Lose, withFields } from "./conversion.js";
import { CHUNKS, madeUpId, type MessageIds } from "./messageIds.js";
import { metaToV2 } from "./meta.js";
import { planToV2 } from "./plans.js";
import type { UpdateNameV1 } from "../wire/v1/updates.js";
import type { UpdateNameV2 } from "../wire/v2/updates.js";
import { toolCallToV2 } from "./toolCallToV2.js";

/** Options of {@link toV2Update}. */
export interface ToV2Options {
  /**
   * The ids of messages that the agent sent without one. By default, all chunks of a role get the
   * same id, which `lost` lists.
   */
  readonly messageIds?: MessageIds;
}

/** The converters by kind: one for each kind that only version 1 has, or the build fails. */
const v2Converters: Readonly<
  Record<Exclude<UpdateNameV1, UpdateNameV2>, Converter> & Partial<Record<UpdateNameV1, Converter>>
> = {
  ...Object.fromEntries(CHUNKS.map((kind) => [kind, chunkToV2])),
  tool_call: toolCallToV2,
  tool_call_update: toolCallToV2,
  plan: planToV2,
  available_commands_update: commandsToV2,
  config_option_update: configOptionsToV2,
  current_mode_update: modeToV2,
  session_info_update: (update, lose) =>
    withFields(update, { _meta: metaToV2(update["_meta"], lose) }),
  // In version 1, an absent cost means that there is none. In version 2, it is unchanged.
  usage_update: (update) => ({ ...update, cost: isObject(update["cost"]) ? update["cost"] : null }),
  compaction_update: withBlocks("summary"),
  compaction_summary_chunk: withBlocks("content"),
  session_message: withBlocks("content"),
  session_message_chunk: withBlocks("content"),
};

/**
 * Converts a version 1 `session/update` to version 2. Kinds that both versions share, unknown kinds,
 * and values that are not updates are returned unchanged. Never throws and never mutates its
 * argument. {@link toV1Update} converts in the other direction.
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
  return convert(v2Converters, identified);
}

/**
 * Converts a chunk. Version 2 requires a message id, and there the metadata of a chunk describes the
 * chunk alone.
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
 * Converts a change of the mode. Version 2 has settings instead of modes and sends all of them at
 * once, so the update stays unchanged: other version 2 clients ignore it, and a store applies it.
 */
function modeToV2(update: JsonObject, lose: Lose): JsonObject {
  lose("unsupported", "currentModeId");
  return update;
}
