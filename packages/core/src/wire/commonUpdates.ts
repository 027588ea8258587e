import * as z from "zod/mini";
import type { PlanEvent } from "../events/conversationEvents.js";
import {
  activitySchema,
  capabilitiesSchema,
  countSchema,
  metaSchema,
  optionalStringSchema,
  planEntrySchema,
  stringSchema,
} from "./commonSchemas.js";
import { type ReservedFields, updateKind, type UpdateKind } from "./parse.js";
import { withQuota } from "./quotaMeta.js";
import {
  definedFields,
  extraProperty,
  metaProperty,
  type MetaReader,
  omitFields,
  pickFields,
  PROTO,
  readMetaV2,
  TIME_FIELDS,
} from "./updateFields.js";
import { lenientList, nullish, openUnion, optional, strict } from "./schema.js";
import type * as v1 from "./v1/schemas.js";
import type * as v2 from "./v2/schemas.js";

/** The kinds of updates that both protocol versions have in the same form. */
export type CommonUpdateName =
  | "plan_update"
  | "plan_removed"
  | "notice"
  | "usage_update"
  | "session_info_update"
  | "compaction_update"
  | "compaction_summary_chunk"
  | "subagent_update"
  | "session_message"
  | "session_message_chunk";

export const usageSchema = z.object({
  used: countSchema,
  size: countSchema,
  cost: nullish(z.object({ amount: z.number(), currency: stringSchema, _meta: metaSchema })),
  _meta: metaSchema,
});

export const sessionInfoSchema = z.object({
  title: optionalStringSchema,
  updatedAt: optionalStringSchema,
  _meta: metaSchema,
});

/** Every plan may have the fields of any type, because `Plan` promises their types. */
const planFields = {
  planId: stringSchema,
  entries: optional(lenientList(planEntrySchema)),
  content: optional(stringSchema),
  uri: optional(stringSchema),
  _meta: metaSchema,
};

export const planUpdateSchema = z.object({
  plan: openUnion(
    "type",
    {
      items: z.object({ ...planFields, entries: lenientList(planEntrySchema) }),
      markdown: z.object({ ...planFields, content: stringSchema }),
      file: z.object({ ...planFields, uri: stringSchema }),
    },
    z.object({ ...planFields, type: stringSchema }),
  ),
  _meta: metaSchema,
});

export const planRemovedSchema = z.object({ planId: stringSchema, _meta: metaSchema });

export const noticeSchema = z.object({
  severity: stringSchema,
  title: stringSchema.check(z.minLength(1)),
  description: optionalStringSchema,
  _meta: metaSchema,
});

export const subagentUpdateSchema = z.object({
  sessionId: stringSchema,
  title: optionalStringSchema,
  description: optionalStringSchema,
  capabilities: nullish(capabilitiesSchema),
  state: nullish(activitySchema),
  cwd: strict(nullish(stringSchema)),
  additionalDirectories: strict(nullish(z.array(stringSchema))),
  _meta: metaSchema,
});

/** The fields that the store adds to a notice. */
const NOTICE_RESERVED_FIELDS = ["position", "count", "__proto__"] as const;
const NOTICE_RESERVED: ReservedFields = new Set(NOTICE_RESERVED_FIELDS);
/** The fields that the store adds to a subagent. */
const SUBAGENT_RESERVED_FIELDS = ["startedAt", "endedAt", "__proto__"] as const;
const SUBAGENT_RESERVED: ReservedFields = new Set(SUBAGENT_RESERVED_FIELDS);
/** The fields that the store adds to a compaction. */
const COMPACTION_RESERVED_FIELDS = [
  "startedAt",
  "endedAt",
  "tokensBefore",
  "tokensAfter",
  "__proto__",
] as const;
const COMPACTION_RESERVED: ReservedFields = new Set(COMPACTION_RESERVED_FIELDS);

/** The schemas of the updates whose content blocks differ between the versions. */
export function contentUpdateSchemasOf(
  contentBlock: typeof v1.contentBlockSchema | typeof v2.contentBlockSchema,
) {
  return {
    compactionUpdate: z.object({
      compactionId: stringSchema,
      status: stringSchema,
      summary: nullish(lenientList(contentBlock)),
      error: optionalStringSchema,
      _meta: metaSchema,
    }),
    compactionSummaryChunk: z.object({
      compactionId: stringSchema,
      content: contentBlock,
      _meta: metaSchema,
    }),
    sessionMessage: z.object({
      messageId: stringSchema,
      senderSessionId: optionalStringSchema,
      recipientSessionId: optionalStringSchema,
      senderMessageId: optionalStringSchema,
      recipientMessageId: optionalStringSchema,
      content: nullish(lenientList(contentBlock)),
      _meta: metaSchema,
    }),
    sessionMessageChunk: z.object({
      messageId: stringSchema,
      content: contentBlock,
      _meta: metaSchema,
    }),
  };
}

