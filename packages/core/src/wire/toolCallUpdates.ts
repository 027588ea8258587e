import type * as z from "zod/mini";
import type { ToolCallEvent } from "../events/conversationEvents.js";
import type { ToolCallPatch } from "../events/eventParts.js";
import type { JsonObject } from "../json.js";
import type { StoredToolCall } from "../state/storedEntities.js";
import type { Writable } from "../state/writable.js";
import type { ReservedFields } from "./parse.js";
import { type MetaReader, readMetaV1, readMetaV2 } from "./updateFields.js";
import type * as v1 from "./v1/schemas.js";
import type * as v2 from "./v2/schemas.js";

/** A tool call or an update of one, as an agent of version 1 sends it. */
export type SentToolCallV1 =
  | z.infer<typeof v1.toolCallSchema>
  | z.infer<typeof v1.toolCallUpdateSchema>;
type SentToolCallV2 = z.infer<typeof v2.toolCallUpdateSchema>;

/** The fields that an update of a tool call can change. */
const PATCH_FIELDS: Readonly<Record<keyof ToolCallPatch, true>> = {
  title: true,
  name: true,
  kind: true,
  status: true,
  content: true,
  locations: true,
  rawInput: true,
  rawOutput: true,
  capabilities: true,
};
const patchFieldNames: ReadonlySet<string> = new Set(Object.keys(PATCH_FIELDS));

/** The fields of a tool call that no update can set. */
type StoreField = Exclude<keyof StoredToolCall, keyof ToolCallPatch | "toolCallId" | "_meta">;

const STORE_FIELDS: Readonly<Record<StoreField, true>> = {
  turnId: true,
  phase: true,
  stale: true,
  decidedBy: true,
  startedAt: true,
  endedAt: true,
  createdAt: true,
  updatedAt: true,
  replayed: true,
};

/** Field names that mean something else on the store's tool call, or in JavaScript. */
export const TOOL_CALL_RESERVED: ReservedFields = new Set([
  ...Object.keys(STORE_FIELDS),
  "__proto__",
]);

const NOT_EXTRA: ReadonlySet<string> = new Set([
  "sessionUpdate",
  "toolCallId",
  "_meta",
  ...TOOL_CALL_RESERVED,
]);

/** The part of a tool call event that an update or a permission request provides. */
export type ToolCallChange = Pick<ToolCallEvent, "toolCallId" | "patch" | "extra" | "meta">;

/** Maps a version 1 tool call. `null` cannot clear there; it means the same as an absent field. */
export function toolCallChangeV1(sent: SentToolCallV1): ToolCallChange {
  return toolCallChange(sent, readMetaV1, true);
}

/** Maps a version 2 tool call. `null` clears a field. */
export function toolCallChangeV2(sent: SentToolCallV2): ToolCallChange {
  return toolCallChange(sent, readMetaV2, false);
}

/** Returns the event of an update of a tool call. */
export function toolCallEvent(
  sessionId: string,
  origin: ToolCallEvent["origin"],
  { toolCallId, patch, extra, meta }: ToolCallChange,
): ToolCallEvent {
  // Assigned one by one: spreading into a literal costs many times as much.
  const event: Writable<ToolCallEvent> = {
    type: "tool_call",
    sessionId,
    origin,
    toolCallId,
    patch,
  };
  if (extra !== undefined) event.extra = extra;
  if (meta !== undefined) event.meta = meta;
  return event;
}

function toolCallChange(
  sent: SentToolCallV1 | SentToolCallV2,
  readMeta: MetaReader,
  ignoreNull: boolean,
): ToolCallChange {
  const patch: Writable<ToolCallPatch> = {};
  let extra: JsonObject | undefined;
  for (const field in sent) {
    if (isPatchField(field)) copyPatchField(patch, sent, field, ignoreNull);
    else if (!NOT_EXTRA.has(field)) {
      extra ??= {};
      extra[field] = (sent as JsonObject)[field];
    }
  }
  const change: Writable<ToolCallChange> = { toolCallId: sent.toolCallId, patch };
  if (extra !== undefined) change.extra = extra;
  const meta = readMeta(sent);
  if (meta !== undefined) change.meta = meta;
  return change;
}

function isPatchField(field: string): field is keyof ToolCallPatch {
  return patchFieldNames.has(field);
}

function copyPatchField<Field extends keyof ToolCallPatch>(
  patch: Writable<ToolCallPatch>,
  sent: ToolCallPatch,
  field: Field,
  ignoreNull: boolean,
): void {
  const value = sent[field];
  if (value !== undefined && !(ignoreNull && value === null)) patch[field] = value;
}
