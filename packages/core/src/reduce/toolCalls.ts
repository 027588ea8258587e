import type { FieldValue } from "../commit/patch.js";
import type { Transaction } from "../commit/transaction.js";
import type { Diagnostic } from "../diagnostics.js";
import type { ToolCallEvent } from "../events/conversationEvents.js";
import type { EventOf } from "../events/event.js";
import type { ToolCallPatch } from "../events/eventParts.js";
import { isObject, ownField, setOwn } from "../json.js";
import { appendItem, EMPTY_ARRAY } from "../persistent/emptyArray.js";
import type { ToolCall } from "../state/entities.js";
import { newestAnswerOf, phaseOf } from "../state/phaseOf.js";
import type { SessionRecord } from "../state/sessionRecord.js";
import { shareStructure } from "../state/shareStructure.js";
import type { StoredToolCall } from "../state/storedEntities.js";
import type { Writable } from "../state/writable.js";
import { patchMeta } from "./fieldPatches.js";
import { turnOfNewEntity } from "./openTurns.js";
import { creationTimes } from "./times.js";
import {
  addRunTimes,
  addStatusChange,
  isBackwardStatus,
  refreshPhase,
  staysCancelled,
} from "./toolCallStatus.js";

/** The part of an event that describes a tool call. */
type CallFields = Pick<ToolCallEvent, "toolCallId" | "patch" | "extra" | "meta">;

/** The values of a new call. A field that is `null` in a version 2 update returns to them. */
const DEFAULTS: Pick<ToolCall, "kind" | "status" | "content" | "locations"> = {
  kind: "other",
  status: "pending",
  content: [],
  locations: [],
};

/** Creates or updates a tool call. Announcing a known call updates it. */
export function reduceToolCall(tx: Transaction, event: EventOf<"tool_call">): void {
  const session = tx.session(event.sessionId);
  const known = session.tables.toolCalls.get(event.toolCallId);
  if (known === undefined) return createToolCall(tx, session, event);
  if (event.origin === "create") tx.diagnose(duplicateToolCall(event.toolCallId));
  updateToolCall(tx, session, known, event);
}

/** Appends an item to the content of a tool call. Creates the call if it is unknown. */
export function reduceToolCallContent(tx: Transaction, event: EventOf<"tool_call_content">): void {
  const session = tx.session(event.sessionId);
  const { toolCallId, item } = event;
  // Checks before it reads: reading would build the content, which is in an append buffer.
  if (!session.tables.toolCalls.has(toolCallId))
    createToolCall(tx, session, { toolCallId, patch: {} });
  tx.append(session.tables.toolCalls, toolCallId, "content", item);
  if (session.fields.background.length > 0) refreshPhase(tx, session, toolCallId);
}

/**
 * Applies what a permission request says about its call. An unknown call is created. By the rule
 * `patch` a known call is updated, but its status never goes backward, because agents ask with
 * `pending` for a call that runs. By the rule `fill` it only gets the fields it lacks, and never
 * another status.
 */
export function applyRequestedCall(
  tx: Transaction,
  session: SessionRecord,
  requested: CallFields & { readonly rule: "fill" | "patch" },
): void {
  const known = session.tables.toolCalls.get(requested.toolCallId);
  if (known === undefined) return createToolCall(tx, session, requested);
  const patch: Writable<ToolCallPatch> = { ...requested.patch };
  if (requested.rule === "patch") {
    const status = patch.status === undefined ? known.status : (patch.status ?? DEFAULTS.status);
    if (isBackwardStatus(known.status, status)) delete patch.status;
    return updateToolCall(tx, session, known, { ...requested, patch });
  }
  delete patch.status;
  for (const field in patch) {
    if (!isMissing(known, field as keyof ToolCallPatch)) Reflect.deleteProperty(patch, field);
  }
  updateToolCall(tx, session, known, { toolCallId: requested.toolCallId, patch });
}

