import type * as z from "zod";
import type { ToolCallEvent } from "../events/event.js";
import type { JsonObject } from "../json.js";
import type { Writable } from "../state/writable.js";
import { type MetaReader, readMetaV1, readMetaV2 } from "./meta.js";
import { type EventFields, kindOf, type UpdateKind } from "./update.js";

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
  origin: ToolCallEvent["origin"],
  read: (sent: JsonObject) => ToolCallReading,
): UpdateKind {
  return kindOf(schema, (update) => toolCallEvent(origin, read(update)), RESERVED);
}

/** What a version 1 tool call says. There, `null` cannot clear: it means the same as absent. */
export function readToolCallV1(sent: JsonObject): ToolCallReading {
  return readToolCall(sent, readMetaV1, (value) => value === null);
}

/** What a version 2 tool call says: `null` clears. */
export function readToolCallV2(sent: JsonObject): ToolCallReading {
  return readToolCall(sent, readMetaV2, () => false);
}

function toolCallEvent(
  origin: ToolCallEvent["origin"],
  { toolCallId, patch, extra, meta }: ToolCallReading,
): EventFields<"tool_call"> {
  const event: EventFields<"tool_call"> = { type: "tool_call", origin, toolCallId, patch };
  if (extra !== undefined) event["extra"] = extra;
  if (meta !== undefined) event["meta"] = meta;
  return event;
}

function readToolCall(
  sent: JsonObject,
  readMeta: MetaReader,
  saysNothing: (value: unknown) => boolean,
): ToolCallReading {
  const patch: JsonObject = {};
  let extra: JsonObject | undefined;
  for (const field in sent) {
    const value = sent[field];
    if (FIELDS.has(field)) {
      if (value !== undefined && !saysNothing(value)) patch[field] = value;
    } else if (!NOT_FIELDS.has(field)) {
      extra ??= {};
      extra[field] = value;
    }
  }
  const reading: Writable<ToolCallReading> = { toolCallId: sent["toolCallId"] as string, patch };
  if (extra !== undefined) reading.extra = extra;
  const meta = readMeta(sent);
  if (meta !== undefined) reading.meta = meta;
  return reading;
}
