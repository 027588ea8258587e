import * as z from "zod/mini";
import { presentFields } from "../../json.js";
import type { ConfigOption } from "../../state/sessionSettings.js";
import type { MessageRole } from "../../state/entities.js";
import {
  activitySchema,
  base64Schema,
  capabilitiesSchema,
  integerSchema,
  metaSchema,
  optionalStringSchema,
  stringSchema,
} from "../commonSchemas.js";
import { type CommonUpdateName, commonUpdates } from "../commonUpdates.js";
import { TOOL_CALL_RESERVED, toolCallChangeV2, toolCallEvent } from "../toolCallUpdates.js";
import { withQuota } from "../quotaMeta.js";
import { type ReservedFields, updateKind, type UpdateKind } from "../parse.js";
import {
  definedFields,
  extraProperty,
  metaProperty,
  pickFields,
  readMetaV2,
  TIME_FIELDS,
} from "../updateFields.js";
import { lenientList, nullish } from "../schema.js";
import * as schemas from "./schemas.js";

/** The kinds of `session/update` in version 2, by the official SDK's schema. */
export type UpdateNameV2 =
  | CommonUpdateName
  | "user_message_chunk"
  | "agent_message_chunk"
  | "agent_thought_chunk"
  | "user_message"
  | "agent_message"
  | "agent_thought"
  | "state_update"
  | "tool_call_update"
  | "tool_call_content_chunk"
  | "terminal_update"
  | "terminal_output_chunk"
  | "available_commands_update"
  | "config_option_update";

export const contentChunkSchema = z.object({
  messageId: stringSchema,
  content: schemas.contentBlockSchema,
  _meta: metaSchema,
});

export const messageSchema = z.object({
  messageId: stringSchema,
  content: nullish(lenientList(schemas.contentBlockSchema)),
  _meta: metaSchema,
});

export const toolCallContentChunkSchema = z.object({
  toolCallId: stringSchema,
  content: schemas.toolCallContentSchema,
  _meta: metaSchema,
});

const cellsSchema = integerSchema.check(z.minimum(1), z.maximum(65535));

export const terminalUpdateSchema = z.object({
  terminalId: stringSchema,
  command: optionalStringSchema,
  cwd: optionalStringSchema,
  output: nullish(z.object({ data: base64Schema, _meta: metaSchema })),
  exitStatus: nullish(
    z.object({
      exitCode: nullish(integerSchema),
      signal: optionalStringSchema,
      _meta: metaSchema,
    }),
  ),
  size: nullish(z.object({ cols: cellsSchema, rows: cellsSchema, _meta: metaSchema })),
  capabilities: nullish(capabilitiesSchema),
  _meta: metaSchema,
});

export const terminalOutputChunkSchema = z.object({
  terminalId: stringSchema,
  data: base64Schema,
  _meta: metaSchema,
});

export const availableCommandsSchema = z.object({
  availableCommands: schemas.commandListSchema,
  _meta: metaSchema,
});

/** The fields of a terminal that the store sets itself. */
const TERMINAL_RESERVED: ReservedFields = new Set([
  "outputBytes",
  "truncatedBytes",
  "truncated",
  "partial",
  "live",
  "released",
  ...TIME_FIELDS,
  "__proto__",
]);
const MESSAGE_RESERVED: ReservedFields = new Set([
  "role",
  "turnId",
  "runStarts",
  ...TIME_FIELDS,
  "__proto__",
]);

const definedTerminalFields = definedFields(terminalUpdateSchema, ...TERMINAL_RESERVED);
const definedMessageFields = definedFields(messageSchema, ...MESSAGE_RESERVED);

/**
 * Maps the updates of protocol version 2.
 * {@link https://agentclientprotocol.com/protocol/v2/prompt-lifecycle#3-agent-reports-output}
 */
export const updatesV2 = {
  ...commonUpdates(schemas.contentBlockSchema, readMetaV2),
  user_message_chunk: chunkKind("user"),
  agent_message_chunk: chunkKind("agent"),
  agent_thought_chunk: chunkKind("thought"),
  user_message: messageKind("user"),
  agent_message: messageKind("agent"),
  agent_thought: messageKind("thought"),
  state_update: updateKind(activitySchema, (sessionId, update) => {
    const { state, background, stopReason, error, usage, _meta: meta } = withQuota(update);
    const reported = presentFields({ background, stopReason, error, usage, meta });
    return [{ type: "activity", sessionId, state, ...reported }];
  }),
  tool_call_update: updateKind(
    schemas.toolCallUpdateSchema,
    (sessionId, update) => [toolCallEvent(sessionId, "update", toolCallChangeV2(update))],
    TOOL_CALL_RESERVED,
  ),
  tool_call_content_chunk: updateKind(
    toolCallContentChunkSchema,
    (sessionId, { toolCallId, content }) => [
      { type: "tool_call_content", sessionId, toolCallId, item: content },
    ],
  ),
  terminal_update: updateKind(
    terminalUpdateSchema,
    (sessionId, update) => [
      {
        type: "terminal",
        sessionId,
        terminalId: update.terminalId,
        patch: pickFields(update, "command", "cwd", "exitStatus", "size", "capabilities"),
        ...extraProperty(update, definedTerminalFields),
        ...(update.output !== undefined && {
          output: update.output === null ? null : { base64: update.output.data },
        }),
        ...metaProperty(readMetaV2, update),
      },
    ],
    TERMINAL_RESERVED,
  ),
  terminal_output_chunk: updateKind(
    terminalOutputChunkSchema,
    (sessionId, { terminalId, data }) => [
      { type: "terminal_output", sessionId, terminalId, data: { base64: data } },
    ],
  ),
  available_commands_update: updateKind(
    availableCommandsSchema,
    (sessionId, { availableCommands }) => [
      { type: "commands", sessionId, commands: availableCommands },
    ],
  ),
  config_option_update: updateKind(schemas.configOptionsSchema, (sessionId, { configOptions }) => [
    { type: "config_options", sessionId, configOptions: withOptionIds(configOptions) },
  ]),
} satisfies Record<UpdateNameV2, UpdateKind>;

/** Returns settings as the state has them: with the version 2 `configId` as `id` too. */
export function withOptionIds(
  options: readonly schemas.SentConfigOption[],
): readonly ConfigOption[] {
  return options.map((option) => ({ ...option, id: option.configId }));
}

/** The `_meta` of a version 2 chunk describes the chunk alone, so the message does not get it. */
function chunkKind(role: MessageRole): UpdateKind {
  return updateKind(contentChunkSchema, (sessionId, { messageId, content }) => [
    { type: "message_chunk", sessionId, role, messageId, content },
  ]);
}

function messageKind(role: MessageRole): UpdateKind {
  return updateKind(
    messageSchema,
    (sessionId, update) => [
      {
        type: "message",
        sessionId,
        role,
        ...extraProperty(update, definedMessageFields),
        ...pickFields(update, "messageId", "content"),
        ...metaProperty(readMetaV2, update),
      },
    ],
    MESSAGE_RESERVED,
  );
}