function createToolCall(tx: Transaction, session: SessionRecord, body: CallFields): void {
  const { createdAt, updatedAt, replayed } = creationTimes(tx, session);
  // A literal, because a spread into it costs many times as much.
  const call: Writable<StoredToolCall> = {
    toolCallId: body.toolCallId,
    kind: DEFAULTS.kind,
    status: DEFAULTS.status,
    phase: "pending",
    content: DEFAULTS.content,
    locations: DEFAULTS.locations,
    createdAt,
    updatedAt,
  };
  if (replayed) call.replayed = replayed;
  for (const [field, value] of changedFields({}, body)) setOwn(call, field, value);
  for (const [field, value] of addRunTimes(EMPTY_ARRAY, call, call.status, tx.at))
    setOwn(call, field, value);
  const meta = patchMeta(undefined, body.meta);
  if (meta !== undefined) call._meta = meta;
  const turnId = turnOfNewEntity(tx, session);
  if (turnId !== undefined) call.turnId = turnId;
  // A request for a command may name a call before the agent announces it. Requests of other turns
  // were about a call with the same id.
  const decidedBy = replayed
    ? undefined
    : newestAnswerOf(session, body.toolCallId, (one) => one.turnId === turnId);
  if (decidedBy !== undefined) call.decidedBy = decidedBy;
  call.phase = phaseOf(session, call);
  tx.create(session.tables.toolCalls, body.toolCallId, call);
}

function updateToolCall(
  tx: Transaction,
  session: SessionRecord,
  known: StoredToolCall,
  body: CallFields,
): void {
  const sent = body.patch.status === null ? DEFAULTS.status : body.patch.status;
  const ignoresStatus = sent !== undefined && staysCancelled(tx, session, known, sent);
  let changed = changedFields(known, body, ignoresStatus);
  const meta = patchMeta(known._meta, body.meta);
  if (meta !== known._meta) changed = appendItem(changed, ["_meta", meta]);
  changed = addStatusChange(changed, tx, session, known, ignoresStatus ? undefined : sent);
  tx.setFields(session.tables.toolCalls, known.toolCallId, changed);
  // The new content may show a terminal that runs in the background.
  if (session.fields.background.length > 0) refreshPhase(tx, session, known.toolCallId);
}

/**
 * Returns the fields whose values change, with their new values. A `null` in the patch clears the
 * field: it returns to its default, or is removed (`undefined`) if it has none.
 */
function changedFields(
  known: object,
  { patch, extra }: CallFields,
  ignoresStatus = false,
): FieldValue[] {
  let changed: FieldValue[] = EMPTY_ARRAY;
  for (const field in extra) changed = addIfChanged(changed, known, field, extra[field]);
  for (const field in patch) {
    if (ignoresStatus && field === "status") continue;
    const sent: unknown = patch[field as keyof ToolCallPatch];
    const value = sent === null ? ownField(DEFAULTS, field) : sent;
    changed = addIfChanged(changed, known, field, value);
  }
  return changed;
}

function addIfChanged(
  changed: FieldValue[],
  known: object,
  field: string,
  value: unknown,
): FieldValue[] {
  const before = ownField(known, field);
  const next = shareStructure(before, value);
  return next === before ? changed : appendItem<FieldValue>(changed, [field, next]);
}

/** Returns whether a call lacks a field. An empty value hides what a request shows, so it counts. */
export function isMissing(known: Partial<ToolCall>, field: keyof ToolCallPatch): boolean {
  const value = known[field];
  if (value === undefined || value === "" || (field === "kind" && value === DEFAULTS.kind))
    return true;
  if (Array.isArray(value)) return value.length === 0;
  return isObject(value) && Object.keys(value).length === 0;
}

function duplicateToolCall(toolCallId: string): Diagnostic {
  return {
    code: "duplicate_tool_call",
    path: ["toolCallId"],
    message: `Tool call "${toolCallId}" already exists. The announcement was applied as an update.`,
    value: toolCallId,
  };
}
