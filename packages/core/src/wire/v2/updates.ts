import type { MessageRole } from "../../state/entities.js";
import type { JsonObject } from "../../json.js";
import { metaProperty, readMetaV2 } from "../meta.js";
import { sharedUpdates } from "../shared.js";
import { readToolCallV2, toolCallOf } from "../toolCall.js";
import { entityOf, kindOf, omit, pick, type UpdateKind, type UpdateKinds } from "../update.js";
import { withConfigIds } from "./configOptions.js";
import * as schemas from "./schemas.js";

/** What the store knows of a terminal besides. */
const OF_TERMINALS = ["outputBytes", "truncatedBytes", "truncated", "partial", "released"];

/**
 * The updates of protocol version 2 and what they mean.
 * {@link https://agentclientprotocol.com/protocol/v2/prompt-lifecycle#3-agent-reports-output}
 */
export const updatesV2: UpdateKinds = {
  ...sharedUpdates(schemas.shared),
  user_message_chunk: chunkOf("user"),
  agent_message_chunk: chunkOf("agent"),
  agent_thought_chunk: chunkOf("thought"),
  user_message: messageOf("user"),
  agent_message: messageOf("agent"),
  agent_thought: messageOf("thought"),
  state_update: kindOf(schemas.stateUpdate, (update) => ({
    type: "activity",
    state: update["state"],
    ...(update["background"] == null ? {} : { background: update["background"] }),
    ...(update["stopReason"] == null ? {} : { stopReason: update["stopReason"] }),
    ...(update["error"] == null ? {} : { error: update["error"] }),
    ...(update["usage"] == null ? {} : { usage: update["usage"] }),
    ...(update["_meta"] == null ? {} : { meta: update["_meta"] }),
  })),
  tool_call_update: toolCallOf(schemas.toolCallUpdate, "update", readToolCallV2),
  tool_call_content_chunk: kindOf(schemas.toolCallContentChunk, (update) => ({
    type: "tool_call_content",
    toolCallId: update["toolCallId"],
    item: update["content"],
  })),
  terminal_update: entityOf(schemas.terminalUpdate, OF_TERMINALS, (update) => ({
    type: "terminal",
    terminalId: update["terminalId"],
    patch: pick(update, "command", "cwd", "exitStatus", "size", "capabilities"),
    ...(update["output"] === undefined ? {} : { output: terminalData(update["output"]) }),
    ...metaProperty(readMetaV2, update),
  })),
  terminal_output_chunk: kindOf(schemas.terminalOutputChunk, (update) => ({
    type: "terminal_output",
    terminalId: update["terminalId"],
    data: terminalData(update),
  })),
  available_commands_update: kindOf(schemas.availableCommands, ({ availableCommands }) => ({
    type: "commands",
    commands: availableCommands,
  })),
  config_option_update: kindOf(schemas.configOptions, ({ configOptions }) => ({
    type: "config_options",
    configOptions: withConfigIds(2, configOptions),
  })),
  session_info_update: entityOf(schemas.sessionInfo, [], (update) => ({
    type: "session_info",
    ...pick(update, "title", "updatedAt"),
    ...metaProperty(readMetaV2, update),
  })),
  usage_update: kindOf(schemas.usage, (update) => ({
    type: "usage",
    usage: omit(update, "sessionUpdate"),
  })),
};

/** The `_meta` of a chunk is about the chunk alone, so it does not become the message's. */
function chunkOf(role: MessageRole): UpdateKind {
  return kindOf(schemas.contentChunk, ({ messageId, content }) => ({
    type: "message_chunk",
    role,
    messageId,
    content,
  }));
}

function messageOf(role: MessageRole): UpdateKind {
  return entityOf(schemas.message, ["role", "turnId"], (update) => ({
    type: "message",
    role,
    ...pick(update, "messageId", "content"),
    ...metaProperty(readMetaV2, update),
  }));
}

function terminalData(sent: unknown): { base64: unknown } | null {
  return sent === null ? null : { base64: (sent as JsonObject)["data"] };
}
