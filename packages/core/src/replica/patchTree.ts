import type { AcpPatch, PatchPath } from "../commit/patch.js";
import { LazyValue } from "../persistent/entityMap.js";
import { deepFreeze } from "../persistent/freeze.js";
import { ListBuffer } from "../persistent/listBuffer.js";
import { PagedTable } from "../persistent/pagedTable.js";
import { EMPTY_FIELDS, isRootFieldName, isSessionFieldName } from "../state/definitions.js";
import { isRootTableName, isTableName, TABLE_NAMES } from "../state/tables.js";
import type { AcpState, Session } from "../state/state.js";
import { type PatchedTable, patchTable } from "./patchEntity.js";
import { isTooDeep, newValue, patchMismatch, patchValue } from "./patchValue.js";

type Fields = Readonly<Record<string, unknown>>;
type Entities = ReadonlyMap<string, object>;

/**
 * The mutable side of a state that only patches write to. It knows the names of the tables and
 * fields, and nothing else of the protocol. Values of patches are used unchanged: patches come from
 * a commit, so that the value at a path has the type of that path.
 */
export class PatchTree {
  readonly #root: PatchedObject<Omit<AcpState, "sessions">>;
  readonly #sessions: PagedTable<Session>;
  /** The sessions that were patched. */
  readonly #opened: Map<string, PatchedObject<Session>> = new Map();
  /** The sessions that were patched since the last snapshot. */
  #changed: Map<string, PatchedObject<Session>> = new Map();
  #snapshot: AcpState | undefined;

  constructor(source: AcpState) {
    const { sessions, ...root } = source;
    this.#root = new PatchedObject(root, isRootTableName, isRootFieldName);
    this.#sessions = new PagedTable(sessions);
    this.#snapshot = deepFreeze(source);
  }

  /**
   * Applies one patch.
   *
   * @throws Error if it does not fit the state.
   */
  apply(patch: AcpPatch): void {
    const [top, id, name] = patch.path;
    if (isTooDeep(patch)) throw patchMismatch(patch);
    this.#snapshot = undefined;
    if (top !== "sessions") return this.#root.apply(patch, 0);
    if (typeof id !== "string") throw patchMismatch(patch);
    if (name === undefined) return this.#patchSessions(id, patch);
    const session = this.#sessionAt(id);
    if (session === undefined) throw patchMismatch(patch);
    session.apply(patch, 2);
    this.#changed.set(id, session);
  }

  /** Returns the table that a path leads to. `undefined` if there is none. */
  tableAt(path: PatchPath): Pick<PatchedTable, "has" | "snapshot"> | undefined {
    const [top, id, name] = path;
    if (top !== "sessions") return this.#root.table(String(top));
    return this.#sessionAt(String(id))?.table(String(name));
  }

  /** Returns the current state. It shares everything that did not change with earlier ones. */
  snapshot(): AcpState {
    if (this.#snapshot === undefined) {
      for (const [id, session] of this.#changed) this.#sessions.set(id, session.snapshot());
      // Clearing the map would link its old table to the new one, which keeps old tables in memory.
      this.#changed = new Map();
      const sessions = this.#sessions.snapshot();
      this.#snapshot = deepFreeze({ ...this.#root.snapshot().value(), sessions });
    }
    return this.#snapshot;
  }

  #patchSessions(id: string, patch: AcpPatch): void {
    if (patch.op === "add") {
      const tables = Object.fromEntries(TABLE_NAMES.map((table) => [table, new Map()]));
      const base = { ...EMPTY_FIELDS, ...tables, sessionId: id, timeline: [] };
      const session = this.#open(id, base);
      // A field or a table that only a newer release knows gets its place like in any other patch.
      for (const [name, value] of Object.entries(newValue(patch) as Fields))
        if (name !== "sessionId")
          session.apply({ op: "replace", path: [...patch.path, name], value }, 2);
      this.#changed.set(id, session);
    } else if (patch.op === "remove" && (this.#opened.has(id) || this.#sessions.has(id))) {
      this.#opened.delete(id);
      this.#changed.delete(id);
      this.#sessions.delete(id);
    } else throw patchMismatch(patch);
  }

  #sessionAt(id: string): PatchedObject<Session> | undefined {
    const opened = this.#opened.get(id);
    if (opened !== undefined) return opened;
    const source = this.#sessions.get(id);
    return source && this.#open(id, source);
  }

  #open(id: string, source: object): PatchedObject<Session> {
    const session = new PatchedObject<Session>(source, isTableName, isSessionFieldName);
    this.#opened.set(id, session);
    return session;
  }
}

/** The fields and tables of a session, or those at the top of the state. */
class PatchedObject<Value extends object> {
  #fields: Fields;
  readonly #tables: Map<string, PatchedTable> = new Map();
  #timeline: ListBuffer<unknown> | undefined;
  readonly #isField: (name: string | number) => boolean;
  #snapshot: LazyValue<Value> | undefined;

  constructor(
    source: object,
    isTable: (name: string) => boolean,
    isField: (name: string | number) => boolean,
  ) {
    const fields: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(source)) {
      if (isTable(name)) this.#tables.set(name, new PagedTable(value as Entities));
      else if (name === "timeline") this.#timeline = ListBuffer.of(value as readonly unknown[]);
      else if (value !== undefined) fields[name] = value;
    }
    this.#fields = fields;
    this.#isField = isField;
  }

  table(name: string): PatchedTable | undefined {
    return this.#tables.get(name);
  }

  /** Applies a patch. The first `depth` steps of the path lead to this object. */
  apply(patch: AcpPatch, depth: number): void {
    const name = patch.path[depth] ?? "";
    const table = this.#tables.get(String(name));
    this.#snapshot = undefined;
    if (table !== undefined) patchTable(table, patch, depth + 1);
    else if (name === "timeline" && this.#timeline !== undefined)
      this.#timeline = patchTimeline(this.#timeline, patch, depth + 1);
    else if (this.#isField(name)) this.#fields = patchValue(this.#fields, patch, depth) as Fields;
    else {
      // A field or a table that only a newer release knows.
      const { unknownFields: before = {} } = this.#fields;
      this.#fields = { ...this.#fields, unknownFields: patchValue(before, patch, depth) };
    }
  }

  /** Returns the object, the same one until the next patch. It is built when it is first read. */
  snapshot(): LazyValue<Value> {
    if (this.#snapshot === undefined) {
      const fields = this.#fields;
      const timeline = this.#timeline;
      const tables = Array.from(this.#tables, ([name, table]) => [name, table.snapshot()] as const);
      this.#snapshot = new PatchedView(() => {
        const list = timeline && { timeline: timeline.value() };
        return deepFreeze({ ...fields, ...Object.fromEntries(tables), ...list } as Value);
      });
    }
    return this.#snapshot;
  }
}

/** A snapshot of a {@link PatchedObject}. Most sessions of most snapshots are never read. */
class PatchedView<Value> extends LazyValue<Value> {
  readonly #build: () => Value;
  #value: Value | undefined;

  constructor(build: () => Value) {
    super();
    this.#build = build;
  }

  override value(): Value {
    return (this.#value ??= this.#build());
  }
}

function patchTimeline(
  timeline: ListBuffer<unknown>,
  patch: AcpPatch,
  depth: number,
): ListBuffer<unknown> {
  const [position, ...rest] = patch.path.slice(depth);
  if (patch.op === "add" && position === timeline.length && rest.length === 0)
    return timeline.push(patch.value);
  return ListBuffer.of(patchValue(timeline.value(), patch, depth) as readonly unknown[]);
}
