import { EMPTY_ARRAY } from "../persistent/emptyArray.js";
import { LazyValue } from "../persistent/entityMap.js";
import { deepFreeze } from "../persistent/freeze.js";
import { ItemList } from "../persistent/itemList.js";
import { ListBuffer } from "../persistent/listBuffer.js";
import { EMPTY_FIELDS, SESSION_FIELD_NAMES } from "./definitions.js";
import { EntityTable, type SessionEntityTables } from "./entityTable.js";
import type { TimelineItem, StoredTables } from "./tables.js";
import type {
  SessionRecordFields,
  StoredListField,
  StoredSession,
  StoredSessionField,
  StoredSessionFields,
} from "./storedState.js";
import type { Writable } from "./writable.js";

/** The mutable state of one session. Each session has its own, so a write never copies another. */
export class SessionRecord {
  readonly id: string;
  fields: SessionRecordFields;
  readonly tables: SessionEntityTables;
  timeline: ListBuffer<TimelineItem>;
  #snapshot: StoredSession | SessionView | undefined;
  #isCurrent = false;

  constructor(id: string, fields: SessionRecordFields, source?: StoredSession) {
    this.id = id;
    this.fields = fields;
    this.tables = {
      toolCalls: EntityTable.ofSession("toolCalls", id, source),
      plans: EntityTable.ofSession("plans", id, source),
      messages: EntityTable.ofSession("messages", id, source),
      permissions: EntityTable.ofSession("permissions", id, source),
      terminals: EntityTable.ofSession("terminals", id, source),
      turns: EntityTable.ofSession("turns", id, source),
      compactions: EntityTable.ofSession("compactions", id, source),
      subagents: EntityTable.ofSession("subagents", id, source),
      sessionMessages: EntityTable.ofSession("sessionMessages", id, source),
      applicationRows: EntityTable.ofSession("applicationRows", id, source),
    };
    this.timeline = ListBuffer.of(source?.timeline ?? EMPTY_ARRAY);
    this.#snapshot = source;
    this.#isCurrent = source !== undefined;
  }

  /** Creates the record of a session that is part of a snapshot. */
  static from(id: string, source: StoredSession): SessionRecord {
    return new SessionRecord(id, recordFieldsOf(source), source);
  }

  /** Must be called after each write. Returns whether it was the first write since a snapshot. */
  touch(): boolean {
    const wasCurrent = this.#isCurrent;
    this.#isCurrent = false;
    return wasCurrent;
  }

  snapshot(): StoredSession | SessionView {
    if (this.#snapshot === undefined || !this.#isCurrent)
      this.#snapshot = new SessionView(this.fields, this.#snapshots(), this.timeline);
    this.#isCurrent = true;
    return this.#snapshot;
  }

  /** A literal, because a loop over the names takes thirty times as long. */
  #snapshots(): StoredTables {
    const { tables } = this;
    return {
      toolCalls: tables.toolCalls.snapshot(),
      plans: tables.plans.snapshot(),
      messages: tables.messages.snapshot(),
      permissions: tables.permissions.snapshot(),
      terminals: tables.terminals.snapshot(),
      turns: tables.turns.snapshot(),
      compactions: tables.compactions.snapshot(),
      subagents: tables.subagents.snapshot(),
      sessionMessages: tables.sessionMessages.snapshot(),
      applicationRows: tables.applicationRows.snapshot(),
    };
  }
}

/** Returns the fields of a session about which nothing is known yet. */
export function emptySession(sessionId: string): SessionRecordFields {
  return { sessionId, ...EMPTY_FIELDS, ...EMPTY_LISTS };
}

const NO_ITEMS: ItemList<never> = ItemList.of(EMPTY_ARRAY);
const EMPTY_LISTS: Pick<SessionRecordFields, StoredListField> = {
  notices: NO_ITEMS,
  openTurns: NO_ITEMS,
  pendingPermissions: NO_ITEMS,
  queue: NO_ITEMS,
  recentPlans: NO_ITEMS,
  unknownUpdates: NO_ITEMS,
};

/** Returns the fields of the record of a session. */
export function recordFieldsOf(session: StoredSessionFields): SessionRecordFields {
  const fields = emptySession(session.sessionId);
  for (const field of SESSION_FIELD_NAMES)
    if (session[field] !== undefined)
      Reflect.set(fields, field, toRecordField(field, session[field]));
  return fields;
}

