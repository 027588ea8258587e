import type * as z from "zod";
import type { ToolCallEvent, ToolCallOrigin, ToolCallPatch } from "../events/event.js";
import type { JsonObject } from "../state/adopt.js";
import { metaProperty, type MetaReader, readMetaV1, readMetaV2 } from "./meta.js";
import { kindOf, type UpdateKind } from "./update.js";

const FIELDS: ReadonlySet<string> = new Set([
  "title",
  "name",
  "kind",
  "status",
  "content",
  "locations",
  "rawInput",
  "rawOutput",
  "capabilities",
]);

/** Names that mean something else on the entity, or to the language, than on the wire. */
export const RESERVED: ReadonlySet<string> = new Set(["turnId", "stale", "__proto__"]);

const NOT_FIELDS: ReadonlySet<string> = new Set([
  "sessionUpdate",
  "toolCallId",
  "_meta",
  ...RESERVED,
]);

/** The parts of a tool call's update, as the events have them. */
export type ToolCallReading = Pick<ToolCallEvent, "toolCallId" | "patch" | "extra" | "meta">;

/** An update that tells of a tool call. */
export function toolCallOf(
  schema: z.ZodType,
  origin: ToolCallOrigin,
  read: (sent: JsonObject) => ToolCallReading,
): UpdateKind {
  return kindOf(schema, (update) => ({ type: "tool_call", origin, ...read(update) }), RESERVED);
}

/** What a version 1 tool call says. There, `null` cannot clear: it means the same as absent. */
export function readToolCallV1(sent: JsonObject): ToolCallReading {
  return readToolCall(sent, readMetaV1, (value) => value === null);
}

/** What a version 2 tool call says: `null` clears. */
export function readToolCallV2(sent: JsonObject): ToolCallReading {
  return readToolCall(sent, readMetaV2, () => false);
}

function readToolCall(
  sent: JsonObject,
  readMeta: MetaReader,
  saysNothing: (value: unknown) => boolean,
): ToolCallReading {
  const patch: JsonObject = {};
  const extra: [string, unknown][] = [];
  for (const [field, value] of Object.entries(sent)) {
    if (FIELDS.has(field)) {
      if (value !== undefined && !saysNothing(value)) patch[field] = value;
    } else if (!NOT_FIELDS.has(field)) extra.push([field, value]);
  }
  return {
    toolCallId: sent["toolCallId"] as string,
    patch: patch as ToolCallPatch,
    ...(extra.length === 0 ? {} : { extra: Object.fromEntries(extra) }),
    ...metaProperty(readMeta, sent),
  };
}
