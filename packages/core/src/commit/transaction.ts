import type { Draft } from "immer";
import type { Diagnostic } from "../diagnostics.js";
import { type JsonObject, ownField, setOwn } from "../json.js";
import type { Held } from "../state/grow.js";
import { GrownList } from "../state/grownList.js";
import type { Growing } from "../state/growing.js";
import { NO_ITEMS, withItem } from "../state/items.js";
import { type EntityTable, SessionRecord } from "../state/sessionRecord.js";
import type {
  RootField,
  RootFields,
  SessionField,
  SessionFields,
  TimelineItem,
} from "../state/state.js";
import { emptySession, type RootEntityTables, type StateTree } from "../state/stateTree.js";
import { type Change, takeBack } from "./change.js";
import { deepFreeze, immer } from "./immer.js";
import { type AcpPatch, assignment, fieldsOf } from "./patch.js";

/** A field and its new value; `undefined` removes the field. */
export type FieldValue = readonly [field: string, value: unknown];

/**
 * The only way in which reducers write to the state. Collects the changes, and the patches if
 * somebody wants them, and can roll all of it back.
 */
export class Transaction {
  changes: Change[] = NO_ITEMS;
  patches: AcpPatch[] = NO_ITEMS;
  inversePatches: AcpPatch[] = NO_ITEMS;
  diagnostics: Diagnostic[] = NO_ITEMS;
  /** Whether somebody wants the patches. */
  readonly isRecording: boolean;
  readonly #tree: StateTree;

  constructor(tree: StateTree, recording: boolean) {
    this.#tree = tree;
    this.isRecording = recording;
  }

  get root(): RootFields {
    return this.#tree.root;
  }

  /** The entity tables at the top of the state. */
  get tables(): RootEntityTables {
    return this.#tree.tables;
  }

  sessions(): Iterable<SessionRecord> {
    return this.#tree.sessions.values();
  }

  find(sessionId: string): SessionRecord | undefined {
    return this.#tree.find(sessionId);
  }

  /** Returns the session. Creates it if an update arrives before the session was opened. */
  session(sessionId: string): SessionRecord {
    return this.find(sessionId) ?? this.#addSession(sessionId);
  }

  /** Reports something unusual about the event. The path of the diagnostic starts at the event. */
  diagnose(diagnostic: Diagnostic): void {
    this.diagnostics = withItem(this.diagnostics, diagnostic);
  }

  /** Sets a field at the top of the state; `undefined` removes it. */
  setRoot<Field extends RootField>(field: Field, value: RootFields[Field]): void {
    const before = this.#tree.root;
    if (before[field] === value) return;
    this.#tree.root = { ...before, [field]: deepFreeze(value) };
    this.#tree.touch();
    this.#changed({ kind: "state", field, before });
    this.record(
      assignment([field], before[field], value),
      assignment([field], value, before[field]),
    );
  }

  /** Sets a field of a session; `undefined` removes it. */
  setField<Field extends SessionField>(
    session: SessionRecord,
    field: Field,
    value: SessionFields[Field],
  ): void {
    const before = session.fields;
    if (before[field] === value) return;
    const { [field]: previous, ...rest } = before;
    session.fields = (
      value === undefined ? rest : { ...before, [field]: deepFreeze(value) }
    ) as SessionFields;
    this.#tree.touch(session);
    this.#changed({ kind: "field", sessionId: session.id, field, before });
    const path = ["sessions", session.id, field];
    this.record(assignment(path, previous, value), assignment(path, value, previous));
  }

  /** Adds an entity to its table, and to the timeline if its kind appears there. */
  create<Entity extends object>(
    table: EntityTable<Entity>,
    id: string,
    entity: NoInfer<Entity>,
  ): void {
    const path = table.path(id);
    this.#put(table, id, undefined, deepFreeze(entity));
    this.record({ op: "add", path, value: entity }, { op: "remove", path });
    const { timelineType } = table.definition;
    if (table.session !== undefined && timelineType !== undefined)
      this.#addToTimeline(table.session, { type: timelineType, id });
  }

  /** Changes an entity with immer. Assigning whole new values to its fields is the cheap way. */
  update<Entity extends object>(
    table: EntityTable<Entity>,
    id: string,
    recipe: (draft: Draft<Entity>) => void,
  ): void {
    const before = table.get(id);
    if (before !== undefined) this.replace(table, id, before, immer.produce(before, recipe));
  }

  /** Replaces an entity with a changed copy. Unchanged fields must have the same values in both. */
  replace<Entity extends object>(
    table: EntityTable<Entity>,
    id: string,
    before: NoInfer<Entity>,
    after: NoInfer<Entity>,
  ): void {
    if (after === before) return;
    this.#put(table, id, before, deepFreeze(after));
    if (!this.isRecording) return;
    for (const field of fieldsOf(before, after))
      this.#recordField(table, id, field, ownField(before, field), ownField(after, field));
  }