/**
 * Maps the updates that both versions have. In version 1 most of them are unstable features.
 * `readMeta` reads the `_meta` of `session_info_update`, which is merged in version 1 and patched in
 * version 2.
 */
export function commonUpdates(
  contentBlock: typeof v1.contentBlockSchema | typeof v2.contentBlockSchema,
  readMeta: MetaReader,
) {
  const { compactionUpdate, compactionSummaryChunk, sessionMessage, sessionMessageChunk } =
    contentUpdateSchemasOf(contentBlock);
  const definedSessionInfoFields = definedFields(sessionInfoSchema);
  const definedCompactionFields = definedFields(compactionUpdate, ...COMPACTION_RESERVED_FIELDS);
  return {
    plan_update: updateKind(planUpdateSchema, (sessionId, { plan }) => [
      planEvent(sessionId, plan),
    ]),
    plan_removed: updateKind(planRemovedSchema, (sessionId, { planId }) => [
      { type: "plan_removed", sessionId, planId },
    ]),
    notice: updateKind(
      noticeSchema,
      (sessionId, update) => [
        {
          type: "notice",
          sessionId,
          notice: omitFields(update, "sessionUpdate", ...NOTICE_RESERVED_FIELDS),
        },
      ],
      NOTICE_RESERVED,
    ),
    usage_update: updateKind(usageSchema, (sessionId, update) => [
      { type: "usage", sessionId, usage: omitFields(update, "sessionUpdate") },
    ]),
    session_info_update: updateKind(
      sessionInfoSchema,
      (sessionId, update) => [
        {
          type: "session_info",
          sessionId,
          ...extraProperty(update, definedSessionInfoFields),
          ...pickFields(update, "title", "updatedAt"),
          ...metaProperty(readMeta, update),
        },
      ],
      PROTO,
    ),
    compaction_update: updateKind(
      compactionUpdate,
      (sessionId, update) => [
        {
          type: "compaction",
          sessionId,
          ...extraProperty(update, definedCompactionFields),
          ...pickFields(update, "compactionId", "status", "summary", "error"),
          ...metaProperty(readMetaV2, update),
        },
      ],
      COMPACTION_RESERVED,
    ),
    compaction_summary_chunk: updateKind(
      compactionSummaryChunk,
      (sessionId, { compactionId, content }) => [
        { type: "compaction_summary", sessionId, compactionId, content },
      ],
    ),
    subagent_update: updateKind(
      subagentUpdateSchema,
      (sessionId, update) => [
        {
          type: "subagent",
          sessionId,
          childSessionId: update.sessionId,
          patch: {
            ...omitFields(
              update,
              "sessionUpdate",
              "sessionId",
              "_meta",
              ...SUBAGENT_RESERVED_FIELDS,
            ),
            ...(update.state && { state: withQuota(update.state) }),
          },
          ...metaProperty(readMetaV2, update),
        },
      ],
      SUBAGENT_RESERVED,
    ),
    session_message: updateKind(
      sessionMessage,
      (sessionId, update) => [
        {
          type: "session_message",
          sessionId,
          messageId: update.messageId,
          patch: omitFields(update, "sessionUpdate", "messageId", "_meta", "__proto__"),
          ...metaProperty(readMetaV2, update),
        },
      ],
      PROTO,
    ),
    session_message_chunk: updateKind(sessionMessageChunk, (sessionId, { messageId, content }) => [
      { type: "session_message_chunk", sessionId, messageId, content },
    ]),
  } satisfies Record<CommonUpdateName, UpdateKind>;
}

function planEvent(sessionId: string, plan: z.infer<typeof planUpdateSchema>["plan"]): PlanEvent {
  return {
    type: "plan",
    sessionId,
    planId: plan.planId,
    plan: omitFields(plan, "planId", "_meta", ...TIME_FIELDS, "__proto__"),
    ...metaProperty(readMetaV2, plan),
  };
}
