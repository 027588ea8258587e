import type { SessionEventBody } from "../../events/event.js";
import type { JsonObject } from "../../state/adopt.js";
import type { MessageRole } from "../../state/entities.js";
import type { UpdateKind, UpdateKinds } from "../update.js";
import * as schemas from "./schemas.js";
import { readMeta, readToolCall } from "./toolCall.js";

/**
 * The updates of protocol version 1 and what they mean.
 * {@link https://agentclientprotocol.com/protocol/v1/prompt-turn#3-agent-reports-output}
 */
export const updatesV1: UpdateKinds = {
  user_message_chunk: chunkOf("user"),
  agent_message_chunk: chunkOf("agent"),
  agent_thought_chunk: chunkOf("thought"),
  tool_call: toolCallOf("create", schemas.toolCall),
  tool_call_update: toolCallOf("update", schemas.toolCallUpdate),
  plan: {
    schema: schemas.plan,
    toEvent: (sessionId, { sessionUpdate: _kind, _meta, ...plan }) =>
      read<"plan">({
        type: "plan",
        sessionId,
        planId: "main",
        plan: { ...plan, type: "items" },
        ...metaOf({ _meta }),
      }),
  },
  available_commands_update: {
    schema: schemas.availableCommands,
    toEvent: (sessionId, update) =>
      read<"commands">({ type: "commands", sessionId, commands: update["availableCommands"] }),
  },
  current_mode_update: {
    schema: schemas.currentMode,
    toEvent: (sessionId, { currentModeId }) =>
      read<"mode">({ type: "mode", sessionId, currentModeId }),
  },
  config_option_update: {
    schema: schemas.configOptions,
    toEvent: (sessionId, { configOptions }) =>
      read<"config_options">({ type: "config_options", sessionId, configOptions }),
  },
  session_info_update: {
    schema: schemas.sessionInfo,
    toEvent: (sessionId, { title, updatedAt, ...rest }) =>
      read<"session_info">({
        type: "session_info",
        sessionId,
        ...(title === undefined ? {} : { title }),
        ...(updatedAt === undefined ? {} : { updatedAt }),
        ...metaOf(rest),
      }),
  },
  usage_update: {
    schema: schemas.usage,
    toEvent: (sessionId, { sessionUpdate: _kind, ...usage }) =>
      read<"usage">({ type: "usage", sessionId, usage }),
  },
};

function chunkOf(role: MessageRole): UpdateKind {
  return {
    schema: schemas.contentChunk,
    toEvent: (sessionId, update) =>
      read<"message_chunk">({
        type: "message_chunk",
        sessionId,
        role,
        content: update["content"],
        ...(update["messageId"] == null ? {} : { messageId: update["messageId"] }),
        ...metaOf(update),
      }),
  };
}

function toolCallOf(origin: "create" | "update", schema: UpdateKind["schema"]): UpdateKind {
  return {
    schema,
    toEvent: (sessionId, update) => ({
      type: "tool_call",
      sessionId,
      origin,
      ...readToolCall(update),
    }),
  };
}

function metaOf(update: JsonObject): JsonObject {
  const meta = readMeta(update);
  return meta === undefined ? {} : { meta };
}

/** The one place where a checked wire value gets its type. */
function read<Type extends SessionEventBody["type"]>(
  event: JsonObject & { type: Type },
): SessionEventBody {
  return event as unknown as SessionEventBody;
}
