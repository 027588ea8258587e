import type { RequestId } from "../wire/jsonRpc.js";
import { isFinalStatus } from "./entities.js";
import type { Elicitation, Permission } from "./requests.js";
import type { RootField, RootTableName, TableName, TimelineItem } from "./state.js";
import type {
  StoredCatalogEntry,
  StoredEntityOf,
  StoredSessionField,
  StoredSessionFields,
  StoredToolCall,
  StoredTurn,
} from "./storedState.js";

// One entry per entity table and per field. Serialization, replays, closing and patches follow
// these entries. The schemas that validate a serialized state are in persist/, so that a store that
// never deserializes does not bundle them.

/** The properties of an entity table that the store needs to know. */
export interface TableDefinition<Entity extends object = object> {
  /** The field of an entity that holds its key. Absent if the key is made from several fields. */
  readonly idField?: string;
  /** The type of the timeline item that each entity gets. Absent: not part of the timeline. */
  readonly timelineType?: TimelineItem["type"];
  /** Whether the entities have `createdAt` and `updatedAt`. */
  readonly hasTimes?: true;
  /** Set for a table that a replay keeps. See `reduce/replay.ts` for what it keeps of the others. */
  readonly isKeptByReplay?: true;
  /** Set for a table that closing the session does not clear. Its settled requests are removed. */
  readonly isKeptByClosing?: true;
  /**
   * Returns the keys under which `EntityTable.idsWith` finds an entity. They must not depend on a
   * field in an append buffer.
   */
  indexKeys?(entity: Entity): readonly string[];
}

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

