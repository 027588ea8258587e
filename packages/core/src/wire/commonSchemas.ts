import * as z from "zod/mini";
import { lenientList, nullish, openUnion, optional, type Schema, selectSchema } from "./schema.js";

// The schemas that both protocol versions share. Enumerations are open: an unknown value is kept.
// Fields that a schema does not name are kept too.

export const stringSchema = z.string();
export const optionalStringSchema = nullish(stringSchema);
export const metaSchema = nullish(z.looseObject({}));
export const jsonSchema = optional(z.unknown());
/**
 * Padded base64. `z.base64` calls `atob`, which some engines do not have, and decodes the whole text
 * to check it.
 */
export const base64Schema = z
  .string()
  .check(z.refine(isBase64, { error: "Invalid base64-encoded string" }));
/** An integer of any size: the protocol's are 64 bits wide. */
export const integerSchema = z.number().check(z.multipleOf(1));
export const countSchema = integerSchema.check(z.nonnegative());

function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[0-9a-zA-Z+/]*={0,2}$/.test(text);
}

const iconSchema = z.object({
  src: stringSchema,
  mimeType: optionalStringSchema,
  sizes: nullish(lenientList(stringSchema)),
  theme: optionalStringSchema,
  _meta: metaSchema,
});
export const iconFields = { icons: nullish(lenientList(iconSchema)) };

const resourceFields = { uri: stringSchema, mimeType: optionalStringSchema, _meta: metaSchema };
const textResourceSchema = z.object({ ...resourceFields, text: stringSchema });
const blobResourceSchema = z.object({ ...resourceFields, blob: stringSchema });
const resourceSchema = selectSchema((value) => {
  const { text, blob } = (value ?? {}) as { text?: unknown; blob?: unknown };
  return typeof blob === "string" && typeof text !== "string"
    ? blobResourceSchema
    : textResourceSchema;
});

/** The differences between the versions in the content blocks that they allow. */
interface ContentRules<LinkFields extends z.core.$ZodShape> {
  readonly priority: z.ZodMiniNumber<number>;
  readonly size: z.ZodMiniNumber<number>;
  /** Additional fields of a resource link. */
  readonly linkFields: LinkFields;
}

export function contentBlockSchemaOf<LinkFields extends z.core.$ZodShape>({
  priority,
  size,
  linkFields,
}: ContentRules<LinkFields>) {
  const annotations = nullish(
    z.object({
      audience: nullish(lenientList(stringSchema)),
      priority: nullish(priority),
      lastModified: optionalStringSchema,
      _meta: metaSchema,
    }),
  );
  const blockFields = { annotations, _meta: metaSchema };
  return openUnion("type", {
    text: z.object({ ...blockFields, text: stringSchema }),
    image: z.object({
      ...blockFields,
      data: stringSchema,
      mimeType: stringSchema,
      uri: optionalStringSchema,
    }),
    audio: z.object({ ...blockFields, data: stringSchema, mimeType: stringSchema }),
    resource_link: z.object({
      ...blockFields,
      ...linkFields,
      uri: stringSchema,
      name: stringSchema,
      title: optionalStringSchema,
      description: optionalStringSchema,
      mimeType: optionalStringSchema,
      size: nullish(size),
    }),
    resource: z.object({ ...blockFields, resource: resourceSchema }),
  });
}

export function locationSchemaOf(line: z.ZodMiniNumber<number>) {
  return z.object({ path: stringSchema, line: nullish(line), _meta: metaSchema });
}

/** A file diff with the text before and after. */
export const textDiffSchema = z.object({
  path: stringSchema,
  oldText: optionalStringSchema,
  newText: stringSchema,
  _meta: metaSchema,
});

export const terminalItemSchema = z.object({ terminalId: stringSchema, _meta: metaSchema });

export const planEntrySchema = z.object({
  content: stringSchema,
  priority: stringSchema,
  status: stringSchema,
  _meta: metaSchema,
});

