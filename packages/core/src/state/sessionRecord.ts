import { EMPTY_ARRAY } from "../persistent/emptyArray.js";
import { ListBuffer } from "../persistent/listBuffer.js";
import { EMPTY_FIELDS, SESSION_FIELD_NAMES } from "./definitions.js";
import { EntityTable, type SessionEntityTables } from "./entityTable.js";
import { SessionView } from "./sessionView.js";
import type { TimelineItem } from "./state.js";
import type {
  StoredSession,
  StoredSessionField,
  StoredSessionFields,
  StoredTables,
} from "./storedState.js";
import type { Writable } from "./writable.js";

/** The mutable state of one session. Each session has its own, so a write never copies another. */
export class SessionRecord {
  readonly id: string;
  fields: StoredSessionFields;
  readonly tables: SessionEntityTables;
  timeline: ListBuffer<TimelineItem>;
  #snapshot: StoredSession | SessionView | undefined;
  #isCurrent = false;

  constructor(id: string, fields: StoredSessionFields, source?: StoredSession) {
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
    };
    this.timeline = ListBuffer.of(source?.timeline ?? EMPTY_ARRAY);
    this.#snapshot = source;
    this.#isCurrent = source !== undefined;
  }

  /** Creates the record of a session that is part of a snapshot. */
  static from(id: string, source: StoredSession): SessionRecord {
    const fields: Writable<StoredSessionFields> = emptySession(id);
    for (const field of SESSION_FIELD_NAMES) copyField(fields, source, field);
    return new SessionRecord(id, fields, source);
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
    };
  }
}

/** Returns the fields of a session about which nothing is known yet. */
export function emptySession(sessionId: string): StoredSessionFields {
  return { sessionId, ...EMPTY_FIELDS };
}

function copyField<Field extends StoredSessionField>(
  target: Writable<StoredSessionFields>,
  source: StoredSessionFields,
  field: Field,
): void {
  const value = source[field];
  if (value !== undefined) target[field] = value;
}
