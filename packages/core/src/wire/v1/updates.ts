import * as z from "zod/mini";
import type { MessageChunkEvent, ToolCallEvent } from "../../events/conversationEvents.js";
import type { SessionEventBody } from "../../events/event.js";
import type { MessageRole } from "../../state/entities.js";
import type { Writable } from "../../state/writable.js";
import {
  metaSchema,
  optionalStringSchema,
  planEntrySchema,
  stringSchema,
} from "../commonSchemas.js";
import { type CommonUpdateName, commonUpdates } from "../commonUpdates.js";
import {
  type SentToolCallV1,
  TOOL_CALL_RESERVED,
  toolCallChangeV1,
  toolCallEvent,
} from "../toolCallUpdates.js";
import { type ReservedFields, updateKind, type UpdateKind } from "../parse.js";
import { metaProperty, omitFields, readMetaV1, TIME_FIELDS } from "../updateFields.js";
import { lenientList, optional } from "../schema.js";
import * as schemas from "./schemas.js";
import { withTerminalMeta } from "./terminalMeta.js";

/** The kinds of `session/update` in version 1, by the official SDK's schema. */
export type UpdateNameV1 =
  | CommonUpdateName
  | "user_message_chunk"
  | "agent_message_chunk"
  | "agent_thought_chunk"
  | "tool_call"
  | "tool_call_update"
  | "plan"
  | "available_commands_update"
  | "current_mode_update"
  | "config_option_update";

export const contentChunkSchema = z.object({
  content: schemas.contentBlockSchema,
  messageId: optionalStringSchema,
  _meta: metaSchema,
});

export const planSchema = z.object({
  entries: lenientList(planEntrySchema),
  content: optional(stringSchema),
  uri: optional(stringSchema),
  _meta: metaSchema,
});

export const currentModeSchema = z.object({ currentModeId: stringSchema, _meta: metaSchema });

export const availableCommandsSchema = z.object({
  availableCommands: schemas.commandListSchema,
  _meta: metaSchema,
});

/** A version 1 plan has no id and no type, so the store sets both. */
const PLAN_RESERVED_FIELDS = ["planId", "type", ...TIME_FIELDS, "__proto__"] as const;
const PLAN_RESERVED: ReservedFields = new Set(PLAN_RESERVED_FIELDS);

/**
 * Maps the updates of protocol version 1.
 * {@link https://agentclientprotocol.com/protocol/v1/prompt-turn#3-agent-reports-output}
 */
export const updatesV1 = {
  ...commonUpdates(schemas.contentBlockSchema, readMetaV1),
  user_message_chunk: chunkKind("user"),
  agent_message_chunk: chunkKind("agent"),
  agent_thought_chunk: chunkKind("thought"),
  tool_call: updateKind(
    schemas.toolCallSchema,
    (sessionId, update) => toolCallEvents(sessionId, "create", update),
    TOOL_CALL_RESERVED,
  ),
  tool_call_update: updateKind(
    schemas.toolCallUpdateSchema,
    (sessionId, update) => toolCallEvents(sessionId, "update", update),
    TOOL_CALL_RESERVED,
  ),
  plan: updateKind(
    planSchema,
    (sessionId, update) => [
      {
        type: "plan",
        sessionId,
        planId: "main",
        plan: {
          ...omitFields(update, "sessionUpdate", "_meta", ...PLAN_RESERVED_FIELDS),
          type: "items",
        },
        ...metaProperty(readMetaV1, update),
      },
    ],
    PLAN_RESERVED,
  ),
  available_commands_update: updateKind(
    availableCommandsSchema,
    (sessionId, { availableCommands }) => [
      { type: "commands", sessionId, commands: availableCommands },
    ],
  ),
  current_mode_update: updateKind(currentModeSchema, (sessionId, { currentModeId }) => [
    { type: "mode", sessionId, currentModeId },
  ]),
  config_option_update: updateKind(schemas.configOptionsSchema, (sessionId, { configOptions }) => [
    { type: "config_options", sessionId, configOptions },
  ]),
} satisfies Record<UpdateNameV1, UpdateKind>;

function toolCallEvents(
  sessionId: string,
  origin: ToolCallEvent["origin"],
  update: SentToolCallV1,
): readonly SessionEventBody[] {
  const event = toolCallEvent(sessionId, origin, toolCallChangeV1(update));
  return update._meta == null ? [event] : withTerminalMeta(event, update._meta);
}

/** Maps the most frequent updates. The event is a literal, because spreading costs much more. */
function chunkKind(role: MessageRole): UpdateKind {
  return updateKind(contentChunkSchema, (sessionId, update) => {
    const { content, messageId } = update;
    const event: Writable<MessageChunkEvent> =
      messageId == null
        ? { type: "message_chunk", sessionId, role, content }
        : { type: "message_chunk", sessionId, role, content, messageId };
    const meta = readMetaV1(update);
    if (meta !== undefined) event.meta = meta;
    return [event];
  });
}
