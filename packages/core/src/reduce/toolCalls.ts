import type { FieldValue, Transaction } from "../commit/transaction.js";
import type { Diagnostic } from "../diagnostics.js";
import type { EventOf, ToolCallEvent, ToolCallPatch } from "../events/event.js";
import { isObject, ownField, setOwn } from "../json.js";
import { shareStructure } from "../state/shareStructure.js";
import type { ToolCall, Turn } from "../state/entities.js";
import { NO_ITEMS, withItem } from "../state/items.js";
import type { SessionRecord } from "../state/tree.js";
import { currentTurn, hasRunningTurn, isOf, openTurns } from "./currentTurn.js";
import { pushItem } from "./append.js";
import { patchMeta } from "./meta.js";
import { isFinalStatus, oddTransition } from "./toolCallStatus.js";

type Body = Pick<ToolCallEvent, "toolCallId" | "patch" | "extra" | "meta">;

const DEFAULTS: Readonly<Partial<Record<keyof ToolCallPatch, unknown>>> = {
  kind: "other",
  status: "pending",
  content: [],
  locations: [],
};

export function reduceToolCall(tx: Transaction, event: EventOf<"tool_call">): void {
  const session = tx.session(event.sessionId);
  const known = session.tables.toolCalls.get(event.toolCallId);
  if (known === undefined) return createToolCall(tx, session, event);
  if (event.origin === "create") tx.diagnose(duplicate(event.toolCallId));
  upsertToolCall(tx, session, known, event);
}

/** Adds an item to a tool call's content. */
export function reduceToolCallContent(tx: Transaction, event: EventOf<"tool_call_content">): void {
  const session = tx.session(event.sessionId);
  const { toolCallId, item } = event;
  // Reading a call puts its content together, which grows here.
  if (!session.tables.toolCalls.has(toolCallId))
    createToolCall(tx, session, { toolCallId, patch: {} });
  pushItem(tx, { session, table: "toolCalls", id: toolCallId, field: "content" }, item);
}

/** What a permission request says of its call: everything if it is new, else by its rule. */
export function applyRequestedCall(
  tx: Transaction,
  session: SessionRecord,
  subject: Body & { readonly rule: "fill" | "patch" },
): void {
  const known = session.tables.toolCalls.get(subject.toolCallId);
  if (known === undefined) return createToolCall(tx, session, subject);
  if (subject.rule === "patch") return upsertToolCall(tx, session, known, subject);
  const { status: _, ...patch } = subject.patch;
  const missing = Object.entries(patch).filter(([field]) =>
    isMissing(known, field as keyof ToolCallPatch),
  );
  upsertToolCall(tx, session, known, {
    toolCallId: subject.toolCallId,
    patch: Object.fromEntries(missing) as ToolCallPatch,
  });
}

function createToolCall(tx: Transaction, session: SessionRecord, body: Body): void {
  const call: Record<string, unknown> = { toolCallId: body.toolCallId, ...DEFAULTS };
  for (const [field, value] of changedFields({}, body)) setOwn(call, field, value);
  const meta = patchMeta(undefined, body.meta);
  if (meta !== undefined) call["_meta"] = meta;
  const turn = currentTurn(session);
  if (turn !== undefined) call["turnId"] = turn.turnId;
  tx.create(session, "toolCalls", body.toolCallId, call as unknown as ToolCall, "tool_call");
}

function upsertToolCall(
  tx: Transaction,
  session: SessionRecord,
  known: ToolCall,
  body: Body,
): void {
  const sent = body.patch.status === null ? "pending" : body.patch.status;
  const isHeld = sent !== undefined && isHeldCancelled(tx, session, known, sent);
  if (sent !== undefined && !isHeld) {
    reportOddStatus(tx, session, known, sent);
    reopen(tx, session, known, sent);
  }
  let changed = changedFields(known, body, isHeld);
  const meta = patchMeta(known._meta, body.meta);
  if (meta !== known._meta) changed = withItem(changed, ["_meta", meta]);
  const status = isHeld ? known.status : (sent ?? known.status);
  if (known.stale && isOfNow(session, status, sent))
    changed = withItem(changed, ["stale", undefined]);
  tx.assign(session, "toolCalls", known.toolCallId, known, changed);
}

