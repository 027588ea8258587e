import type { PatchPath } from "../commit/patch.js";
import type { MessageRole } from "./entities.js";
import { GrownList } from "./grownList.js";
import { NO_ITEMS } from "./items.js";
import { SessionView } from "./sessionView.js";
import type {
  EntityOf,
  RootTableName,
  Session,
  SessionFields,
  SessionTables,
  TableName,
  TimelineItem,
} from "./state.js";
import { Table } from "./table.js";
import { ROOT_TABLES, SESSION_TABLES, type TableDefinition, TABLE_NAMES } from "./tables.js";

/** An entity table of a session or of the whole state, which knows its place in the state. */
export class EntityTable<Entity extends object> extends Table<Entity> {
  readonly name: TableName | RootTableName;
  readonly definition: TableDefinition;
  /** The session that the table belongs to. Absent for a table at the top of the state. */
  readonly session: SessionRecord | undefined;
  /** A cache, no state: the patch paths of the text that was appended to last. */
  lastText: TextPaths | undefined;

  private constructor(
    name: TableName | RootTableName,
    definition: TableDefinition,
    session: SessionRecord | undefined,
    source: ReadonlyMap<string, Entity> | undefined,
  ) {
    super(source);
    this.name = name;
    this.definition = definition;
    this.session = session;
    this.lastText = undefined;
  }

  static ofSession<Name extends TableName>(
    name: Name,
    session: SessionRecord,
    source: Session | undefined,
  ): EntityTable<EntityOf<Name>> {
    const entities = source?.[name] as ReadonlyMap<string, EntityOf<Name>> | undefined;
    return new EntityTable(name, SESSION_TABLES[name], session, entities);
  }

  static ofRoot<Entity extends object>(
    name: RootTableName,
    source: ReadonlyMap<string, Entity>,
  ): EntityTable<Entity> {
    return new EntityTable(name, ROOT_TABLES[name], undefined, source);
  }

  /** Returns the path of the table, or of something in it, as patches name it. */
  path(...steps: PatchPath): PatchPath {
    return this.session === undefined
      ? [this.name, ...steps]
      : ["sessions", this.session.id, this.name, ...steps];
  }
}

/** The entity tables of a session. */
export type SessionEntityTables = { readonly [Name in TableName]: EntityTable<EntityOf<Name>> };

/** Where the text of a list stands that grew last, as patches have it. */
export interface TextPaths {
  list: GrownList<unknown>;
  readonly text: PatchPath;
  readonly length: PatchPath;
}

/** The mutable state of one session. Each session has its own, so a write never copies another. */
export class SessionRecord {
  readonly id: string;
  fields: SessionFields;
  readonly tables: SessionEntityTables;
  timeline: GrownList<TimelineItem>;
  /** No state: the key of the message that grew last, so that it need not be made again. */
  lastChunk:
    | { readonly role: MessageRole; readonly messageId: string; readonly key: string }
    | undefined;
  #snapshot: Session | SessionView | undefined;
  #isCurrent = false;

  constructor(id: string, fields: SessionFields, source?: Session) {
    this.id = id;
    this.fields = fields;
    this.tables = {
      toolCalls: EntityTable.ofSession("toolCalls", this, source),
      plans: EntityTable.ofSession("plans", this, source),
      messages: EntityTable.ofSession("messages", this, source),
      permissions: EntityTable.ofSession("permissions", this, source),
      terminals: EntityTable.ofSession("terminals", this, source),
      turns: EntityTable.ofSession("turns", this, source),
      compactions: EntityTable.ofSession("compactions", this, source),
      subagents: EntityTable.ofSession("subagents", this, source),
      sessionMessages: EntityTable.ofSession("sessionMessages", this, source),
    };
    this.timeline = GrownList.of(source?.timeline ?? NO_ITEMS);
    this.#snapshot = source;
    this.#isCurrent = source !== undefined;
  }

  static from(id: string, source: Session): SessionRecord {
    const fields: Record<string, unknown> = { ...source };
    for (const name of [...TABLE_NAMES, "timeline"]) delete fields[name];
    return new SessionRecord(id, fields as unknown as SessionFields, source);
  }

  /** Must be called after each write. Returns whether it was the first write since a snapshot. */
  touch(): boolean {
    const wasCurrent = this.#isCurrent;
    this.#isCurrent = false;
    return wasCurrent;
  }

  snapshot(): Session | SessionView {
    if (this.#snapshot === undefined || !this.#isCurrent)
      this.#snapshot = new SessionView(this.fields, this.#snapshots(), this.timeline);
    this.#isCurrent = true;
    return this.#snapshot;
  }

  #snapshots(): SessionTables {
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
