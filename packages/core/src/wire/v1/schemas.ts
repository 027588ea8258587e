import * as z from "zod/mini";
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

const toolCallContent: z.ZodMiniType = openUnion("type", {
  content: z.object({ content: contentBlock, _meta: meta }),
  diff: textDiff,
  terminal: z.object({ terminalId: string, _meta: meta }),
});

const toolCallFields = {
  toolCallId: string,
  name: optionalString,
  kind: optionalString,
  status: optionalString,
  content: z.nullish(lenientList(toolCallContent)),
  locations: z.nullish(lenientList(locationOf(count))),
  rawInput: anyJson,
  rawOutput: anyJson,
  _meta: meta,
};

export const toolCall: z.ZodMiniType = z.object({ ...toolCallFields, title: string });
export const toolCallUpdate: z.ZodMiniType = z.object({ ...toolCallFields, title: optionalString });

export const contentChunk: z.ZodMiniType = z.object({
  content: contentBlock,
  messageId: optionalString,
  _meta: meta,
});

export const plan: z.ZodMiniType = z.object({ entries: lenientList(planEntry), _meta: meta });

const command = z.object({
  name: string,
  description: string,
  input: z.nullish(z.object({ hint: string, _meta: meta })),
  _meta: meta,
});
export const availableCommands: z.ZodMiniType = z.object({
  availableCommands: lenientList(command),
  _meta: meta,
});

export const currentMode: z.ZodMiniType = z.object({ currentModeId: string, _meta: meta });

const configOptionList = configOptionsOf({ id: "id", group: "group", atLeast: 0 });
export const configOptions: z.ZodMiniType = z.object({
  configOptions: configOptionList,
  _meta: meta,
});

export const permissionRequest: z.ZodMiniObject = z.object({
  sessionId: string,
  // Of version 2; agents may send them all the same.
  title: optionalString,
  description: optionalString,
  toolCall: toolCallUpdate,
  options: z.array(permissionOption),
  _meta: meta,
});

const mode = z.object({ id: string, name: string, description: optionalString, _meta: meta });
const modes = z.nullish(
  z.object({ currentModeId: string, availableModes: lenientList(mode), _meta: meta }),
);

const sessionSetup = { modes, configOptions: z.nullish(configOptionList), _meta: meta };
export const newSessionResponse: z.ZodMiniType = z.object({ sessionId: string, ...sessionSetup });
export const loadSessionResponse: z.ZodMiniType = z.object(sessionSetup);

export const promptResponse: z.ZodMiniType = z.object({
  stopReason: string,
  usage: tokens,
  _meta: meta,
});

export const protocolVersion: z.ZodMiniType = count.check(z.maximum(65535));
export const agentInfo: z.ZodMiniObject = z.object({
  name: string,
  version: string,
  title: optionalString,
  _meta: meta,
});
export const initializeResponse: z.ZodMiniType = z.object({
  protocolVersion,
  agentInfo: z.nullish(agentInfo),
  agentCapabilities: z.nullish(z.object({})),
  authMethods: z.nullish(
    lenientList(z.object({ id: string, name: string, description: optionalString, _meta: meta })),
  ),
  _meta: meta,
});

export const permissionResponse: z.ZodMiniType = z.object({
  outcome: openUnion("outcome", { selected: z.object({ optionId: string }) }),
});
export const prompt: z.ZodMiniType = z.array(contentBlock);