/** Whether a stale call is one no more: it is finished, or a running turn uses its id again. */
function isOfNow(session: SessionRecord, status: string, sent: string | undefined): boolean {
  return isFinalStatus(status) || (sent !== undefined && hasRunningTurn(session));
}

/** The fields whose values change, with the new ones; `undefined` removes one. */
function changedFields(known: object, { patch, extra }: Body, withoutStatus = false): FieldValue[] {
  let changed: FieldValue[] = NO_ITEMS;
  for (const field in extra) changed = withField(changed, known, field, extra[field]);
  for (const field in patch) {
    if (withoutStatus && field === "status") continue;
    const sent = patch[field as keyof ToolCallPatch];
    const value = sent === null ? DEFAULTS[field as keyof ToolCallPatch] : sent;
    changed = withField(changed, known, field, value);
  }
  return changed;
}

function withField(
  changed: FieldValue[],
  known: object,
  field: string,
  value: unknown,
): FieldValue[] {
  const before = ownField(known, field);
  const next = shareStructure(before, value);
  return next === before ? changed : withItem(changed, [field, next]);
}

/** A call that the store marked as cancelled does not start to run again in the same turn. */
function isHeldCancelled(
  tx: Transaction,
  session: SessionRecord,
  known: ToolCall,
  next: string,
): boolean {
  if (known.status !== "cancelled" || isFinalStatus(next)) return false;
  if (tx.root.protocolVersion === 2) return session.fields.activity === "cancelling";
  const turn = lastTurnOf(session, known);
  if (turn?.status === "cancelling") return true;
  // Version 1 has no work outside of turns.
  return (turn === undefined || turn.cancelRequested === true) && !hasRunningTurn(session);
}

/** An id that is used again belongs to the turn that uses it: so does what becomes of the call. */
function reopen(tx: Transaction, session: SessionRecord, known: ToolCall, next: string): void {
  const wasOver = known.stale || isFinalStatus(known.status);
  if (!wasOver || isFinalStatus(next)) return;
  const turn = currentTurn(session);
  if (turn === undefined || openTurns(session).some((open) => isOf(open, known))) return;
  tx.update(session, "turns", turn.turnId, (draft) => {
    draft.reopened = [...(turn.reopened ?? []), known.toolCallId];
  });
}

/** The turn that a call ran in last. Walks through all turns, so it is for cancelled calls only. */
function lastTurnOf(session: SessionRecord, known: ToolCall): Turn | undefined {
  return [...session.tables.turns.snapshot().values()].findLast((turn) => isOf(turn, known));
}

function reportOddStatus(
  tx: Transaction,
  session: SessionRecord,
  known: ToolCall,
  next: string,
): void {
  if (known.status === "cancelled" && lastTurnOf(session, known)?.cancelRequested) return;
  const code = oddTransition(known.status, next);
  if (code === undefined) return;
  tx.diagnose({
    code,
    path: ["status"],
    message: `Tool call "${known.toolCallId}" was "${known.status}" and is now "${next}". It was applied.`,
    value: next,
  });
}

/** An empty value hides what the request shows, so it counts as missing too. */
function isMissing(known: ToolCall, field: keyof ToolCallPatch): boolean {
  const value = known[field];
  if (value === undefined || value === "" || (field === "kind" && value === "other")) return true;
  if (Array.isArray(value)) return value.length === 0;
  return isObject(value) && Object.keys(value).length === 0;
}

function duplicate(toolCallId: string): Diagnostic {
  return {
    code: "duplicate_tool_call",
    path: ["toolCallId"],
    message: `Tool call "${toolCallId}" was announced before. It was taken as an update.`,
    value: toolCallId,
  };
}