  /**
   * Sets fields of an entity; `undefined` removes one. For the updates that arrive most often: a
   * draft costs several times as much.
   */
  assign<Entity extends object>(
    table: EntityTable<Entity>,
    id: string,
    before: NoInfer<Entity>,
    fields: readonly FieldValue[],
  ): void {
    if (fields.length === 0) return;
    const after = { ...before } as Entity & JsonObject;
    for (const [field, value] of fields) {
      if (value === undefined) delete after[field];
      else setOwn(after, field, value);
      if (this.isRecording) this.#recordField(table, id, field, ownField(before, field), value);
    }
    this.#put(table, id, before, deepFreeze(after));
  }

  /**
   * Puts an entity of which a field grew in place of what was held. Whoever calls it records how: immer would walk through all
   * that is there.
   */
  grow<Entity extends object>(
    table: EntityTable<Entity>,
    id: string,
    before: NoInfer<Held<Entity>>,
    growing: NoInfer<Growing<Entity>>,
  ): void {
    this.#put(table, id, before, growing);
  }

  /** Patches of one change, there and back. Nobody need make them unless {@link isRecording}. */
  record(patch: AcpPatch, inverse: AcpPatch): void {
    if (!this.isRecording) return;
    this.patches = withItem(this.patches, patch);
    this.inversePatches = withItem(this.inversePatches, inverse);
  }

  /** Removes an entity from its table, and from the timeline. */
  remove<Entity extends object>(table: EntityTable<Entity>, id: string): void {
    this.retain(table, (other) => other !== id);
    const { session, definition } = table;
    if (session === undefined || definition.timelineType === undefined) return;
    const before = session.timeline.value();
    const after = before.filter((item) => item.type !== definition.timelineType || item.id !== id);
    if (after.length < before.length) this.setTimeline(session, after);
  }

  /** Empties a table. The timeline is left as it is. */
  clear(table: EntityTable<object>): void {
    this.retain(table, () => false);
  }

  /** Removes the entities that fail a test from their table. The timeline is left as it is. */
  retain<Entity extends object>(
    table: EntityTable<Entity>,
    isRetained: (id: string, entity: Entity) => boolean,
  ): void {
    const before = [...table.snapshot()];
    const after: [string, Entity][] = [];
    const ids: string[] = [];
    for (const entry of before) {
      if (isRetained(...entry)) after.push(entry);
      else ids.push(entry[0]);
    }
    if (ids.length === 0) return;
    table.fill(after);
    // It would hold on to a text that is gone.
    table.lastText = undefined;
    this.#tree.touch(table.session);
    this.#changed({ kind: "table", table, ids, before });
    const path = table.path();
    // The whole table is replaced, so that the inverse restores the order as well.
    this.record({ op: "replace", path, value: after }, { op: "replace", path, value: before });
  }

  setTimeline(session: SessionRecord, timeline: readonly TimelineItem[]): void {
    const before = session.timeline;
    this.#putTimeline(session, GrownList.of(timeline));
    if (!this.isRecording) return;
    const path = ["sessions", session.id, "timeline"];
    this.record(
      { op: "replace", path, value: timeline },
      { op: "replace", path, value: before.value() },
    );
  }

  /** Inverse patches are collected in the order of the changes and belong applied backwards. */
  finish(): void {
    if (this.inversePatches.length > 1) this.inversePatches = this.inversePatches.toReversed();
  }

  rollback(): void {
    for (const change of this.changes.toReversed()) takeBack(this.#tree, change);
  }

  #addSession(sessionId: string): SessionRecord {
    const session = new SessionRecord(sessionId, deepFreeze(emptySession(sessionId)));
    this.#tree.addSession(session);
    this.#changed({ kind: "session_added", sessionId });
    const path = ["sessions", sessionId];
    this.record({ op: "add", path, value: session.fields }, { op: "remove", path });
    return session;
  }

  #addToTimeline(session: SessionRecord, item: TimelineItem): void {
    const { length } = session.timeline;
    this.#putTimeline(session, session.timeline.push(deepFreeze(item)));
    if (!this.isRecording) return;
    const path = ["sessions", session.id, "timeline"];
    this.record(
      { op: "add", path: [...path, length], value: item },
      { op: "replace", path: [...path, "length"], value: length },
    );
  }

  /**
   * Reducers assign whole fields, so the fields that differ are the patches. That is what immer's
   * patches plugin would produce, at twice the price.
   */
  #recordField(
    table: EntityTable<object>,
    id: string,
    field: string,
    before: unknown,
    after: unknown,
  ): void {
    if (before === after) return;
    const path = table.path(id, field);
    this.record(assignment(path, before, after), assignment(path, after, before));
  }

  #put<Entity extends object>(
    table: EntityTable<Entity>,
    id: string,
    before: Held<Entity> | undefined,
    after: Held<Entity>,
  ): void {
    table.set(id, after);
    this.#tree.touch(table.session);
    this.#changed({ kind: "entity", table, id, before });
  }

  #putTimeline(session: SessionRecord, timeline: GrownList<TimelineItem>): void {
    const before = session.timeline;
    session.timeline = timeline;
    this.#tree.touch(session);
    this.#changed({ kind: "timeline", sessionId: session.id, before });
  }

  #changed(change: Change): void {
    this.changes = withItem(this.changes, change);
  }
}