export const tokenUsageSchema = z.object({
  totalTokens: countSchema,
  inputTokens: countSchema,
  outputTokens: countSchema,
  thoughtTokens: nullish(countSchema),
  cachedReadTokens: nullish(countSchema),
  cachedWriteTokens: nullish(countSchema),
  _meta: metaSchema,
});

export const modelsSchema = z.object({
  currentModelId: stringSchema,
  availableModels: lenientList(
    z.object({
      modelId: stringSchema,
      name: stringSchema,
      description: optionalStringSchema,
      _meta: metaSchema,
    }),
  ),
  _meta: metaSchema,
});

export const permissionOptionSchema = z.object({
  optionId: stringSchema,
  name: stringSchema,
  kind: stringSchema,
  _meta: metaSchema,
});

/** The presence of a feature. */
export const markerSchema = nullish(z.object({ _meta: metaSchema }));
export const capabilitiesSchema = z.object({ cancel: markerSchema, _meta: metaSchema });

/** The activity of the agent or of a subagent. */
export const activitySchema = z.object({
  state: stringSchema,
  stopReason: optionalStringSchema,
  error: nullish(z.object({ code: integerSchema, message: stringSchema, data: jsonSchema })),
  // Not a lenient list: a list with gaps would say that the missing work has ended.
  background: nullish(
    z.array(
      openUnion("type", {
        terminal: z.object({ terminalId: stringSchema, _meta: metaSchema }),
        tool_call: z.object({ toolCallId: stringSchema, _meta: metaSchema }),
        subagent: z.object({ sessionId: stringSchema, _meta: metaSchema }),
      }),
    ),
  ),
  usage: nullish(tokenUsageSchema),
  _meta: metaSchema,
});

/** The differences between the versions in the settings of a session. */
interface ConfigOptionRules<
  OptionId extends z.core.$ZodShape,
  GroupId extends z.core.$ZodShape & Record<string, Schema>,
> {
  /** The field with the id of a setting. */
  readonly optionId: OptionId;
  /** The field with the id of a group of values. */
  readonly groupId: GroupId;
  /** The number of values that a setting must have. */
  readonly minLength: number;
}

export function configOptionListSchemaOf<
  OptionId extends z.core.$ZodShape,
  GroupId extends z.core.$ZodShape,
>({ optionId, groupId, minLength }: ConfigOptionRules<OptionId, GroupId>) {
  const named = { name: stringSchema, _meta: metaSchema };
  const described = { ...named, description: optionalStringSchema };
  const value = z.object({ ...described, value: stringSchema });
  const values = z.array(value).check(z.minLength(minLength));
  const group = z.object({ ...named, ...groupId, options: lenientList(value, minLength) });
  const groups = z.array(group).check(z.minLength(minLength));
  const [groupField = ""] = Object.keys(groupId);
  const isGroup = (item: unknown): boolean =>
    typeof item === "object" && item !== null && (groupField in item || "options" in item);
  const options = selectSchema((list) =>
    Array.isArray(list) && list.some(isGroup) ? groups : values,
  );
  const optionFields = { ...described, ...optionId, category: optionalStringSchema };
  return lenientList(
    openUnion(
      "type",
      {
        select: z.object({ ...optionFields, currentValue: stringSchema, options }),
        boolean: z.object({ ...optionFields, currentValue: z.boolean() }),
      },
      z.object({ ...optionFields, type: stringSchema }),
    ),
  );
}

export const implementationSchema = z.object({
  name: stringSchema,
  version: stringSchema,
  title: optionalStringSchema,
  _meta: metaSchema,
});

export const protocolVersionSchema = countSchema.check(z.maximum(65535));

/** The capability fields of sessions that both versions have. */
export const sessionCapabilityFields = {
  delete: markerSchema,
  additionalDirectories: markerSchema,
  systemPrompt: nullish(
    z.object({
      mode: nullish(z.object({ override: markerSchema, _meta: metaSchema })),
      _meta: metaSchema,
    }),
  ),
  fork: markerSchema,
  archive: markerSchema,
  status: markerSchema,
  title: markerSchema,
  _meta: metaSchema,
};
