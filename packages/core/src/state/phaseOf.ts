import { isBackgroundCall } from "./backgroundWork.js";
import { askingKey, callKey } from "./indexKeys.js";
import type { ToolCall, ToolCallPhase } from "./entities.js";
import type { Permission } from "./requests.js";
import type { SessionRecord } from "./sessionRecord.js";
import type { StoredToolCall } from "./storedEntities.js";

/** The fields of a call that its phase depends on. */
export type PhaseFacts = Pick<ToolCall, "toolCallId" | "status" | "content"> & {
  readonly [Field in "stale" | "decidedBy"]?: StoredToolCall[Field] | undefined;
};

/**
 * Returns where a tool call stands. It follows from the call, the permission requests for it, and the
 * background work of the session. The first condition that holds decides.
 */
export function phaseOf(session: SessionRecord, call: PhaseFacts): ToolCallPhase {
  const { status, toolCallId } = call;
  if (status === "completed") return "completed";
  const { permissions } = session.tables;
  const answer = call.decidedBy === undefined ? undefined : permissions.get(call.decidedBy);
  const decision = answer && decisionOf(answer);
  const asking = permissions.size === 0 ? undefined : permissions.idsWith(askingKey(toolCallId));
  const isAsked = asking !== undefined && asking.size > 0;
  if (decision === "reject" && !(isAsked && isAskedAfter(session, asking, answer)))
    return "rejected";
  if (status === "failed") return "failed";
  if (status === "cancelled") return "cancelled";
  if (isAsked) return "awaiting_permission";
  if (call.stale && !isBackgroundCall(session, call)) return "unfinished";
  return status === "pending" && decision !== "allow" ? "pending" : "running";
}

/** Returns whether a request that waits for the user is newer than an answered one. */
function isAskedAfter(
  { tables: { permissions } }: SessionRecord,
  asking: ReadonlySet<string>,
  answer: Permission | undefined,
): boolean {
  for (const id of asking)
    if ((permissions.get(id)?.ordinal ?? 0) > (answer?.ordinal ?? 0)) return true;
  return false;
}

const DECISIONS: ReadonlyMap<string, "allow" | "reject"> = new Map([
  ["allow_once", "allow"],
  ["allow_always", "allow"],
  ["reject_once", "reject"],
  ["reject_always", "reject"],
]);

/**
 * Returns the decision of an answered permission request. A cancelled request has none, and neither has
 * an option of an unknown kind, or one that shares its id with an option of another kind.
 */
export function decisionOf({
  status,
  optionId,
  options,
}: Permission): "allow" | "reject" | undefined {
  if (status !== "selected") return undefined;
  const decisions = new Set(
    options.filter((option) => option.optionId === optionId).map(({ kind }) => DECISIONS.get(kind)),
  );
  const [decision] = decisions;
  return decisions.size === 1 ? decision : undefined;
}

/** Returns the id of the newest answered permission request for a tool call, among those that match. */
export function newestAnswerOf(
  { tables: { permissions } }: SessionRecord,
  toolCallId: string,
  matches: (permission: Permission) => boolean = () => true,
): string | undefined {
  let newest: Permission | undefined;
  for (const id of permissions.size === 0 ? [] : permissions.idsWith(callKey(toolCallId))) {
    const permission = permissions.get(id);
    if (permission === undefined || decisionOf(permission) === undefined) continue;
    if (!matches(permission)) continue;
    if (newest === undefined || permission.ordinal > newest.ordinal) newest = permission;
  }
  return newest?.permissionId;
}
