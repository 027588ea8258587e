import { isObject, type JsonObject } from "../json.js";
import { type Lose, withFields } from "./conversion.js";
import { diffsOfPatch } from "./diffsOfPatch.js";
import { metaToV1 } from "./meta.js";

/** The defaults of cleared fields that version 1 can express. */
const CLEARED: Readonly<Record<string, unknown>> = {
  kind: "other",
  status: "pending",
  content: [],
  locations: [],
};
const CLEARABLE = ["title", "name", "rawInput", "rawOutput", ...Object.keys(CLEARED)];

/** The nearest version 1 statuses of those that version 1 does not have. */
const NEAREST: Readonly<Record<string, string>> = { cancelled: "failed", paused: "in_progress" };

export function toolCallToV1(update: JsonObject, lose: Lose): JsonObject {
  if (update["capabilities"] !== undefined) lose("unsupported", "capabilities");
  const cleared = CLEARABLE.filter((field) => update[field] === null);
  for (const field of cleared) if (!(field in CLEARED)) lose("cannot_clear", field);
  return withFields(update, {
    status: statusToV1(update["status"], lose),
    content: contentToV1(update["content"], lose),
    ...Object.fromEntries(cleared.map((field) => [field, CLEARED[field]])),
    capabilities: undefined,
    _meta: metaToV1(update["_meta"], lose),
  });
}

/** Converts a content chunk. Version 1 replaces content as a whole and cannot append an item. */
export function contentChunkToV1(update: JsonObject, lose: Lose): JsonObject {
  lose("unsupported", "content");
  return withFields(update, {
    sessionUpdate: "tool_call_update",
    content: undefined,
    _meta: metaToV1(update["_meta"], lose),
  });
}

function statusToV1(status: unknown, lose: Lose): unknown {
  if (typeof status !== "string" || !Object.hasOwn(NEAREST, status)) return status;
  lose("approximated", "status");
  return NEAREST[status];
}

function contentToV1(content: unknown, lose: Lose): unknown {
  if (!Array.isArray(content)) return content;
  return content.flatMap((item: unknown, index): unknown[] =>
    isDiffWithChanges(item) ? diffsOfPatch(item, index, lose) : [item],
  );
}

function isDiffWithChanges(item: unknown): item is JsonObject {
  return isObject(item) && item["type"] === "diff" && Array.isArray(item["changes"]);
}
