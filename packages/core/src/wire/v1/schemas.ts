import * as z from "zod/mini";
import { isObject } from "../../json.js";
import {
  capabilitiesSchema,
  configOptionListSchemaOf,
  contentBlockSchemaOf,
  countSchema,
  implementationSchema,
  integerSchema,
  jsonSchema,
  locationSchemaOf,
  markerSchema,
  metaSchema,
  modelsSchema,
  optionalStringSchema,
  permissionOptionSchema,
  protocolVersionSchema,
  sessionCapabilityFields,
  stringSchema,
  terminalItemSchema,
  textDiffSchema,
  tokenUsageSchema,
} from "../commonSchemas.js";
import { lenientList, nullish, openUnion, optional, selectSchema, strict } from "../schema.js";

// The schemas of protocol version 1, after `schema/v1/schema.unstable.json` of the official SDK. The
// schema of a kind of update is beside its mapper in `updates.ts`.

export const contentBlockSchema = contentBlockSchemaOf({
  priority: z.number(),
  size: integerSchema,
  linkFields: {},
});

const toolCallContentSchema = openUnion("type", {
  content: z.object({ content: contentBlockSchema, _meta: metaSchema }),
  diff: textDiffSchema,
  terminal: terminalItemSchema,
});

const toolCallFields = {
  toolCallId: stringSchema,
  name: optionalStringSchema,
  kind: optionalStringSchema,
  status: optionalStringSchema,
  content: nullish(lenientList(toolCallContentSchema)),
  locations: nullish(lenientList(locationSchemaOf(countSchema))),
  rawInput: jsonSchema,
  rawOutput: jsonSchema,
  // A version 2 field that agents may send in version 1 too.
  capabilities: nullish(capabilitiesSchema),
  _meta: metaSchema,
};

export const toolCallSchema = z.object({ ...toolCallFields, title: stringSchema });
export const toolCallUpdateSchema = z.object({ ...toolCallFields, title: optionalStringSchema });

export const commandListSchema = lenientList(
  z.object({
    name: stringSchema,
    description: stringSchema,
    type: optional(stringSchema),
    input: nullish(
      z.object({ hint: stringSchema, type: optional(stringSchema), _meta: metaSchema }),
    ),
    _meta: metaSchema,
  }),
);

const configOptionListSchema = configOptionListSchemaOf({
  optionId: { id: stringSchema, configId: optional(stringSchema) },
  groupId: { group: stringSchema, groupId: optional(stringSchema) },
  minLength: 0,
});
export const configOptionsSchema = z.object({
  configOptions: configOptionListSchema,
  _meta: metaSchema,
});

export const permissionRequestSchema = z.object({
  sessionId: stringSchema,
  // Version 2 fields that agents may send in version 1 too.
  title: optionalStringSchema,
  description: optionalStringSchema,
  toolCall: toolCallUpdateSchema,
  options: z.array(permissionOptionSchema),
  _meta: metaSchema,
});

const modeSchema = z.object({
  id: stringSchema,
  name: stringSchema,
  description: optionalStringSchema,
  _meta: metaSchema,
});

export const sessionSetupFields = {
  modes: nullish(
    z.object({
      currentModeId: stringSchema,
      availableModes: lenientList(modeSchema),
      _meta: metaSchema,
    }),
  ),
  // Agents that follow an earlier version of the protocol offer their models here.
  models: nullish(modelsSchema),
  configOptions: nullish(configOptionListSchema),
  // A version 2 field that agents may send in version 1 too.
  availableCommands: nullish(commandListSchema),
  _meta: metaSchema,
};
export const newSessionResponseSchema = z.object({
  sessionId: stringSchema,
  ...sessionSetupFields,
});
export const loadSessionResponseSchema = z.object(sessionSetupFields);

export const promptResponseSchema = z.object({
  stopReason: stringSchema,
  usage: nullish(tokenUsageSchema),
  _meta: metaSchema,
});

const flagSchema = nullish(z.boolean());
const agentCapabilitiesSchema = z.object({
  loadSession: flagSchema,
  promptCapabilities: nullish(
    z.object({
      image: flagSchema,
      audio: flagSchema,
      embeddedContext: flagSchema,
      _meta: metaSchema,
    }),
  ),
  mcpCapabilities: nullish(
    z.object({ http: flagSchema, sse: flagSchema, acp: flagSchema, _meta: metaSchema }),
  ),
  sessionCapabilities: nullish(
    z.object({
      ...sessionCapabilityFields,
      list: markerSchema,
      resume: markerSchema,
      close: markerSchema,
    }),
  ),
  auth: nullish(z.object({ status: markerSchema, logout: markerSchema, _meta: metaSchema })),
  providers: markerSchema,
  _meta: metaSchema,
});

const authMethodFields = {
  id: stringSchema,
  methodId: optional(stringSchema),
  name: stringSchema,
  description: optionalStringSchema,
  _meta: metaSchema,
};
/** An object whose values are strings. `z.record` would add 1 kB to the bundle. */
const stringRecordSchema = selectSchema((value) =>
  z.object(
    Object.fromEntries(Object.keys(isObject(value) ? value : {}).map((key) => [key, stringSchema])),
  ),
);
const typedAuthMethodSchema = openUnion(
  "type",
  {
    agent: z.object(authMethodFields),
    terminal: z.object({
      ...authMethodFields,
      args: strict(nullish(z.array(stringSchema))),
      env: strict(nullish(stringRecordSchema)),
    }),
  },
  z.object({ ...authMethodFields, type: stringSchema }),
);
const untypedAuthMethodSchema = z.object({
  ...authMethodFields,
  type: optional(z.null()),
});
const authMethodSchema = selectSchema((value) =>
  isObject(value) && typeof value["type"] === "string"
    ? typedAuthMethodSchema
    : untypedAuthMethodSchema,
);

export const initializeResponseSchema = z.object({
  protocolVersion: protocolVersionSchema,
  agentInfo: nullish(implementationSchema),
  agentCapabilities: nullish(agentCapabilitiesSchema),
  authMethods: nullish(lenientList(authMethodSchema)),
  _meta: metaSchema,
});