/** Returns the value that a session record has for a field of the state. */
export function toRecordField(field: StoredSessionField, value: unknown): unknown {
  return Object.hasOwn(EMPTY_LISTS, field) ? ItemList.of(value as readonly unknown[]) : value;
}

/**
 * One session in a snapshot. The session object is built when it is first read, because most
 * sessions of most snapshots are never read.
 */
export class SessionView extends LazyValue<StoredSession> {
  readonly #fields: SessionRecordFields;
  readonly #tables: StoredTables;
  readonly #timeline: ListBuffer<TimelineItem>;
  #session: StoredSession | undefined;

  constructor(
    fields: SessionRecordFields,
    tables: StoredTables,
    timeline: ListBuffer<TimelineItem>,
  ) {
    super();
    this.#fields = fields;
    this.#tables = tables;
    this.#timeline = timeline;
  }

  override value(): StoredSession {
    this.#session ??= buildSession(this.#fields, this.#tables, this.#timeline.value());
    return this.#session;
  }
}

/**
 * Builds a session from its parts. The literal takes 25 ns; a loop over the names takes 100 times
 * as long, and a spread 1,000 times. The compiler names a missing table or required field, and
 * `tests/state/stateTree.test.ts` a missing optional field.
 */
function buildSession(
  fields: SessionRecordFields,
  tables: StoredTables,
  timeline: readonly TimelineItem[],
): StoredSession {
  const session: Writable<StoredSession> = {
    toolCalls: tables.toolCalls,
    plans: tables.plans,
    messages: tables.messages,
    permissions: tables.permissions,
    terminals: tables.terminals,
    turns: tables.turns,
    compactions: tables.compactions,
    subagents: tables.subagents,
    sessionMessages: tables.sessionMessages,
    applicationRows: tables.applicationRows,
    timeline,
    sessionId: fields.sessionId,
    activity: fields.activity,
    openTurns: fields.openTurns.value(),
    pendingPermissions: fields.pendingPermissions.value(),
    queue: fields.queue.value(),
    background: fields.background,
    info: fields.info,
    commands: fields.commands,
    configOptions: fields.configOptions,
    settingChanges: fields.settingChanges,
    recentPlans: fields.recentPlans.value(),
    notices: fields.notices.value(),
    unknownUpdates: fields.unknownUpdates.value(),
  };
  if (fields.cwd !== undefined) session.cwd = fields.cwd;
  if (fields.additionalDirectories !== undefined)
    session.additionalDirectories = fields.additionalDirectories;
  if (fields.mcpServers !== undefined) session.mcpServers = fields.mcpServers;
  if (fields.parentSessionId !== undefined) session.parentSessionId = fields.parentSessionId;
  if (fields.modes !== undefined) session.modes = fields.modes;
  if (fields.models !== undefined) session.models = fields.models;
  if (fields.usage !== undefined) session.usage = fields.usage;
  if (fields.usageTotals !== undefined) session.usageTotals = fields.usageTotals;
  if (fields.queueHeld !== undefined) session.queueHeld = fields.queueHeld;
  if (fields.detached !== undefined) session.detached = fields.detached;
  if (fields.replaying !== undefined) session.replaying = fields.replaying;
  if (fields.forkedFrom !== undefined) session.forkedFrom = fields.forkedFrom;
  if (fields.continuedFrom !== undefined) session.continuedFrom = fields.continuedFrom;
  if (fields.writtenFiles !== undefined) session.writtenFiles = fields.writtenFiles;
  if (fields.lastActivityAt !== undefined) session.lastActivityAt = fields.lastActivityAt;
  if (fields._meta !== undefined) session._meta = fields._meta;
  if (fields.updateMeta !== undefined) session.updateMeta = fields.updateMeta;
  if (fields.replayBegun !== undefined) session.replayBegun = fields.replayBegun;
  if (fields.reported !== undefined) session.reported = fields.reported;
  if (fields.dropped !== undefined) session.dropped = fields.dropped;
  if (fields.restored !== undefined) session.restored = fields.restored;
  if (fields.unknownFields !== undefined) session.unknownFields = fields.unknownFields;
  if (fields.closed !== undefined) session.closed = fields.closed;
  return deepFreeze(session);
}
