import type { JsonObject } from "../json.js";
import type { SharedSchemas } from "./blocks.js";
import { metaProperty, readMetaV2 } from "./meta.js";
import { entityOf, kindOf, omit, pick, type UpdateKinds } from "./update.js";

/** It means something else to the language. */
const RESERVED: ReadonlySet<string> = new Set(["__proto__"]);

/**
 * Updates that both versions have in the same form: of version 1 these are its unstable features.
 */
export function sharedUpdates(schemas: SharedSchemas): UpdateKinds {
  return {
    plan_update: kindOf(schemas.planUpdate, (update) => planEvent(update["plan"] as JsonObject)),
    plan_removed: kindOf(schemas.planRemoved, ({ planId }) => ({ type: "plan_removed", planId })),
    notice: kindOf(schemas.notice, (update) => ({
      type: "notice",
      notice: omit(update, "sessionUpdate"),
    })),
    compaction_update: entityOf(schemas.compactionUpdate, [], (update) => ({
      type: "compaction",
      ...pick(update, "compactionId", "status", "summary", "error"),
      ...metaProperty(readMetaV2, update),
    })),
    compaction_summary_chunk: kindOf(schemas.compactionSummaryChunk, (update) => ({
      type: "compaction_summary",
      ...pick(update, "compactionId", "content"),
    })),
    subagent_update: kindOf(
      schemas.subagentUpdate,
      (update) => ({
        type: "subagent",
        childSessionId: update["sessionId"],
        patch: omit(update, "sessionUpdate", "sessionId", "_meta", "__proto__"),
        ...metaProperty(readMetaV2, update),
      }),
      RESERVED,
    ),
    session_message: kindOf(
      schemas.sessionMessage,
      (update) => ({
        type: "session_message",
        messageId: update["messageId"],
        patch: omit(update, "sessionUpdate", "messageId", "_meta", "__proto__"),
        ...metaProperty(readMetaV2, update),
      }),
      RESERVED,
    ),
    session_message_chunk: kindOf(schemas.sessionMessageChunk, (update) => ({
      type: "session_message_chunk",
      ...pick(update, "messageId", "content"),
    })),
  };
}

function planEvent(plan: JsonObject): JsonObject & { readonly type: "plan" } {
  return {
    type: "plan",
    planId: plan["planId"],
    plan: omit(plan, "planId", "_meta", "__proto__"),
    ...metaProperty(readMetaV2, plan),
  };
}
