import { commandsToV1 } from "./commands.js";
import { configOptionsToV1 } from "./configOptions.js";
import { type Conversion, convert, type Converter, withFields } from "./conversion.js";
import { messageToV1 } from "./messageToV1.js";
import { metaToV1 } from "./meta.js";
import { planRemovedToV1, planToV1 } from "./plans.js";
import { contentChunkToV1, toolCallToV1 } from "./toolCallToV1.js";

const withMeta: Converter = (update, lose) =>
  withFields(update, { _meta: metaToV1(update["_meta"], lose) });

const unsupported: Converter = (_update, lose) => {
  lose("unsupported");
  return undefined;
};

const converters: Readonly<Record<string, Converter>> = {
  user_message_chunk: withMeta,
  agent_message_chunk: withMeta,
  agent_thought_chunk: withMeta,
  user_message: messageToV1,
  agent_message: messageToV1,
  agent_thought: messageToV1,
  tool_call_update: toolCallToV1,
  tool_call_content_chunk: contentChunkToV1,
  plan_update: planToV1,
  plan_removed: planRemovedToV1,
  available_commands_update: commandsToV1,
  config_option_update: configOptionsToV1,
  session_info_update: withMeta,
  // In version 1 a cost that is not named is none, and cannot be the last one.
  usage_update: (update, lose) => {
    if (update["cost"] === undefined) lose("unsupported", "cost");
    return withFields(update, { cost: update["cost"] ?? undefined });
  },
  state_update: unsupported,
  terminal_update: unsupported,
  terminal_output_chunk: unsupported,
};

/**
 * Says a version 2 `session/update` in the words of version 1, as well as these can: `lost` tells
 * what they cannot. The `update` is `undefined` where nothing is left to send. What is no update,
 * and kinds that both versions have in common or nobody knows, come back as they are. Never
 * throws, and changes nothing in what it is given. The other way is {@link toV2Update}.
 *
 * @example
 * ```ts
 * import { toV1Update } from "@acp-store/core/convert";
 *
 * const { update, lost } = toV1Update({
 *   sessionUpdate: "tool_call_update",
 *   toolCallId: "call_1",
 *   title: null,
 *   content: null,
 * });
 * console.log(update); // { sessionUpdate: "tool_call_update", toolCallId: "call_1", content: [] }
 * console.log(lost); // [{ path: ["title"], reason: "cannot_clear" }]
 * ```
 */
export function toV1Update(update: unknown): Conversion {
  return convert(converters, update);
}
