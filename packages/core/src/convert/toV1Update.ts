import { commandsToV1 } from "./commands.js";
import { configOptionsToV1 } from "./configOptions.js";
import { type Conversion, convert, type Converter, withFields } from "./conversion.js";
import { messageToV1 } from "./messageToV1.js";
import { metaToV1 } from "./meta.js";
import { planRemovedToV1, planToV1 } from "./plans.js";
import type { UpdateNameV1 } from "../wire/v1/updates.js";
import type { UpdateNameV2 } from "../wire/v2/updates.js";
import { contentChunkToV1, toolCallToV1 } from "./toolCallToV1.js";

const withMeta: Converter = (update, lose) =>
  withFields(update, { _meta: metaToV1(update["_meta"], lose) });

const unsupported: Converter = (_update, lose) => {
  lose("unsupported");
  return undefined;
};

/** The converters by kind: one for each kind that only version 2 has, or the build fails. */
const v1Converters: Readonly<
  Record<Exclude<UpdateNameV2, UpdateNameV1>, Converter> & Partial<Record<UpdateNameV2, Converter>>
> = {
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
  // In version 1, an absent cost means that there is none. In version 2, it is unchanged.
  usage_update: (update, lose) => {
    if (update["cost"] === undefined) lose("unsupported", "cost");
    return withFields(update, { cost: update["cost"] ?? undefined });
  },
  state_update: unsupported,
  terminal_update: unsupported,
  terminal_output_chunk: unsupported,
};

/**
 * Converts a version 2 `session/update` to version 1. `lost` lists the parts that version 1 cannot
 * express, and `update` is `undefined` if nothing is left to send. Kinds that both versions share,
 * unknown kinds, and values that are not updates are returned unchanged. Never throws and never
 * mutates its argument. {@link toV2Update} converts in the other direction.
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
  return convert(v1Converters, update);
}
