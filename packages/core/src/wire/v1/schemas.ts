import * as z from "zod";
import {
  any,
  contentBlock,
  location,
  meta,
  optionalString,
  permissionOption,
  planEntry,
  string,
  textDiff,
} from "../blocks.js";
import { lenientList, openUnion } from "../schema.js";

// Protocol version 1, after `schema/v1/schema.json` of the official SDK.

export { sessionInfo, usage } from "../blocks.js";

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
  locations: lenientList(location).nullish(),
  rawInput: any,
  rawOutput: any,
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
  input: z.object({ hint: string }).nullish(),
  _meta: meta,
});
export const availableCommands: z.ZodType = z.object({
  availableCommands: lenientList(command),
  _meta: meta,
});

export const currentMode: z.ZodType = z.object({ currentModeId: string, _meta: meta });

const selectOption = z.object({ value: string, name: string });
const selectGroup = z.object({ group: string, name: string, options: lenientList(selectOption) });

/** The value and choices of a setting, the same in both versions. */
export const configValue: z.ZodType = openUnion("type", {
  select: z.object({
    currentValue: string,
    options: z.union([z.array(selectOption), z.array(selectGroup)]),
  }),
  boolean: z.object({ currentValue: z.boolean() }),
});
const configOption = z
  .object({ id: string, name: string, category: optionalString })
  .and(configValue);
const configOptionList = lenientList(configOption);
export const configOptions: z.ZodType = z.object({ configOptions: configOptionList, _meta: meta });

export const permissionRequest: z.ZodType = z.object({
  sessionId: string,
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

export const promptResponse: z.ZodType = z.object({ stopReason: string, _meta: meta });

export const initializeResponse: z.ZodType = z.object({
  protocolVersion: z.int(),
  agentInfo: z.object({ name: string, version: string, title: optionalString }).nullish(),
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
