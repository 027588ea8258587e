import * as z from "zod";
import { lenientList, openUnion } from "../schema.js";

// Protocol version 1, after `schema/v1/schema.json` of the official SDK. Enumerations stay open:
// a value that is not known is kept. Fields that are not named here are kept too.

const string = z.string();
const optionalString = string.nullish();
const meta = z.object({}).nullish();
const any = z.unknown().optional();

const annotations = z
  .looseObject({
    audience: lenientList(string).nullish(),
    priority: z.number().nullish(),
    lastModified: optionalString,
    _meta: meta,
  })
  .nullish();

const block = { annotations, _meta: meta };
const resourceContents = z.union([
  z.object({ uri: string, text: string, mimeType: optionalString }),
  z.object({ uri: string, blob: string, mimeType: optionalString }),
]);

const contentBlock: z.ZodType = openUnion("type", {
  text: z.object({ ...block, text: string }),
  image: z.object({ ...block, data: string, mimeType: string, uri: optionalString }),
  audio: z.object({ ...block, data: string, mimeType: string }),
  resource_link: z.object({
    ...block,
    uri: string,
    name: string,
    title: optionalString,
    description: optionalString,
    mimeType: optionalString,
    size: z.int().nullish(),
  }),
  resource: z.object({ ...block, resource: resourceContents }),
});

const toolCallContent: z.ZodType = openUnion("type", {
  content: z.object({ content: contentBlock, _meta: meta }),
  diff: z.object({ path: string, oldText: optionalString, newText: string, _meta: meta }),
  terminal: z.object({ terminalId: string, _meta: meta }),
});

const location = z.object({
  path: string,
  line: z.int().nonnegative().nullish(),
  _meta: meta,
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
export const toolCallUpdate: z.ZodType = z.object({
  ...toolCallFields,
  title: optionalString,
});

export const contentChunk: z.ZodType = z.object({
  content: contentBlock,
  messageId: optionalString,
  _meta: meta,
});

const planEntry = z.object({ content: string, priority: string, status: string, _meta: meta });
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
const selectGroup = z.object({
  group: string,
  name: string,
  options: lenientList(selectOption),
});
const configOption: z.ZodType = z
  .looseObject({ id: string, name: string, category: optionalString })
  .and(
    openUnion("type", {
      select: z.object({
        currentValue: string,
        options: z.union([z.array(selectOption), z.array(selectGroup)]),
      }),
      boolean: z.object({ currentValue: z.boolean() }),
    }),
  );
const configOptionList = lenientList(configOption);
export const configOptions: z.ZodType = z.object({
  configOptions: configOptionList,
  _meta: meta,
});

export const sessionInfo: z.ZodType = z.object({
  title: optionalString,
  updatedAt: optionalString,
  _meta: meta,
});

const count = z.int().nonnegative();
export const usage: z.ZodType = z.object({
  used: count,
  size: count,
  cost: z.object({ amount: z.number(), currency: string }).nullish(),
  _meta: meta,
});

const permissionOption = z.object({
  optionId: string,
  name: string,
  kind: string,
  _meta: meta,
});
export const permissionRequest: z.ZodType = z.object({
  sessionId: string,
  toolCall: toolCallUpdate,
  options: z.array(permissionOption),
  _meta: meta,
});

const mode = z.object({ id: string, name: string, description: optionalString, _meta: meta });
const modes = z
  .looseObject({ currentModeId: string, availableModes: lenientList(mode), _meta: meta })
  .nullish();

const sessionSetup = { modes, configOptions: configOptionList.nullish(), _meta: meta };
export const newSessionResponse: z.ZodType = z.object({ sessionId: string, ...sessionSetup });
export const loadSessionResponse: z.ZodType = z.object(sessionSetup);

export const promptResponse: z.ZodType = z.object({ stopReason: string, _meta: meta });

const authMethod = z.object({
  id: string,
  name: string,
  description: optionalString,
  _meta: meta,
});
export const initializeResponse: z.ZodType = z.object({
  protocolVersion: z.int(),
  agentInfo: z.object({ name: string, version: string, title: optionalString }).nullish(),
  agentCapabilities: z.object({}).nullish(),
  authMethods: lenientList(authMethod).nullish(),
  _meta: meta,
});

export const permissionResponse: z.ZodType = z.object({
  outcome: openUnion("outcome", { selected: z.object({ optionId: string }) }),
});
export const prompt: z.ZodType = z.array(contentBlock);
