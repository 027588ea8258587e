import type { PatchPath } from "../commit/patch.js";
import {
  BufferedEntity,
  lastItemOf,
  lengthOf,
  openText,
  type StoredEntity,
} from "../persistent/bufferedEntity.js";
import type { ItemList } from "../persistent/itemList.js";
import { PagedTable } from "../persistent/pagedTable.js";
import type { TextBuffer } from "../persistent/textBuffer.js";
import { NO_KEYS } from "./indexKeys.js";
import {
  SESSION_TABLES,
  type TableDefinition,
  type RootTableName,
  type TableName,
  type StoredEntityOf,
  type StoredRootTables,
  type StoredTables,
} from "./tables.js";

const NO_IDS: ReadonlySet<string> = new Set();

/** An entity table of one session or of the whole state, which knows its place in the state. */
export class EntityTable<Entity extends object> extends PagedTable<Entity, BufferedEntity<Entity>> {
  readonly name: TableName | RootTableName;
  readonly definition: TableDefinition<Entity>;
  /** A copy of the field in the definition: definitions have several shapes, which slows reading. */
  readonly hasTimes: boolean;
  readonly #keysOf: TableDefinition<Entity>["indexKeys"];
  /** The id of the session that the table belongs to. Absent for a table at the top of the state. */
  readonly sessionId: string | undefined;
  /** The ids by the keys of the definition. Built when it is first needed. */
  #index: Map<string, Set<string>> | undefined;

  private constructor(
    name: TableName | RootTableName,
    definition: TableDefinition<Entity>,
    sessionId: string | undefined,
    source: ReadonlyMap<string, Entity> | undefined,
  ) {
    super(source);
    this.name = name;
    this.definition = definition;
    this.hasTimes = definition.hasTimes === true;
    this.#keysOf = definition.indexKeys;
    this.sessionId = sessionId;
  }

  /** Creates a table of a session, empty or with the entities of a snapshot. */
  static ofSession<Name extends TableName>(
    name: Name,
    sessionId: string,
    source: StoredTables | undefined,
  ): EntityTable<StoredEntityOf<Name>> {
    const entities = source?.[name] as ReadonlyMap<string, StoredEntityOf<Name>> | undefined;
    return new EntityTable(name, SESSION_TABLES[name], sessionId, entities);
  }

  /** Creates a table at the top of the state with the entities of a snapshot. */
  static ofRoot<Entity extends object>(
    name: RootTableName,
    definition: TableDefinition<Entity>,
    source: ReadonlyMap<string, NoInfer<Entity>>,
  ): EntityTable<Entity> {
    return new EntityTable(name, definition, undefined, source);
  }

  override set(id: string, value: StoredEntity<Entity>): void {
    if (this.#index !== undefined) this.#reindex(id, value);
    super.set(id, value);
  }

  override delete(id: string): void {
    if (this.#index !== undefined) this.#reindex(id, undefined);
    super.delete(id);
  }

  override insert(index: number, id: string, value: StoredEntity<Entity>): void {
    this.#index = undefined;
    super.insert(index, id, value);
  }

  override fill(entries: Iterable<readonly [string, StoredEntity<Entity>]>): void {
    this.#index = undefined;
    super.fill(entries);
  }

  /**
   * Returns the ids of the entities that the definition finds under a key, without a visit to the
   * others. The first call visits all entities.
   */
  idsWith(key: string): ReadonlySet<string> {
    if (this.#index === undefined) {
      this.#index = new Map();
      for (const id of this.snapshot().keys())
        this.#addToIndex(id, this.#indexKeys(this.stored(id)));
    }
    return this.#index.get(key) ?? NO_IDS;
  }

  #reindex(id: string, value: StoredEntity<Entity> | undefined): void {
    const before = this.#indexKeys(this.stored(id));
    const after = this.#indexKeys(value);
    if (before === after) return;
    for (const key of before) {
      const ids = this.#index?.get(key);
      ids?.delete(id);
      if (ids?.size === 0) this.#index?.delete(key);
    }
    this.#addToIndex(id, after);
  }

  #addToIndex(id: string, keys: readonly string[]): void {
    for (const key of keys) {
      const ids = this.#index?.get(key);
      if (ids === undefined) this.#index?.set(key, new Set([id]));
      else ids.add(id);
    }
  }

  #indexKeys(stored: StoredEntity<Entity> | undefined): readonly string[] {
    if (stored === undefined) return NO_KEYS;
    const entity = stored instanceof BufferedEntity ? stored.base : stored;
    return this.#keysOf?.(entity) ?? NO_KEYS;
  }

  /**
   * Returns an entity without building it. A field in an append buffer, and `updatedAt` with it,
   * may have an outdated value.
   */
  base(id: string): Entity | undefined {
    const stored = this.stored(id);
    return stored instanceof BufferedEntity ? stored.base : stored;
  }

  /** Returns the last item of a list of an entity, without building the list. */
  lastItem(id: string, field: keyof Entity & string): unknown {
    const stored = this.stored(id);
    return stored === undefined ? undefined : lastItemOf(stored, field);
  }

  /** Returns the length of a list of an entity, without building the list. */
  listLength(id: string, field: keyof Entity & string): number {
    const stored = this.stored(id);
    return stored === undefined ? 0 : lengthOf(stored, field);
  }

  /** Returns a text field of an entity as an append buffer. */
  textBuffer(id: string, field: keyof Entity & string): TextBuffer | undefined {
    const stored = this.stored(id);
    return stored === undefined ? undefined : openText(stored, field).buffer;
  }

  /** Returns the patch path of the table. */
  path(): PatchPath {
    return this.sessionId === undefined ? [this.name] : ["sessions", this.sessionId, this.name];
  }

  /** Returns the patch path of an entity. */
  entityPath(id: string): PatchPath {
    return this.sessionId === undefined
      ? [this.name, id]
      : ["sessions", this.sessionId, this.name, id];
  }

  /** Returns the patch path of a field of an entity. A literal, because it is made so often. */
  fieldPath(id: string, field: string): PatchPath {
    return this.sessionId === undefined
      ? [this.name, id, field]
      : ["sessions", this.sessionId, this.name, id, field];
  }
}

/**
 * Returns the position of an id in a list whose ids have the order of their table, or -1. A list in
 * another order, such as one from an edited file, is searched.
 */
export function positionIn(
  list: ItemList<string>,
  table: Pick<EntityTable<object>, "indexOf">,
  id: string,
): number {
  const place = table.indexOf(id);
  const index = list.countBefore((other) => table.indexOf(other) < place);
  return list.at(index) === id ? index : list.findIndex((other) => other === id);
}

/** The entity tables of a session. */
export type SessionEntityTables = {
  readonly [Name in TableName]: EntityTable<StoredEntityOf<Name>>;
};

/** The entity tables at the top of the state. */
export type RootEntityTables = {
  readonly [Name in RootTableName]: StoredRootTables[Name] extends ReadonlyMap<string, infer Entity>
    ? EntityTable<Entity & object>
    : never;
};
