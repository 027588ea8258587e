import * as z from "zod";
import {
  any,
  capabilities,
  contentBlock,
  location,
  meta,
  optionalString,
  permissionOption,
  string,
  textDiff,
} from "../blocks.js";
import { lenientList, openUnion } from "../schema.js";
import { configValue } from "../v1/schemas.js";

export { sessionInfo, usage } from "../blocks.js";

// Protocol version 2, after `schema/v2/schema.unstable.json` of the official SDK.

const path = z.object({ path: string });
const pathPair = z.object({ path: string, oldPath: string });
const diffChange = openUnion("operation", {
  add: path,
  delete: path,
  modify: path,
  move: pathPair,
  copy: pathPair,
});
const structuredDiff = z.object({
  changes: lenientList(diffChange),
  patch: z.object({ format: string, text: string }).nullish(),
  _meta: meta,
});

const toolCallContent: z.ZodType = openUnion("type", {
  content: z.object({ content: contentBlock, _meta: meta }),
  // Earlier drafts have the diffs of version 1.
  diff: z.union([structuredDiff, textDiff]),
  terminal: z.object({ terminalId: string, _meta: meta }),
});

export const toolCallUpdate: z.ZodType = z.object({
  toolCallId: string,
  title: optionalString,
  name: optionalString,
  kind: optionalString,
  status: optionalString,
  content: lenientList(toolCallContent).nullish(),
  locations: lenientList(location).nullish(),
  rawInput: any,
  rawOutput: any,
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

export const message: z.ZodType = z.object({
  messageId: string,
  content: lenientList(contentBlock).nullish(),
  _meta: meta,
});

const backgroundWork = openUnion("type", {
  terminal: z.object({ terminalId: string }),
  tool_call: z.object({ toolCallId: string }),
});
export const stateUpdate: z.ZodType = z.object({
  state: string,
  stopReason: optionalString,
  error: z.object({ code: z.number(), message: string }).nullish(),
  background: lenientList(backgroundWork).nullish(),
  usage: z.object({}).nullish(),
  _meta: meta,
});

export const terminalUpdate: z.ZodType = z.object({
  terminalId: string,
  command: optionalString,
  cwd: optionalString,
  output: z.object({ data: z.base64() }).nullish(),
  exitStatus: z.object({ exitCode: z.int().nullish(), signal: optionalString }).nullish(),
  size: z.object({ cols: z.int().positive(), rows: z.int().positive() }).nullish(),
  capabilities,
  _meta: meta,
});

export const terminalOutputChunk: z.ZodType = z.object({
  terminalId: string,
  data: z.base64(),
  _meta: meta,
});

const input = openUnion("type", { text: z.object({ hint: string }) }).nullish();
const command = z.object({ name: string, description: string, input, _meta: meta });
export const availableCommands: z.ZodType = z.object({
  availableCommands: lenientList(command),
  _meta: meta,
});

const configOption = z
  .object({ configId: string, name: string, category: optionalString })
  .and(configValue);
const configOptionList = lenientList(configOption);
export const configOptions: z.ZodType = z.object({ configOptions: configOptionList, _meta: meta });

const subject = openUnion("type", {
  tool_call: z.object({ toolCall: toolCallUpdate }),
  command: z.object({
    command: string,
    cwd: string,
    toolCallId: optionalString,
    terminalId: optionalString,
  }),
});
export const permissionRequest: z.ZodType = z.object({
  sessionId: string,
  // Required by the schema, absent in earlier drafts.
  title: optionalString,
  description: optionalString,
  subject: subject.nullish(),
  toolCall: toolCallUpdate.nullish(),
  options: z.array(permissionOption).min(1),
  _meta: meta,
});

const sessionSetup = { configOptions: configOptionList.nullish(), _meta: meta };
export const newSessionResponse: z.ZodType = z.object({ sessionId: string, ...sessionSetup });
export const loadSessionResponse: z.ZodType = z.object(sessionSetup);

export const promptResponse: z.ZodType = z.object({ messageId: string, _meta: meta });

const info = z.object({ name: string, version: string, title: optionalString });
export const initializeResponse: z.ZodType = z.object({
  protocolVersion: z.int(),
  info,
  capabilities: z.object({}).nullish(),
  authMethods: lenientList(z.object({ methodId: string, name: string })).nullish(),
  _meta: meta,
});
