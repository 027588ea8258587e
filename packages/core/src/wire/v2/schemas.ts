import * as z from "zod";
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
  sizes: lenientList(string).nullish(),
  theme: optionalString,
  _meta: meta,
});
const contentBlock = contentBlockOf({
  priority: z.number().min(0).max(1),
  size: count,
  link: { icons: lenientList(icon).nullish() },
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
  patch: z.object({ format: string, text: string, _meta: meta }).nullish(),
  _meta: meta,
});
// Earlier drafts have the diffs of version 1.
const diff = chosen((value) =>
  typeof value === "object" && value !== null && "changes" in value ? structuredDiff : textDiff,
);

const toolCallContent: z.ZodType = openUnion("type", {
  content: z.object({ content: contentBlock, _meta: meta }),
  diff,
  terminal: z.object({ terminalId: string, _meta: meta }),
});

export const toolCallUpdate: z.ZodType = z.object({
  toolCallId: string,
  title: optionalString,
  name: optionalString,
  kind: optionalString,
  status: optionalString,
  content: lenientList(toolCallContent).nullish(),
  locations: lenientList(locationOf(count.min(1))).nullish(),
  rawInput: anyJson,
  rawOutput: anyJson,
  capabilities,
  _meta: meta,
});

export const toolCallContentChunk: z.ZodType = z.object({
  toolCallId: string,
  content: toolCallContent,
  _meta: meta,
});

export const contentChunk: z.ZodType = z.object({
  messageId: string,
  content: contentBlock,
  _meta: meta,
});

export const message: z.ZodObject = z.object({
  messageId: string,
  content: lenientList(contentBlock).nullish(),
  _meta: meta,
});

const cells = integer.min(1).max(65535);
export const terminalUpdate: z.ZodObject = z.object({
  terminalId: string,
  command: optionalString,
  cwd: optionalString,
  output: z.object({ data: z.base64(), _meta: meta }).nullish(),
  exitStatus: z
    .object({ exitCode: integer.nullish(), signal: optionalString, _meta: meta })
    .nullish(),
  size: z.object({ cols: cells, rows: cells, _meta: meta }).nullish(),
  capabilities,
  _meta: meta,
});

export const terminalOutputChunk: z.ZodType = z.object({
  terminalId: string,
  data: z.base64(),
  _meta: meta,
});

const command = { name: string, description: string };
const input = openUnion("type", { text: z.object({ hint: string, _meta: meta }) }).nullish();
const commandList = lenientList(
  openUnion(
    "type",
    { command: z.object({ ...command, input, _meta: meta }) },
    z.object({ ...command, type: string }),
  ),
);
export const availableCommands: z.ZodType = z.object({
  availableCommands: commandList,
  _meta: meta,
});

const configOptionList = configOptionsOf({ id: "configId", group: "groupId", atLeast: 1 });
export const configOptions: z.ZodType = z.object({ configOptions: configOptionList, _meta: meta });

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
export const permissionRequest: z.ZodObject = z.object({
  sessionId: string,
  // Required by the schema, absent in earlier drafts.
  title: optionalString,
  description: optionalString,
  // Nobody can decide on something that was lost.
  subject: strict(subject.nullish()),
  toolCall: strict(toolCallUpdate.nullish()),
  options: z.array(permissionOption).min(1),
  _meta: meta,
});

const sessionSetup = {
  configOptions: configOptionList.nullish(),
  availableCommands: commandList.nullish(),
  _meta: meta,
};
export const newSessionResponse: z.ZodType = z.object({ sessionId: string, ...sessionSetup });
export const loadSessionResponse: z.ZodType = z.object(sessionSetup);

export const promptResponse: z.ZodType = z.object({ messageId: string, _meta: meta });

const method = { methodId: string, name: string };
const describedMethod = { ...method, description: optionalString, _meta: meta };
const variable = z.object({ name: string, value: string, _meta: meta });
const authMethod = openUnion(
  "type",
  {
    agent: z.object(describedMethod),
    terminal: z.object({
      ...describedMethod,
      args: strict(z.array(string).nullish()),
      env: strict(z.array(variable).nullish()),
    }),
  },
  z.object({ ...method, type: string }),
);
export const initializeResponse: z.ZodType = z.object({
  protocolVersion,
  info: agentInfo,
  capabilities: z.object({}).nullish(),
  authMethods: lenientList(authMethod).nullish(),
  _meta: meta,
});
