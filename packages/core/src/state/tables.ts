import type { RootTableName, TableName, TimelineItem } from "./state.js";

/** The properties of an entity table that the store needs to know. */
export interface TableDefinition {
  /** The field of an entity that holds its key. Absent if the key is made from several fields. */
  readonly idField?: string;
  /** The type of the timeline item that each entity gets. Absent: entities are not in the timeline. */
  readonly timelineType?: TimelineItem["type"];
}

/** The entity tables of a session, in the order in which snapshots list them. */
export const SESSION_TABLES: Readonly<Record<TableName, TableDefinition>> = {
  toolCalls: { idField: "toolCallId", timelineType: "tool_call" },
  plans: { idField: "planId", timelineType: "plan" },
  messages: { timelineType: "message" },
  permissions: { idField: "permissionId", timelineType: "permission" },
  terminals: { idField: "terminalId", timelineType: "terminal" },
  turns: { idField: "turnId" },
  compactions: { idField: "compactionId", timelineType: "compaction" },
  subagents: { idField: "sessionId", timelineType: "subagent" },
  sessionMessages: { idField: "messageId", timelineType: "session_message" },
};

/** The entity tables at the top of the state. */
export const ROOT_TABLES: Readonly<Record<RootTableName, TableDefinition>> = {
  elicitations: { idField: "elicitationId" },
};

/** The names of the entity tables of a session, in the order in which snapshots list them. */
export const TABLE_NAMES: readonly TableName[] = Object.keys(SESSION_TABLES) as TableName[];

/** The names of the entity tables at the top of the state. */
export const ROOT_TABLE_NAMES: readonly RootTableName[] = Object.keys(
  ROOT_TABLES,
) as RootTableName[];

/** Returns whether a step of a patch path names an entity table of a session. */
export function isTableName(step: string | number | undefined): step is TableName {
  return typeof step === "string" && Object.hasOwn(SESSION_TABLES, step);
}

/** Returns whether a step of a patch path names an entity table at the top of the state. */
export function isRootTableName(step: string | number | undefined): step is RootTableName {
  return typeof step === "string" && Object.hasOwn(ROOT_TABLES, step);
}
