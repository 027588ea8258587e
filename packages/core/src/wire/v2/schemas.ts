import * as z from "zod/mini";
import {
  capabilitiesSchema,
  configOptionListSchemaOf,
  contentBlockSchemaOf,
  countSchema,
  iconFields,
  implementationSchema,
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
} from "../commonSchemas.js";
import { lenientList, nullish, openUnion, optional, selectSchema, strict } from "../schema.js";

// The schemas of protocol version 2, after `schema/v2/schema.unstable.json` of the official SDK. The
// schema of a kind of update is beside its mapper in `updates.ts`.

export const contentBlockSchema = contentBlockSchemaOf({
  priority: z.number().check(z.minimum(0), z.maximum(1)),
  size: countSchema,
  linkFields: iconFields,
});

const changeFields = {
  fileType: optionalStringSchema,
  mimeType: optionalStringSchema,
  _meta: metaSchema,
};
const onePathSchema = z.object({
  ...changeFields,
  path: stringSchema,
  oldPath: optional(stringSchema),
});
const twoPathsSchema = z.object({ ...changeFields, path: stringSchema, oldPath: stringSchema });
const diffChangeSchema = openUnion(
  "operation",
  {
    add: onePathSchema,
    delete: onePathSchema,
    modify: onePathSchema,
    move: twoPathsSchema,
    copy: twoPathsSchema,
  },
  z.object({
    ...changeFields,
    operation: stringSchema,
    path: optional(stringSchema),
    oldPath: optional(stringSchema),
  }),
);
const changesDiffSchema = z.object({
  changes: lenientList(diffChangeSchema),
  patch: nullish(z.object({ format: stringSchema, text: stringSchema, _meta: metaSchema })),
  _meta: metaSchema,
});
// Earlier drafts of version 2 have the diffs of version 1.
const diffSchema = selectSchema((value) =>
  typeof value === "object" && value !== null && "changes" in value
    ? changesDiffSchema
    : textDiffSchema,
);

export const toolCallContentSchema = openUnion("type", {
  content: z.object({ content: contentBlockSchema, _meta: metaSchema }),
  diff: diffSchema,
  terminal: terminalItemSchema,
});

export const toolCallUpdateSchema = z.object({
  toolCallId: stringSchema,
  title: optionalStringSchema,
  name: optionalStringSchema,
  kind: optionalStringSchema,
  status: optionalStringSchema,
  content: nullish(lenientList(toolCallContentSchema)),
  locations: nullish(lenientList(locationSchemaOf(countSchema.check(z.minimum(1))))),
  rawInput: jsonSchema,
  rawOutput: jsonSchema,
  capabilities: nullish(capabilitiesSchema),
  _meta: metaSchema,
});

const commandFields = { name: stringSchema, description: stringSchema };
const commandInputSchema = nullish(
  openUnion(
    "type",
    { text: z.object({ hint: stringSchema, _meta: metaSchema }) },
    z.object({ type: stringSchema, hint: optionalStringSchema, _meta: metaSchema }),
  ),
);
export const commandListSchema = lenientList(
  openUnion(
    "type",
    { command: z.object({ ...commandFields, input: commandInputSchema, _meta: metaSchema }) },
    z.object({
      ...commandFields,
      type: stringSchema,
      input: commandInputSchema,
      _meta: metaSchema,
    }),
  ),
);

const configOptionListSchema = configOptionListSchemaOf({
  optionId: { configId: stringSchema },
  groupId: { groupId: stringSchema, group: optional(stringSchema) },
  minLength: 1,
});
export const configOptionsSchema = z.object({
  configOptions: configOptionListSchema,
  _meta: metaSchema,
});

const subjectSchema = openUnion("type", {
  tool_call: z.object({ toolCall: toolCallUpdateSchema, _meta: metaSchema }),
  command: z.object({
    command: stringSchema,
    cwd: stringSchema,
    toolCallId: optionalStringSchema,
    terminalId: optionalStringSchema,
    _meta: metaSchema,
  }),
});
export const permissionRequestSchema = z.object({
  sessionId: stringSchema,
  // Required by the official schema, absent in earlier drafts.
  title: optionalStringSchema,
  description: optionalStringSchema,
  // Strict, because the user cannot decide without knowing the subject.
  subject: strict(nullish(subjectSchema)),
  toolCall: strict(nullish(toolCallUpdateSchema)),
  options: z.array(permissionOptionSchema).check(z.minLength(1)),
  _meta: metaSchema,
});

export const sessionSetupFields = {
  // Agents that follow an earlier version of the protocol offer their models here.
  models: nullish(modelsSchema),
  configOptions: nullish(configOptionListSchema),
  availableCommands: nullish(commandListSchema),
  _meta: metaSchema,
};
export const newSessionResponseSchema = z.object({
  sessionId: stringSchema,
  ...sessionSetupFields,
});
export const loadSessionResponseSchema = z.object(sessionSetupFields);

export const promptResponseSchema = z.object({ messageId: stringSchema, _meta: metaSchema });

const agentCapabilitiesSchema = z.object({
  session: nullish(
    z.object({
      ...sessionCapabilityFields,
      prompt: nullish(
        z.object({
          image: markerSchema,
          audio: markerSchema,
          embeddedContext: markerSchema,
          _meta: metaSchema,
        }),
      ),
      mcp: nullish(
        z.object({ stdio: markerSchema, http: markerSchema, acp: markerSchema, _meta: metaSchema }),
      ),
    }),
  ),
  auth: nullish(z.object({ status: markerSchema, _meta: metaSchema })),
  providers: markerSchema,
  _meta: metaSchema,
});

const authMethodFields = {
  methodId: stringSchema,
  name: stringSchema,
  description: optionalStringSchema,
  _meta: metaSchema,
};
const envVariableSchema = z.object({
  name: stringSchema,
  value: stringSchema,
  _meta: metaSchema,
});

export const initializeResponseSchema = z.object({
  protocolVersion: protocolVersionSchema,
  info: implementationSchema,
  capabilities: nullish(agentCapabilitiesSchema),
  authMethods: nullish(
    lenientList(
      openUnion(
        "type",
        {
          agent: z.object(authMethodFields),
          terminal: z.object({
            ...authMethodFields,
            args: strict(nullish(z.array(stringSchema))),
            env: strict(nullish(z.array(envVariableSchema))),
          }),
        },
        z.object({ ...authMethodFields, type: stringSchema }),
      ),
    ),
  ),
  _meta: metaSchema,
});

/** A setting as version 2 sends it. */
export type SentConfigOption = z.infer<typeof configOptionListSchema>[number];
