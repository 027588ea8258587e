import type { RequestId } from "../wire/jsonRpc.js";
import { isFinalStatus } from "./entities.js";
import type { Compaction } from "./sessionParts.js";
import type { Elicitation, Permission } from "./requests.js";
import type { StoredToolCall, StoredTurn } from "./storedEntities.js";

// The keys under which `EntityTable.idsWith` finds entities.

/** The result of `indexKeys` for an entity that is not in the index. */
export const NO_KEYS: readonly string[] = [];

/** The index key of the open tool calls: they have not ended, and no ended turn left them unfinished. */
export const OPEN = "open";
/** The index key of the tool calls that an ended turn left unfinished. */
export const UNFINISHED = "unfinished";
/** The index key of the permission requests that a policy is deciding. */
export const DECIDED_BY_POLICY = "policy";
const POLICY_KEYS: readonly string[] = [DECIDED_BY_POLICY];
const OPEN_KEYS: readonly string[] = [OPEN];
const UNFINISHED_KEYS: readonly string[] = [UNFINISHED];

/** Returns the index keys of a tool call. */
export function toolCallKeys({ status, stale }: StoredToolCall): readonly string[] {
  if (isFinalStatus(status)) return NO_KEYS;
  return stale ? UNFINISHED_KEYS : OPEN_KEYS;
}

/** Returns the index key of the permission requests for a tool call. */
export function callKey(toolCallId: string): string {
  return `call ${toolCallId}`;
}

/** Returns the index key of the permission requests for a tool call that wait for the user. */
export function askingKey(toolCallId: string): string {
  return `asking ${toolCallId}`;
}

/** Returns the index keys of a permission request. */
export function permissionKeys({
  status,
  toolCallId,
  policyPending,
}: Permission): readonly string[] {
  if (status === "pending" && policyPending)
    return toolCallId === undefined ? POLICY_KEYS : [DECIDED_BY_POLICY, callKey(toolCallId)];
  if (toolCallId === undefined) return NO_KEYS;
  const key = callKey(toolCallId);
  return status === "pending" ? [key, askingKey(toolCallId)] : [key];
}

/** Returns the index key of the turns with a message of the user that the agent has echoed under an id. */
export function echoKey(messageId: string): string {
  return `echo ${messageId}`;
}

/** Returns the index key of the turns in which a tool call started to run again. */
export function reopenedKey(toolCallId: string): string {
  return `reopened ${toolCallId}`;
}

/** Returns the index key of the requests for input of a session. */
export function sessionKey(sessionId: string): string {
  return `session ${sessionId}`;
}

/** Returns the index key of the pending requests for input of a session. */
export function awaitedInputKey(sessionId: string): string {
  return `awaits ${sessionId}`;
}

/** Returns the index key of the requests for input that show a page. */
export function urlElicitationKey(urlElicitationId: string): string {
  return `url ${urlElicitationId}`;
}

/** Returns the index key of the pending requests with a JSON-RPC id. */
export function pendingKey(requestId: RequestId): string {
  return `pending ${JSON.stringify(requestId)}`;
}

/** Returns the index keys of a request for input. */
export function elicitationKeys({
  status,
  sessionId,
  urlElicitationId,
  requestId,
}: Elicitation): readonly string[] {
  const keys: string[] = [];
  if (sessionId !== undefined) keys.push(sessionKey(sessionId));
  if (status === "pending" && sessionId !== undefined) keys.push(awaitedInputKey(sessionId));
  if (urlElicitationId !== undefined) keys.push(urlElicitationKey(urlElicitationId));
  if (status === "pending" && requestId !== undefined) keys.push(pendingKey(requestId));
  return keys;
}

/** The index key of the compactions after which the agent has not reported the tokens yet. */
export const AWAITS_USAGE = "usage";
const AWAITS_USAGE_KEYS: readonly string[] = [AWAITS_USAGE];

/** Returns the index keys of a compaction. */
export function compactionKeys(compaction: Compaction): readonly string[] {
  const { status, endedAt, tokensAfter } = compaction;
  const awaits = status === "completed" && endedAt !== undefined && tokensAfter === undefined;
  return awaits ? AWAITS_USAGE_KEYS : NO_KEYS;
}

/** The index key of the turns that were not cancelled and have not ended. */
export const RUNNING = "running";
/** The index key of the turns whose cancel is not confirmed. */
export const CANCELLING = "cancelling";

/** The index key of the open turns whose end no response reports. */
export const UNANSWERED_TURN = "unanswered";

/** The keys of a turn with a status and nothing else to find it by. */
const KEYS_OF_STATUS: Readonly<Partial<Record<StoredTurn["status"], readonly string[]>>> = {
  running: [RUNNING],
  cancelling: [CANCELLING],
};

/** Returns the index keys of a turn. */
export function turnKeys(turn: StoredTurn): readonly string[] {
  const { status, endedAt, echo, reopened, steered, unanswered } = turn;
  const keys = KEYS_OF_STATUS[status] ?? NO_KEYS;
  if (echo?.messageId === undefined && !(reopened ?? steered ?? unanswered)) return keys;
  return [
    ...keys,
    ...(unanswered && endedAt === undefined ? [UNANSWERED_TURN] : NO_KEYS),
    ...(reopened ?? []).map(reopenedKey),
    ...[turn, ...(steered ?? [])].flatMap(echoKeys),
  ];
}

function echoKeys({ echo }: Pick<StoredTurn, "echo">): readonly string[] {
  return echo?.messageId === undefined ? NO_KEYS : [echoKey(echo.messageId)];
}
