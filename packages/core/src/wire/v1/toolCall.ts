import type { MetaPatch, ToolCallEvent, ToolCallPatch } from "../../events/event.js";
import { isObject, type JsonObject } from "../../state/adopt.js";

const FIELDS: ReadonlySet<string> = new Set([
  "title",
  "name",
  "kind",
  "status",
  "content",
  "locations",
  "rawInput",
  "rawOutput",
]);

/** Names that mean something else on the entity, or to the language, than on the wire. */
export const RESERVED: ReadonlySet<string> = new Set(["turnId", "stale", "__proto__"]);

const NOT_FIELDS: ReadonlySet<string> = new Set([
  "sessionUpdate",
  "toolCallId",
  "_meta",
  ...RESERVED,
]);

/** What a version 1 tool call says. There, `null` cannot clear: it means the same as absent. */
export function readToolCall(
  sent: JsonObject,
): Pick<ToolCallEvent, "toolCallId" | "patch" | "extra" | "meta"> {
  const patch: JsonObject = {};
  const extra: [string, unknown][] = [];
  for (const [field, value] of Object.entries(sent)) {
    if (FIELDS.has(field)) {
      if (value !== null && value !== undefined) patch[field] = value;
    } else if (!NOT_FIELDS.has(field)) extra.push([field, value]);
  }
  const meta = readMeta(sent);
  return {
    toolCallId: sent["toolCallId"] as string,
    patch: patch as ToolCallPatch,
    ...(extra.length === 0 ? {} : { extra: Object.fromEntries(extra) }),
    ...(meta === undefined ? {} : { meta }),
  };
}

/** Version 1 merges `_meta` by top-level key and cannot clear it. */
export function readMeta(sent: JsonObject): MetaPatch | undefined {
  const meta = sent["_meta"];
  return isObject(meta) ? { set: meta } : undefined;
}
