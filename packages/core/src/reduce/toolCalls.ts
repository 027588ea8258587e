import type { Transaction } from "../commit/transaction.js";
import type { Diagnostic } from "../diagnostics.js";
import type { EventOf, ToolCallEvent, ToolCallPatch } from "../events/event.js";
import { adopt, isObject, setOwn } from "../state/adopt.js";
import type { ToolCall } from "../state/entities.js";
import type { SessionCell } from "../state/tree.js";
import { currentTurn, hasRunningTurn } from "./currentTurn.js";
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
  const cell = tx.session(event.sessionId);
  const known = cell.tables.toolCalls.get(event.toolCallId);
  if (known === undefined) return createToolCall(tx, cell, event);
  if (event.origin === "create") tx.diagnose(duplicate(event.toolCallId));
  upsertToolCall(tx, cell, known, event);
}

/** Adds an item to a tool call's content. */
export function reduceToolCallContent(tx: Transaction, event: EventOf<"tool_call_content">): void {
  const cell = tx.session(event.sessionId);
  const body: Body = {
    toolCallId: event.toolCallId,
    patch: {},
    ...(event.meta !== undefined && { meta: event.meta }),
  };
  const known = cell.tables.toolCalls.get(event.toolCallId);
  if (known === undefined) createToolCall(tx, cell, body);
  else upsertToolCall(tx, cell, known, body);
  pushItem(tx, { cell, table: "toolCalls", id: event.toolCallId, field: "content" }, event.item);
}

/** What a permission request says of its call: everything if it is new, else by its rule. */
export function applyRequestedCall(
  tx: Transaction,
  cell: SessionCell,
  subject: Body & { readonly rule: "fill" | "patch" },
): void {
  const known = cell.tables.toolCalls.get(subject.toolCallId);
  if (known === undefined) return createToolCall(tx, cell, subject);
  if (subject.rule === "patch") return upsertToolCall(tx, cell, known, subject);
  const { status: _, ...patch } = subject.patch;
  const missing = Object.entries(patch).filter(([field]) =>
    isMissing(known, field as keyof ToolCallPatch),
  );
  upsertToolCall(tx, cell, known, {
    toolCallId: subject.toolCallId,
    patch: Object.fromEntries(missing) as ToolCallPatch,
  });
}

function createToolCall(tx: Transaction, cell: SessionCell, body: Body): void {
  const call: Record<string, unknown> = { toolCallId: body.toolCallId, ...DEFAULTS };
  for (const [field, value] of assignments(body)) setOwn(call, field, adopt(undefined, value));
  for (const [field, value] of Object.entries(call)) if (value === undefined) delete call[field];
  const meta = patchMeta(undefined, body.meta);
  if (meta !== undefined) call["_meta"] = meta;
  const turn = currentTurn(cell);
  if (turn !== undefined) call["turnId"] = turn.turnId;
  tx.create(cell, "toolCalls", body.toolCallId, call as unknown as ToolCall, "tool_call");
}

function upsertToolCall(tx: Transaction, cell: SessionCell, known: ToolCall, body: Body): void {
  const fields = assignments(body);
  const status = fields.find(([field]) => field === "status");
  if (status !== undefined) {
    const next = status[1] as string;
    if (isHeldCancelled(tx, cell, known, next)) fields.splice(fields.indexOf(status), 1);
    else reportOddStatus(tx, cell, known, next);
  }
  tx.update(cell, "toolCalls", known.toolCallId, (draft) => {
    const target = draft as Record<string, unknown>;
    for (const [field, value] of fields) assign(target, known, field, value);
    assignMeta(target, known, body);
    if (known.stale && (isFinalStatus(draft.status) || isRestarted(cell, status)))
      delete draft.stale;
  });
}

function assignMeta(target: Record<string, unknown>, known: ToolCall, body: Body): void {
  const meta = patchMeta(known._meta, body.meta);
  if (meta === known._meta) return;
  if (meta === undefined) delete target["_meta"];
  else target["_meta"] = meta;
}

function assign(
  target: Record<string, unknown>,
  known: ToolCall,
  field: string,
  value: unknown,
): void {
  const before = Object.hasOwn(known, field) ? known[field as keyof ToolCall] : undefined;
  const next = adopt(before, value);
  if (next === undefined) delete target[field];
  else if (next !== before) setOwn(target, field, next);
}

/** The fields to set; `undefined` removes one. */
function assignments(body: Body): [string, unknown][] {
  const named = Object.entries(body.patch).map(([field, value]): [string, unknown] => [
    field,
    value === null ? DEFAULTS[field as keyof ToolCallPatch] : value,
  ]);
  return body.extra === undefined ? named : [...Object.entries(body.extra), ...named];
}

/** A call that the store marked as cancelled does not start to run again in the same turn. */
function isHeldCancelled(
  tx: Transaction,
  cell: SessionCell,
  known: ToolCall,
  next: string,
): boolean {
  if (known.status !== "cancelled" || isFinalStatus(next)) return false;
  const turn = known.turnId === undefined ? undefined : cell.tables.turns.get(known.turnId);
  if (turn?.status === "cancelling") return true;
  // Of a call without a turn nothing says who cancelled it; agents can do so in version 2 alone.
  const byStore =
    turn === undefined ? tx.root.protocolVersion === 1 : turn.cancelRequested === true;
  return byStore && !hasRunningTurn(cell);
}

/** An id that a running turn uses again, after the turn it came from was over. */
function isRestarted(cell: SessionCell, status: [string, unknown] | undefined): boolean {
  return status !== undefined && hasRunningTurn(cell);
}

function reportOddStatus(tx: Transaction, cell: SessionCell, known: ToolCall, next: string): void {
  const turn = known.turnId === undefined ? undefined : cell.tables.turns.get(known.turnId);
  if (known.status === "cancelled" && turn?.cancelRequested) return;
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
