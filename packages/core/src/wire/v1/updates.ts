import type { MessageRole } from "../../state/entities.js";
import { metaProperty, readMetaV1 } from "../meta.js";
import { sharedUpdates } from "../shared.js";
import { readToolCallV1, toolCallOf } from "../toolCall.js";
import {
  entityOf,
  type EventFields,
  kindOf,
  omit,
  pick,
  type UpdateKind,
  type UpdateKinds,
} from "../update.js";
import * as schemas from "./schemas.js";
import { withTerminalMeta } from "./terminalMeta.js";

/** What the store says of a plan itself, as version 1 has one only; and a name of the language. */
const OF_PLANS = ["planId", "type", "__proto__"];

/**
 * The updates of protocol version 1 and what they mean.
 * {@link https://agentclientprotocol.com/protocol/v1/prompt-turn#3-agent-reports-output}
 */
export const updatesV1: UpdateKinds = {
  ...sharedUpdates(schemas.shared),
  user_message_chunk: chunkOf("user"),
  agent_message_chunk: chunkOf("agent"),
  agent_thought_chunk: chunkOf("thought"),
  tool_call: withTerminalMeta(toolCallOf(schemas.toolCall, "create", readToolCallV1)),
  tool_call_update: withTerminalMeta(toolCallOf(schemas.toolCallUpdate, "update", readToolCallV1)),
  plan: kindOf(
    schemas.plan,
    (update) => ({
      type: "plan",
      planId: "main",
      plan: { ...omit(update, "sessionUpdate", "_meta", ...OF_PLANS), type: "items" },
      ...metaProperty(readMetaV1, update),
    }),
    new Set(OF_PLANS),
  ),
  available_commands_update: kindOf(schemas.availableCommands, ({ availableCommands }) => ({
    type: "commands",
    commands: availableCommands,
  })),
  current_mode_update: kindOf(schemas.currentMode, ({ currentModeId }) => ({
    type: "mode",
    currentModeId,
  })),
  config_option_update: kindOf(schemas.configOptions, ({ configOptions }) => ({
    type: "config_options",
    configOptions,
  })),
  session_info_update: entityOf(schemas.sessionInfo, [], (update) => ({
    type: "session_info",
    ...pick(update, "title", "updatedAt"),
    ...metaProperty(readMetaV1, update),
  })),
  usage_update: kindOf(schemas.usage, (update) => ({
    type: "usage",
    usage: omit(update, "sessionUpdate"),
  })),
};

function chunkOf(role: MessageRole): UpdateKind {
  return kindOf(schemas.contentChunk, (update) => {
    const event: EventFields<"message_chunk"> = {
      type: "message_chunk",
      role,
      content: update["content"],
    };
    if (update["messageId"] != null) event["messageId"] = update["messageId"];
    const meta = readMetaV1(update);
    if (meta !== undefined) event["meta"] = meta;
    return event;
  });
}
