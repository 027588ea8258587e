import type { CatalogEntry } from "./catalog.js";
import type { Message, Plan, SessionId, ToolCall, Turn, TurnId } from "./entities.js";
import {
  compactionKeys,
  elicitationKeys,
  permissionKeys,
  toolCallKeys,
  turnKeys,
} from "./indexKeys.js";
import type { Elicitation, Permission } from "./requests.js";
import type {
  ApplicationRow,
  Compaction,
  SessionMessage,
  Subagent,
  Terminal,
} from "./sessionParts.js";
import type {
  StoredCatalogEntry,
  StoredTerminal,
  StoredToolCall,
  StoredTurn,
} from "./storedEntities.js";

// One row per entity table. Serialization, replays, closing, patches and mirrors follow these rows.

/** The entities of a session, each table by id in first-seen order. */
export interface SessionTables {
  /** The tool calls, by `toolCallId`. */
  readonly toolCalls: ReadonlyMap<string, ToolCall>;
  /** The plans, by `planId`. */
  readonly plans: ReadonlyMap<string, Plan>;
  /** The messages. The key is made of the role and the message id. */
  readonly messages: ReadonlyMap<string, Message>;
  /** The permission requests, pending and settled, by `permissionId`. */
  readonly permissions: ReadonlyMap<string, Permission>;
  /** The terminals, by `terminalId`. */
  readonly terminals: ReadonlyMap<string, Terminal>;
  /** The turns, open and ended, by `turnId`. */
  readonly turns: ReadonlyMap<TurnId, Turn>;
  /** The compactions of the context, by `compactionId`. */
  readonly compactions: ReadonlyMap<string, Compaction>;
  /** The child sessions, by their session id. */
  readonly subagents: ReadonlyMap<SessionId, Subagent>;
  /** The messages between sessions, by `messageId`. */
  readonly sessionMessages: ReadonlyMap<string, SessionMessage>;
  /** The rows that the application added to the timeline, by `rowId`. */
  readonly applicationRows: ReadonlyMap<string, ApplicationRow>;
}

/** The name of an entity table of a session. */
export type TableName = keyof SessionTables;

/** The entities that belong to no single session, each table by id in first-seen order. */
export interface RootTables {
  /** Requests for input, pending and settled. */
  readonly elicitations: ReadonlyMap<string, Elicitation>;
  /** The sessions that the agent knows, open or not, by session id. */
  readonly catalog: ReadonlyMap<SessionId, CatalogEntry>;
}

/** The name of an entity table at the top of the state. */
export type RootTableName = keyof RootTables;

/** The entity that a table holds. */
export type EntityOf<Table extends TableName> =
  SessionTables[Table] extends ReadonlyMap<string, infer Entity> ? Entity & object : never;

/** The entity tables of a session with the bookkeeping of the store. */
export interface StoredTables extends Omit<SessionTables, "toolCalls" | "turns" | "terminals"> {
  readonly toolCalls: ReadonlyMap<string, StoredToolCall>;
  readonly turns: ReadonlyMap<TurnId, StoredTurn>;
  readonly terminals: ReadonlyMap<string, StoredTerminal>;
}

/** The entity tables at the top of the state with the bookkeeping of the store. */
export interface StoredRootTables extends Omit<RootTables, "catalog"> {
  readonly catalog: ReadonlyMap<SessionId, StoredCatalogEntry>;
}

/** The entity that a table stores. */
export type StoredEntityOf<Name extends TableName> =
  StoredTables[Name] extends ReadonlyMap<string, infer Entity> ? Entity & object : never;

/** One item of the conversation: a run of a message, or another entity. */
export type TimelineItem = MessageTimelineItem | EntityTimelineItem;

/**
 * A run of a message: the blocks that arrived without another timeline item in between. Most
 * messages have one run. Read the blocks of a run with `selectMessageRun`.
 */
export interface MessageTimelineItem {
  readonly type: "message";
  /** The key in `messages`. */
  readonly id: string;
  /** The number of the run in its message, from 0. */
  readonly run: number;
}

/** A timeline item that stands for a whole entity. */
export interface EntityTimelineItem {
  readonly type:
    | "tool_call"
    | "plan"
    | "permission"
    | "terminal"
    | "compaction"
    | "subagent"
    | "session_message"
    | "application_row";
  /** The key in the table that `type` names. */
  readonly id: string;
}

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
  compactions: {
    idField: "compactionId",
    timelineType: "compaction",
    indexKeys: compactionKeys,
  },
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

/** Returns whether a step of a patch path names an entity table of a session. */
export function isTableName(step: string | number | undefined): step is TableName {
  return step !== undefined && Object.hasOwn(SESSION_TABLE_ORDER, step);
}

/** Returns whether a step of a patch path names an entity table at the top of the state. */
export function isRootTableName(step: string | number | undefined): step is RootTableName {
  return step !== undefined && Object.hasOwn(ROOT_TABLE_ORDER, step);
}

/** Returns the table of the entities that a type of timeline items stands for. */
export function tableOfItem(type: TimelineItem["type"]): TableName | undefined {
  return TABLE_NAMES.find((name) => SESSION_TABLES[name].timelineType === type);
}

/** Returns whether two timeline items are the same run of a message, or the same entity. */
export function isSameItem(one: TimelineItem, other: TimelineItem): boolean {
  if (one.type !== other.type || one.id !== other.id) return false;
  return one.type !== "message" || other.type !== "message" || one.run === other.run;
}

/** Returns the keys of a record that was written out with all of its keys. */
export function keysOf<Key extends string>(record: Readonly<Record<Key, unknown>>): readonly Key[] {
  return Object.keys(record) as Key[];
}