function toolCallKeys({ status, stale }: StoredToolCall): readonly string[] {
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

function permissionKeys({ status, toolCallId, policyPending }: Permission): readonly string[] {
  if (status === "pending" && policyPending)
    return toolCallId === undefined ? POLICY_KEYS : [DECIDED_BY_POLICY, callKey(toolCallId)];
  if (toolCallId === undefined) return NO_KEYS;
  const key = callKey(toolCallId);
  return status === "pending" ? [key, askingKey(toolCallId)] : [key];
}

/** Returns the index key of the turns whose prompt the agent has echoed under a message id. */
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

function elicitationKeys({
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

/** The index key of the turns that were not cancelled and have not ended. */
export const RUNNING = "running";
/** The index key of the turns whose cancel is not confirmed. */
export const CANCELLING = "cancelling";

/** The keys of a turn with a status and nothing else to find it by. */
const KEYS_OF_STATUS: Readonly<Partial<Record<StoredTurn["status"], readonly string[]>>> = {
  running: [RUNNING],
  cancelling: [CANCELLING],
};

function turnKeys({ status, echo, reopened }: StoredTurn): readonly string[] {
  const keys = KEYS_OF_STATUS[status] ?? NO_KEYS;
  if (echo?.messageId === undefined && reopened === undefined) return keys;
  return [
    ...keys,
    ...(reopened ?? []).map(reopenedKey),
    ...(echo?.messageId === undefined ? [] : [echoKey(echo.messageId)]),
  ];
}

// The rows are literals without spreads, so that bundlers can drop them where only names are used.

/** The entity tables of a session. */
export const SESSION_TABLES: {
  readonly [Name in TableName]: TableDefinition<StoredEntityOf<Name>>;
} = {
  toolCalls: {
    idField: "toolCallId",
    timelineType: "tool_call",
    hasTimes: true,
    indexKeys: toolCallKeys,
  },
  plans: { idField: "planId", timelineType: "plan", hasTimes: true },
  messages: { timelineType: "message", hasTimes: true },
  permissions: {
    idField: "permissionId",
    timelineType: "permission",
    isKeptByReplay: true,
    isKeptByClosing: true,
    indexKeys: permissionKeys,
  },
  terminals: { idField: "terminalId", timelineType: "terminal", hasTimes: true },
  turns: { idField: "turnId", indexKeys: turnKeys },
  compactions: { idField: "compactionId", timelineType: "compaction" },
  subagents: { idField: "sessionId", timelineType: "subagent" },
  sessionMessages: { idField: "messageId", timelineType: "session_message" },
  applicationRows: { idField: "rowId", timelineType: "application_row", hasTimes: true },
};

/** The entity tables at the top of the state. */
export const ROOT_TABLES: {
  readonly elicitations: TableDefinition<Elicitation>;
  readonly catalog: TableDefinition<StoredCatalogEntry>;
} = {
  elicitations: { idField: "elicitationId", indexKeys: elicitationKeys },
  catalog: { idField: "sessionId" },
};

/** The value of each session field about which nothing is known yet. */
export const EMPTY_FIELDS: {
  readonly [Field in StoredSessionField]: StoredSessionFields[Field];
} = {
  cwd: undefined,
  additionalDirectories: undefined,
  activity: "idle",
  reported: undefined,
  parentSessionId: undefined,
  forkedFrom: undefined,
  replaying: undefined,
  replayBegun: undefined,
  openTurns: [],
  pendingPermissions: [],
  queue: [],
  queueHeld: undefined,
  detached: undefined,
  background: [],
  info: {},
  commands: [],
  configOptions: [],
  modes: undefined,
  models: undefined,
  settingChanges: [],
  usage: undefined,
  recentPlans: [],
  notices: [],
  unknownUpdates: [],
  lastActivityAt: undefined,
  _meta: undefined,
  updateMeta: undefined,
  dropped: undefined,
  restored: undefined,
  unknownFields: undefined,
  closed: undefined,
};

/** The session fields that closing keeps. Any other field is reset. */
export const FIELDS_KEPT_BY_CLOSING: ReadonlySet<StoredSessionField> = new Set([
  "cwd",
  "forkedFrom",
  "info",
]);

/** The properties of a field at the top of the state that the store needs to know. */
export interface RootFieldDefinition {
  /** Whether `serialize` writes the field. */
  readonly isSerialized: boolean;
}

/** The fields at the top of the state. */
export const ROOT_FIELDS: Readonly<Record<RootField, RootFieldDefinition>> = {
  protocolVersion: { isSerialized: true },
  agent: { isSerialized: true },
  pendingElicitations: { isSerialized: true },
  // A state that is read later has no connection yet.
  connection: { isSerialized: false },
  // Its fields are written as fields of the state.
  unknownFields: { isSerialized: false },
};

const SESSION_TABLE_ORDER: Readonly<Record<TableName, true>> = {
  toolCalls: true,
  plans: true,
  messages: true,
  permissions: true,
  terminals: true,
  turns: true,
  compactions: true,
  subagents: true,
  sessionMessages: true,
  applicationRows: true,
};
const ROOT_TABLE_ORDER: Readonly<Record<RootTableName, true>> = {
  elicitations: true,
  catalog: true,
};

/** The names of the entity tables of a session, in the order in which snapshots list them. */
export const TABLE_NAMES: readonly TableName[] = keysOf(SESSION_TABLE_ORDER);

/** The names of the entity tables at the top of the state. */
export const ROOT_TABLE_NAMES: readonly RootTableName[] = keysOf(ROOT_TABLE_ORDER);

/** The names of the session fields. */
export const SESSION_FIELD_NAMES: readonly StoredSessionField[] = keysOf(EMPTY_FIELDS);

/** The names of the fields at the top of the state. */
export const ROOT_FIELD_NAMES: readonly RootField[] = keysOf(ROOT_FIELDS);

/** Returns whether a step of a patch path names an entity table of a session. */
export function isTableName(step: string | number | undefined): step is TableName {
  return step !== undefined && Object.hasOwn(SESSION_TABLE_ORDER, step);
}

/** Returns whether a step of a patch path names an entity table at the top of the state. */
export function isRootTableName(step: string | number | undefined): step is RootTableName {
  return step !== undefined && Object.hasOwn(ROOT_TABLE_ORDER, step);
}

/** Returns whether a step of a patch path names a session field. */
export function isSessionFieldName(step: string | number): step is StoredSessionField {
  return Object.hasOwn(EMPTY_FIELDS, step);
}

/** Returns whether a step of a patch path names a field at the top of the state. */
export function isRootFieldName(step: string | number | undefined): step is RootField {
  return step !== undefined && Object.hasOwn(ROOT_FIELDS, step);
}

/** Returns the keys of a record that was written out with all of its keys. */
function keysOf<Key extends string>(record: Readonly<Record<Key, unknown>>): readonly Key[] {
  return Object.keys(record) as Key[];
}
