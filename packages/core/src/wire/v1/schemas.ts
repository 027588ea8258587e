import * as z from "zod";
import { lenientList, openUnion } from "../schema.js";

// Protocol version 1, after `schema/v1/schema.json` of the official SDK. Enumerations stay open:
// a value that is not known is kept. Fields that are not named here are kept too.

const string = z.string();
const optionalString = string.nullish();
const meta = z.looseObject({}).nullish();
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
  z.looseObject({ uri: string, text: string, mimeType: optionalString }),
  z.looseObject({ uri: string, blob: string, mimeType: optionalString }),
]);

const contentBlock: z.ZodType = openUnion("type", {
  text: z.looseObject({ ...block, text: string }),
  image: z.looseObject({ ...block, data: string, mimeType: string, uri: optionalString }),
  audio: z.looseObject({ ...block, data: string, mimeType: string }),
  resource_link: z.looseObject({
    ...block,
    uri: string,
    name: string,
    title: optionalString,
    description: optionalString,
    mimeType: optionalString,
    size: z.int().nullish(),
  }),
  resource: z.looseObject({ ...block, resource: resourceContents }),
});

const toolCallContent: z.ZodType = openUnion("type", {
  content: z.looseObject({ content: contentBlock, _meta: meta }),
  diff: z.looseObject({ path: string, oldText: optionalString, newText: string, _meta: meta }),
  terminal: z.looseObject({ terminalId: string, _meta: meta }),
});

const location = z.looseObject({
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

export const toolCall: z.ZodType = z.looseObject({ ...toolCallFields, title: string });
export const toolCallUpdate: z.ZodType = z.looseObject({
  ...toolCallFields,
  title: optionalString,
});

export const contentChunk: z.ZodType = z.looseObject({
  content: contentBlock,
  messageId: optionalString,
  _meta: meta,
});

const planEntry = z.looseObject({ content: string, priority: string, status: string, _meta: meta });
export const plan: z.ZodType = z.looseObject({ entries: lenientList(planEntry), _meta: meta });

const command = z.looseObject({
  name: string,
  description: string,
  input: z.looseObject({ hint: string }).nullish(),
  _meta: meta,
});
export const availableCommands: z.ZodType = z.looseObject({
  availableCommands: lenientList(command),
  _meta: meta,
});

export const currentMode: z.ZodType = z.looseObject({ currentModeId: string, _meta: meta });

const selectOption = z.looseObject({ value: string, name: string });
const selectGroup = z.looseObject({
  group: string,
  name: string,
  options: lenientList(selectOption),
});
const configOption: z.ZodType = z
  .looseObject({ id: string, name: string, category: optionalString })
  .and(
    openUnion("type", {
      select: z.looseObject({
        currentValue: string,
        options: z.union([z.array(selectOption), z.array(selectGroup)]),
      }),
      boolean: z.looseObject({ currentValue: z.boolean() }),
    }),
  );
const configOptionList = lenientList(configOption);
export const configOptions: z.ZodType = z.looseObject({
  configOptions: configOptionList,
  _meta: meta,
});

export const sessionInfo: z.ZodType = z.looseObject({
  title: optionalString,
  updatedAt: optionalString,
  _meta: meta,
});

const count = z.int().nonnegative();
export const usage: z.ZodType = z.looseObject({
  used: count,
  size: count,
  cost: z.looseObject({ amount: z.number(), currency: string }).nullish(),
  _meta: meta,
});

const permissionOption = z.looseObject({
  optionId: string,
  name: string,
  kind: string,
  _meta: meta,
});
export const permissionRequest: z.ZodType = z.looseObject({
  sessionId: string,
  toolCall: toolCallUpdate,
  options: z.array(permissionOption),
  _meta: meta,
});

const mode = z.looseObject({ id: string, name: string, description: optionalString, _meta: meta });
const modes = z
  .looseObject({ currentModeId: string, availableModes: lenientList(mode), _meta: meta })
  .nullish();

const sessionSetup = { modes, configOptions: configOptionList.nullish(), _meta: meta };
export const newSessionResponse: z.ZodType = z.looseObject({ sessionId: string, ...sessionSetup });
export const loadSessionResponse: z.ZodType = z.looseObject(sessionSetup);

export const promptResponse: z.ZodType = z.looseObject({ stopReason: string, _meta: meta });

const authMethod = z.looseObject({
  id: string,
  name: string,
  description: optionalString,
  _meta: meta,
});
export const initializeResponse: z.ZodType = z.looseObject({
  protocolVersion: z.int(),
  agentInfo: z.looseObject({ name: string, version: string, title: optionalString }).nullish(),
  agentCapabilities: z.looseObject({}).nullish(),
  authMethods: lenientList(authMethod).nullish(),
  _meta: meta,
});

export const permissionResponse: z.ZodType = z.looseObject({
  outcome: openUnion("outcome", { selected: z.looseObject({ optionId: string }) }),
});
export const prompt: z.ZodType = z.array(contentBlock);
