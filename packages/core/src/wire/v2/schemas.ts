import * as z from "zod/mini";
import {
  anyJson,
  capabilities,
  configOptionsOf,
  contentBlockOf,
  count,
  integer,
  locationOf,
  meta,
  optionalString,
  permissionOption,
  type SharedSchemas,
  sharedSchemas,
  string,
  textDiff,
} from "../blocks.js";
import { chosen, lenientList, openUnion, strict } from "../schema.js";
import { agentInfo, protocolVersion } from "../v1/schemas.js";

export { sessionInfo, state as stateUpdate, usage } from "../blocks.js";

// Protocol version 2, after `schema/v2/schema.unstable.json` of the official SDK.

const icon = z.object({
  src: string,
  mimeType: optionalString,
  sizes: z.nullish(lenientList(string)),
  theme: optionalString,
  _meta: meta,
});
const contentBlock = contentBlockOf({
  priority: z.number().check(z.minimum(0), z.maximum(1)),
  size: count,
  link: { icons: z.nullish(lenientList(icon)) },
});
export const shared: SharedSchemas = sharedSchemas(contentBlock);

const change = { fileType: optionalString, mimeType: optionalString, _meta: meta };
const onePath = z.object({ ...change, path: string });
const twoPaths = z.object({ ...change, path: string, oldPath: string });
const diffChange = openUnion(
  "operation",
  { add: onePath, delete: onePath, modify: onePath, move: twoPaths, copy: twoPaths },
  z.object({ ...change, operation: string }),
);
const structuredDiff = z.object({
  changes: lenientList(diffChange),
  patch: z.nullish(z.object({ format: string, text: string, _meta: meta })),
  _meta: meta,
});
// Earlier drafts have the diffs of version 1.
const diff = chosen((value) =>
  typeof value === "object" && value !== null && "changes" in value ? structuredDiff : textDiff,
);

const toolCallContent: z.ZodMiniType = openUnion("type", {
  content: z.object({ content: contentBlock, _meta: meta }),
  diff,
  terminal: z.object({ terminalId: string, _meta: meta }),
});

export const toolCallUpdate: z.ZodMiniType = z.object({
  toolCallId: string,
  title: optionalString,
  name: optionalString,
  kind: optionalString,
  status: optionalString,
  content: z.nullish(lenientList(toolCallContent)),
  locations: z.nullish(lenientList(locationOf(count.check(z.minimum(1))))),
  rawInput: anyJson,
  rawOutput: anyJson,
  capabilities,
  _meta: meta,
});

export const toolCallContentChunk: z.ZodMiniType = z.object({
  toolCallId: string,
  content: toolCallContent,
  _meta: meta,
});

export const contentChunk: z.ZodMiniType = z.object({
  messageId: string,
  content: contentBlock,
  _meta: meta,
});

export const message: z.ZodMiniObject = z.object({
  messageId: string,
  content: z.nullish(lenientList(contentBlock)),
  _meta: meta,
});

const cells = integer.check(z.minimum(1), z.maximum(65535));
export const terminalUpdate: z.ZodMiniObject = z.object({
  terminalId: string,
  command: optionalString,
  cwd: optionalString,
  output: z.nullish(z.object({ data: z.base64(), _meta: meta })),
  exitStatus: z.nullish(
    z.object({ exitCode: z.nullish(integer), signal: optionalString, _meta: meta }),
  ),
  size: z.nullish(z.object({ cols: cells, rows: cells, _meta: meta })),
  capabilities,
  _meta: meta,
});

export const terminalOutputChunk: z.ZodMiniType = z.object({
  terminalId: string,
  data: z.base64(),
  _meta: meta,
});

const command = { name: string, description: string };
const input = z.nullish(openUnion("type", { text: z.object({ hint: string, _meta: meta }) }));
const commandList = lenientList(
  openUnion(
    "type",
    { command: z.object({ ...command, input, _meta: meta }) },
    z.object({ ...command, type: string }),
  ),
);
export const availableCommands: z.ZodMiniType = z.object({
  availableCommands: commandList,
  _meta: meta,
});

const configOptionList = configOptionsOf({ id: "configId", group: "groupId", atLeast: 1 });
export const configOptions: z.ZodMiniType = z.object({
  configOptions: configOptionList,
  _meta: meta,
});

const subject = openUnion("type", {
  tool_call: z.object({ toolCall: toolCallUpdate, _meta: meta }),
  command: z.object({
    command: string,
    cwd: string,
    toolCallId: optionalString,
    terminalId: optionalString,
    _meta: meta,
  }),
});
export const permissionRequest: z.ZodMiniObject = z.object({
  sessionId: string,
  // Required by the schema, absent in earlier drafts.
  title: optionalString,
  description: optionalString,
  // Nobody can decide on something that was lost.
  subject: strict(z.nullish(subject)),
  toolCall: strict(z.nullish(toolCallUpdate)),
  options: z.array(permissionOption).check(z.minLength(1)),
  _meta: meta,
});

const sessionSetup = {
  configOptions: z.nullish(configOptionList),
  availableCommands: z.nullish(commandList),
  _meta: meta,
};
export const newSessionResponse: z.ZodMiniType = z.object({ sessionId: string, ...sessionSetup });
export const loadSessionResponse: z.ZodMiniType = z.object(sessionSetup);

export const promptResponse: z.ZodMiniType = z.object({ messageId: string, _meta: meta });

const method = { methodId: string, name: string };
const describedMethod = { ...method, description: optionalString, _meta: meta };
const variable = z.object({ name: string, value: string, _meta: meta });
const authMethod = openUnion(
  "type",
  {
    agent: z.object(describedMethod),
    terminal: z.object({
      ...describedMethod,
      args: strict(z.nullish(z.array(string))),
      env: strict(z.nullish(z.array(variable))),
    }),
  },
  z.object({ ...method, type: string }),
);
export const initializeResponse: z.ZodMiniType = z.object({
  protocolVersion,
  info: agentInfo,
  capabilities: z.nullish(z.object({})),
  authMethods: z.nullish(lenientList(authMethod)),
  _meta: meta,
});
