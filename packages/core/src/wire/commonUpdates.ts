import type * as z from "zod/mini";
import type { PlanEvent } from "../events/conversationEvents.js";
import {
  noticeSchema,
  planRemovedSchema,
  planUpdateSchema,
  sessionInfoSchema,
  subagentUpdateSchema,
  usageSchema,
} from "./commonSchemas.js";
import { updateKind, type UpdateKind } from "./parse.js";
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

/**
 * Maps the updates that both versions have. In version 1 most of them are unstable features.
 * `readMeta` reads the `_meta` of `session_info_update`, which is merged in version 1 and patched in
 * version 2.
 */
export function commonUpdates(
  {
    compactionUpdate,
    compactionSummaryChunk,
    sessionMessage,
    sessionMessageChunk,
  }: typeof v1.contentUpdateSchemas | typeof v2.contentUpdateSchemas,
  readMeta: MetaReader,
) {
  const definedSessionInfoFields = definedFields(sessionInfoSchema);
  const definedCompactionFields = definedFields(compactionUpdate);
  return {
    plan_update: updateKind(planUpdateSchema, (sessionId, { plan }) => [
      planEvent(sessionId, plan),
    ]),
    plan_removed: updateKind(planRemovedSchema, (sessionId, { planId }) => [
      { type: "plan_removed", sessionId, planId },
    ]),
    notice: updateKind(noticeSchema, (sessionId, update) => [
      { type: "notice", sessionId, notice: omitFields(update, "sessionUpdate") },
    ]),
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
      PROTO,
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
          patch: omitFields(update, "sessionUpdate", "sessionId", "_meta", "__proto__"),
          ...metaProperty(readMetaV2, update),
        },
      ],
      PROTO,
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
