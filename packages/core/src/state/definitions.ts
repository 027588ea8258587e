import type { RequestId } from "../wire/jsonRpc.js";
import { isFinalStatus } from "./entities.js";
import type { Elicitation } from "./requests.js";
import type { RootField, RootTableName, TableName, TimelineItem } from "./state.js";
import type {
  SessionRecordFields,
  StoredCatalogEntry,
  StoredEntityOf,
  StoredSessionField,
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
  /** Whether a replay rebuilds the table. See `reduce/replay.ts` for the entities it keeps. */
  readonly isRebuiltByReplay: boolean;
  /** The effect of closing a session. `removeSettled`: its settled requests are removed. */
  readonly onClose: "clear" | "keep" | "removeSettled";
  /**
   * Returns the keys under which `EntityTable.idsWith` finds an entity. They must not depend on a
   * field in an append buffer.
   */
  indexKeys?(entity: Entity): readonly string[];
}

/** The result of `indexKeys` for an entity that is not in the index. */
export const NO_KEYS: readonly string[] = [];

/** The index key of the tool calls that are neither finished nor stale. */
export const UNFINISHED = "unfinished";
const UNFINISHED_KEYS: readonly string[] = [UNFINISHED];

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
  if (urlElicitationId !== undefined) keys.push(urlElicitationKey(urlElicitationId));
  if (status === "pending" && requestId !== undefined) keys.push(pendingKey(requestId));
  return keys;
}

function turnKeys({ echo, reopened }: StoredTurn): readonly string[] {
  if (echo?.messageId === undefined && reopened === undefined) return NO_KEYS;
  const keys = (reopened ?? []).map(reopenedKey);
  return echo?.messageId === undefined ? keys : [...keys, echoKey(echo.messageId)];
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
    isRebuiltByReplay: true,
    onClose: "clear",
    indexKeys: ({ status, stale }) => (isFinalStatus(status) || stale ? NO_KEYS : UNFINISHED_KEYS),
  },
  plans: {
    idField: "planId",
    timelineType: "plan",
    hasTimes: true,
    isRebuiltByReplay: true,
    onClose: "clear",
  },
  messages: { timelineType: "message", hasTimes: true, isRebuiltByReplay: true, onClose: "clear" },
  permissions: {
    idField: "permissionId",
    timelineType: "permission",
    isRebuiltByReplay: false,
    onClose: "removeSettled",
  },
  terminals: {
    idField: "terminalId",
    timelineType: "terminal",
    hasTimes: true,
    isRebuiltByReplay: true,
    onClose: "clear",
  },
  turns: { idField: "turnId", isRebuiltByReplay: true, onClose: "clear", indexKeys: turnKeys },
  compactions: {
    idField: "compactionId",
    timelineType: "compaction",
    isRebuiltByReplay: true,
    onClose: "clear",
  },
  subagents: {
    idField: "sessionId",
    timelineType: "subagent",
    isRebuiltByReplay: true,
    onClose: "clear",
  },
  sessionMessages: {
    idField: "messageId",
    timelineType: "session_message",
    isRebuiltByReplay: true,
    onClose: "clear",
  },
  applicationRows: {
    idField: "rowId",
    timelineType: "application_row",
    hasTimes: true,
    isRebuiltByReplay: false,
    onClose: "clear",
  },
};

/** The entity tables at the top of the state. */
export const ROOT_TABLES: {
  readonly elicitations: TableDefinition<Elicitation>;
  readonly catalog: TableDefinition<StoredCatalogEntry>;
} = {
  elicitations: {
    idField: "elicitationId",
    indexKeys: elicitationKeys,
    isRebuiltByReplay: false,
    onClose: "removeSettled",
  },
  catalog: { idField: "sessionId", isRebuiltByReplay: false, onClose: "keep" },
};

/** The properties of a session field that the store needs to know. */
export interface SessionFieldDefinition {
  /** Whether a replay resets the field. */
  readonly isRebuiltByReplay?: true;
  /** The effect of closing the session: `clear` resets the field. */
  readonly onClose: "clear" | "keep";
}

const CLEAR: SessionFieldDefinition = { onClose: "clear" };
const KEEP: SessionFieldDefinition = { onClose: "keep" };

/** The fields of a session. */
export const SESSION_FIELDS: Readonly<Record<StoredSessionField, SessionFieldDefinition>> = {
  cwd: KEEP,
  additionalDirectories: CLEAR,
  activity: CLEAR,
  reported: CLEAR,
  parentSessionId: CLEAR,
  forkedFrom: KEEP,
  replaying: CLEAR,
  replayBegun: CLEAR,
  openTurns: CLEAR,
  pendingPermissions: CLEAR,
  queue: CLEAR,
  queueHeld: CLEAR,
  detached: CLEAR,
  background: CLEAR,
  info: KEEP,
  commands: CLEAR,
  configOptions: CLEAR,
  modes: CLEAR,
  models: CLEAR,
  settingChanges: CLEAR,
  usage: CLEAR,
  recentPlans: { isRebuiltByReplay: true, onClose: "clear" },
  notices: CLEAR,
  unknownUpdates: CLEAR,
  lastActivityAt: CLEAR,
  _meta: CLEAR,
  updateMeta: CLEAR,
  dropped: CLEAR,
  restored: CLEAR,
  unknownFields: CLEAR,
  closed: CLEAR,
};

/** The value of each session field about which nothing is known yet. */
export const EMPTY_FIELDS: Omit<SessionRecordFields, "sessionId"> = {
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
