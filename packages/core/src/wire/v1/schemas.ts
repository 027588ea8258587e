import * as z from "zod";
import {
  anyJson,
  configOptionsOf,
  contentBlockOf,
  count,
  integer,
  locationOf,
  meta,
  optionalString,
  permissionOption,
  planEntry,
  type SharedSchemas,
  sharedSchemas,
  string,
  textDiff,
  tokens,
} from "../blocks.js";
import { lenientList, openUnion } from "../schema.js";

// Protocol version 1, after `schema/v1/schema.unstable.json` of the official SDK.

export { sessionInfo, usage } from "../blocks.js";

const contentBlock = contentBlockOf({ priority: z.number(), size: integer });
export const shared: SharedSchemas = sharedSchemas(contentBlock);

const toolCallContent: z.ZodType = openUnion("type", {
  content: z.object({ content: contentBlock, _meta: meta }),
  diff: textDiff,
  terminal: z.object({ terminalId: string, _meta: meta }),
});

const toolCallFields = {
  toolCallId: string,
  name: optionalString,
  kind: optionalString,
  status: optionalString,
  content: lenientList(toolCallContent).nullish(),
  locations: lenientList(locationOf(count)).nullish(),
  rawInput: anyJson,
  rawOutput: anyJson,
  _meta: meta,
};

export const toolCall: z.ZodType = z.object({ ...toolCallFields, title: string });
export const toolCallUpdate: z.ZodType = z.object({ ...toolCallFields, title: optionalString });

export const contentChunk: z.ZodType = z.object({
  content: contentBlock,
  messageId: optionalString,
  _meta: meta,
});

export const plan: z.ZodType = z.object({ entries: lenientList(planEntry), _meta: meta });

const command = z.object({
  name: string,
  description: string,
  input: z.object({ hint: string, _meta: meta }).nullish(),
  _meta: meta,
});
export const availableCommands: z.ZodType = z.object({
  availableCommands: lenientList(command),
  _meta: meta,
});

export const currentMode: z.ZodType = z.object({ currentModeId: string, _meta: meta });

const configOptionList = configOptionsOf({ id: "id", group: "group", atLeast: 0 });
export const configOptions: z.ZodType = z.object({ configOptions: configOptionList, _meta: meta });

export const permissionRequest: z.ZodObject = z.object({
  sessionId: string,
  // Of version 2; agents may send them all the same.
  title: optionalString,
  description: optionalString,
  toolCall: toolCallUpdate,
  options: z.array(permissionOption),
  _meta: meta,
});

const mode = z.object({ id: string, name: string, description: optionalString, _meta: meta });
const modes = z
  .object({ currentModeId: string, availableModes: lenientList(mode), _meta: meta })
  .nullish();

const sessionSetup = { modes, configOptions: configOptionList.nullish(), _meta: meta };
export const newSessionResponse: z.ZodType = z.object({ sessionId: string, ...sessionSetup });
export const loadSessionResponse: z.ZodType = z.object(sessionSetup);

export const promptResponse: z.ZodType = z.object({
  stopReason: string,
  usage: tokens,
  _meta: meta,
});

export const protocolVersion: z.ZodType = count.max(65535);
export const agentInfo: z.ZodObject = z.object({
  name: string,
  version: string,
  title: optionalString,
  _meta: meta,
});
export const initializeResponse: z.ZodType = z.object({
  protocolVersion,
  agentInfo: agentInfo.nullish(),
  agentCapabilities: z.object({}).nullish(),
  authMethods: lenientList(
    z.object({ id: string, name: string, description: optionalString, _meta: meta }),
  ).nullish(),
  _meta: meta,
});

export const permissionResponse: z.ZodType = z.object({
  outcome: openUnion("outcome", { selected: z.object({ optionId: string }) }),
});
export const prompt: z.ZodType = z.array(contentBlock);
