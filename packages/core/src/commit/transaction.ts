import type { Draft } from "immer";
import type { Diagnostic } from "../diagnostics.js";
import type { ReplayPlace } from "../events/replayEvents.js";
import { ownField, presentFields } from "../json.js";
import {
  BufferedEntity,
  openList,
  openText,
  type StoredEntity,
  type TimedObject,
  updatedAtOf,
} from "../persistent/bufferedEntity.js";
import { appendItem, EMPTY_ARRAY } from "../persistent/emptyArray.js";
import { deepFreeze } from "../persistent/freeze.js";
import type { ItemList } from "../persistent/itemList.js";
import { ListBuffer } from "../persistent/listBuffer.js";
import type { EntityTable, RootEntityTables } from "../state/entityTable.js";
import { EMPTY_FIELDS } from "../state/definitions.js";
import { emptySession, SessionRecord, toRecordField } from "../state/sessionRecord.js";
import { shareStructure } from "../state/shareStructure.js";
import { isSameItem, type TimelineItem } from "../state/tables.js";
import type { RootField, RootFields } from "../state/state.js";
import type { SessionIndexes } from "../state/sessionIndexes.js";
import type { RootRecordFields, StateTree } from "../state/stateTree.js";
import {
  type StoredListField,
  type StoredSessionField,
  type StoredSessionFields,
  valueOfField,
} from "../state/storedState.js";
import { type Change, undoChange } from "./change.js";
import { immer } from "./immer.js";
import { type AcpPatch, assignFields, fieldsOf, type FieldValue } from "./patch.js";
import { PatchRecorder } from "./patchRecorder.js";
import { extendText, type TextItem } from "./textBlock.js";
import { forgetTextPaths, pathsOfLastText, type TextEdit, textEditPatches } from "./textPatches.js";

/**
 * The only way in which reducers write to the state. Collects the changes, and the patches if an
 * inspector wants them, and can roll all of it back.
 *
 * | to … | use |
 * | --- | --- |
 * | add an entity, and its timeline item | `create` |
 * | change some fields of an entity | `update`, with an immer recipe that assigns whole fields |
 * | do the same for updates that arrive very often | `setFields`: a draft costs several times as much |
 * | store an entity that was sent in full | `replace`, with {@link shareStructure} for what is equal |
 * | add an item to a list of an entity | `append` |
 * | add text to the last item of a list | `appendText` |
 * | add text to a text field, and drop its start | `editText` |
 * | remove entities | the functions of `removals.ts` |
 * | replace the content of a table | `refill` |
 * | set or remove a field of a session | `setSessionField` |
 * | insert, replace or remove one item of a list in a session field | `spliceList` |
 * | do the same with the pending requests for input | `spliceElicitations` |
 * | set or remove a field at the top of the state | `setRootField` |
 * | add a timeline item for a later part of an entity | `addTimelineItem` |
 * | replace a timeline | `setTimeline` |
 *
 * Values that come from an event must be copied with {@link shareStructure} first. `append` does so
 * itself. Every change of an entity with times sets its `updatedAt`.
 */
export class Transaction {
  changes: Change[] = EMPTY_ARRAY;
  diagnostics: Diagnostic[] = EMPTY_ARRAY;
  /** The time that entities get in `createdAt` and `updatedAt`: the time of the event. */
  at: number;
  /** The place of the entities that the event adds, if it is a part of a replay that is merged. */
  place: ReplayPlace | undefined = undefined;
  readonly #recorder: PatchRecorder | undefined;
  readonly #tree: StateTree;

  constructor(tree: StateTree, at: number, isRecording: boolean) {
    this.#tree = tree;
    this.at = at;
    this.#recorder = isRecording ? new PatchRecorder() : undefined;
  }

  /** The patches that lead to the next state. Empty if nothing is recorded. */
  get patches(): readonly AcpPatch[] {
    return this.#recorder?.patches ?? EMPTY_ARRAY;
  }

  /** The patches that lead back to the previous state. */
  get inversePatches(): readonly AcpPatch[] {
    return this.#recorder?.inversePatches ?? EMPTY_ARRAY;
  }

  /** The fields at the top of the state. */
  get root(): RootRecordFields {
    return this.#tree.root;
  }

  /** The entity tables at the top of the state. */
  get tables(): RootEntityTables {
    return this.#tree.tables;
  }

  /** The indexes over all sessions. */
  get indexes(): SessionIndexes {
    return this.#tree.indexes;
  }

  sessions(): Iterable<SessionRecord> {
    return this.#tree.sessions.values();
  }

  /** Returns the session, if it exists. */
  find(sessionId: string | undefined): SessionRecord | undefined {
    return this.#tree.find(sessionId);
  }

  /** Returns the session. Creates it if an update arrives before the session was opened. */
  session(sessionId: string): SessionRecord {
    return this.find(sessionId) ?? this.#addSession(sessionId);
  }

  /** Reports something unusual about the event. The path of the diagnostic starts at the event. */
  diagnose(diagnostic: Diagnostic): void {
    this.diagnostics = appendItem(this.diagnostics, diagnostic);
  }

  /** Sets a field at the top of the state; `undefined` removes it. */
  setRootField<Field extends Exclude<RootField, "pendingElicitations">>(
    field: Field,
    value: RootFields[Field],
  ): void {
    const before = this.#tree.root;
    if (before[field] === value) return;
    this.#tree.root = { ...before, [field]: deepFreeze(value) };
    this.#tree.touch();
    this.#addChange({ kind: "state", field, before });
    this.#recorder?.recordAssignment([field], before[field], value);
  }

  /** Sets a field of a session; `undefined` removes it. */
  setSessionField<Field extends StoredSessionField>(
    session: SessionRecord,
    field: Field,
    value: StoredSessionFields[Field],
  ): void {
    const before = session.fields;
    const previous = valueOfField(before, field);
    if (previous === value) return;
    session.fields = { ...before, [field]: toRecordField(field, deepFreeze(value)) };
    this.#tree.touch(session);
    this.#addChange({ kind: "field", sessionId: session.id, field, before });
    this.#recorder?.recordAssignment(["sessions", session.id, field], previous, value);
  }

  /** Inserts, replaces or removes one item of a list. The patch has its size. */
  spliceList<Field extends StoredListField>(
    session: SessionRecord,
    field: Field,
    index: number,
    count: 0 | 1,
    item?: StoredSessionFields[Field][number],
  ): void {
    const before = session.fields;
    const list: ItemList<unknown> = before[field];
    session.fields = { ...before, [field]: list.splice(index, count, deepFreeze(item)) };
    this.#tree.touch(session);
    this.#addChange({ kind: "field", sessionId: session.id, field, before });
    const removed = count === 0 ? undefined : list.at(index);
    this.#recorder?.recordAssignment(["sessions", session.id, field, index], removed, item);
  }

  /** Adds or removes one of the pending requests for input. The patch has the size of the id. */
  spliceElicitations(index: number, count: 0 | 1, elicitationId?: string): void {
    const before = this.#tree.root;
    const field = "pendingElicitations";
    const list = before[field];
    this.#tree.root = { ...before, [field]: list.splice(index, count, elicitationId) };
    this.#tree.touch();
    this.#addChange({ kind: "state", field, before });
    const removed = count === 0 ? undefined : list.at(index);
    this.#recorder?.recordAssignment([field, index], removed, elicitationId);
  }

  /** Adds an entity to its table, and to the timeline if its kind appears there. */
  create<Entity extends object>(
    table: EntityTable<Entity>,
    id: string,
    entity: NoInfer<Entity>,
  ): void {
    const path = table.entityPath(id);
    this.#put(table, id, undefined, entity);
    this.#recorder?.record({ op: "add", path, value: entity }, { op: "remove", path });
    const { timelineType } = table.definition;
    const session = this.#sessionOf(table);
    if (session !== undefined && timelineType !== undefined)
      this.addTimelineItem(
        session,
        timelineType === "message"
          ? { type: timelineType, id, run: 0 }
          : { type: timelineType, id },
      );
  }

  /** Changes an entity with immer. Assigning whole new values to its fields is the cheap way. */
  update<Entity extends object>(
    table: EntityTable<Entity>,
    id: string,
    recipe: (draft: Draft<Entity>) => void,
  ): void {
    const before = table.get(id);
    if (before !== undefined) this.replace(table, id, immer.produce(before, recipe));
  }

  /**
   * Replaces an entity with a changed copy. Patches list the fields with another value, so values
   * that did not change must be shared. Does nothing if the copy is the entity itself.
   */
  replace<Entity extends object>(
    table: EntityTable<Entity>,
    id: string,
    after: NoInfer<Entity>,
  ): void {
    const before = table.get(id);
    if (before === undefined || after === before) return;
    const updatedAt = this.#timeOfChange(table, id, before);
    const timed = updatedAt === undefined ? after : { ...after, updatedAt };
    this.#put(table, id, before, timed);
    if (this.#recorder === undefined) return;
    for (const field of fieldsOf(before, after)) {
      if (field === "updatedAt" && updatedAt !== undefined) continue;
      this.#recorder.recordField(table, id, field, ownField(before, field), ownField(after, field));
    }
  }

  /** Sets fields of an entity; `undefined` removes one. */
  setFields(table: EntityTable<object>, id: string, fields: readonly FieldValue[]): void {
    const before = table.get(id);
    if (before === undefined || fields.length === 0) return;
    const after: TimedObject = assignFields(before, fields);
    this.#recorder?.recordFields(table, id, before, fields);
    const updatedAt = this.#timeOfChange(table, id, before);
    if (updatedAt !== undefined) after.updatedAt = updatedAt;
    this.#put(table, id, before, after);
  }

  /**
   * Appends a copy of an item to a list of an entity. The patches have the size of the item. With
   * `positions`, also adds the position of the item to that field.
   */
  append<Entity extends object>(
    table: EntityTable<Entity>,
    id: string,
    field: keyof Entity & string,
    item: unknown,
    positions?: keyof Entity & string,
  ): void {
    const stored = table.stored(id);
    if (stored === undefined) return;
    const { base, buffer, other } = openList(stored, field);
    const value = shareStructure(undefined, item);
    const updatedAt = this.#timeOfChange(table, id, stored);
    let after = new BufferedEntity(base, field, buffer.push(value), updatedAt, other);
    if (positions !== undefined) {
      const opened = openList(after, positions);
      this.#recorder?.recordItem(table, id, positions, opened.buffer.length, buffer.length);
      const added = opened.buffer.push(buffer.length);
      after = new BufferedEntity(opened.base, positions, added, updatedAt, opened.other);
    }
    this.#put(table, id, stored, after);
    this.#recorder?.recordPush(table.fieldPath(id, field), buffer.length, value);
  }

  /** Appends text to the last item of a list of an entity. The patches have the size of the text. */
  appendText<Entity extends object>(
    table: EntityTable<Entity>,
    id: string,
    field: keyof Entity & string,
    last: TextItem,
    text: string,
  ): void {
    const stored = table.stored(id);
    if (stored === undefined) return;
    const { base, buffer, other } = openList(stored, field);
    const next = buffer.replaceLast(extendText(last, text));
    const updatedAt = this.#timeOfChange(table, id, stored);
    this.#put(table, id, stored, new BufferedEntity(base, field, next, updatedAt, other), text);
    if (this.#recorder === undefined) return;
    const paths = pathsOfLastText(table, id, field, buffer, next);
    this.#recorder.record(
      { op: "append", path: paths.text, value: text },
      { op: "replace", path: paths.length, value: last.text.length },
    );
  }

  /**
   * Stores the result of appending to a text field, and other fields of the same entity. The patches
   * have the size of the text that was appended and dropped.
   */
  editText<Entity extends object>(
    table: EntityTable<Entity>,
    id: string,
    field: keyof Entity & string,
    edit: TextEdit,
    fields: readonly FieldValue[],
  ): void {
    const stored = table.stored(id);
    if (stored === undefined) return;
    const { base, buffer } = openText(stored, field);
    if (this.#recorder !== undefined && edit.appended !== "") {
      const path = table.fieldPath(id, field);
      const { patch, inverse, shorten } = textEditPatches(path, buffer, edit);
      this.#recorder.record(patch, inverse);
      if (shorten !== undefined) this.#recorder.recordInverse(shorten);
    }
    this.#recorder?.recordFields(table, id, base, fields);
    const updatedAt = this.#timeOfChange(table, id, stored);
    const after = new BufferedEntity(assignFields(base, fields), field, edit.result, updatedAt);
    this.#put(table, id, stored, after, edit.appended, edit.dropped.length);
  }

  /** Removes an entity from its table. The patches have its size. */
  deleteEntity(table: EntityTable<object>, id: string): void {
    const index = table.indexOf(id);
    const stored = table.stored(id);
    if (stored === undefined) return;
    const path = table.entityPath(id);
    const isLast = index === table.size - 1;
    this.#recorder?.record(
      { op: "remove", path },
      { op: "add", path, value: table.get(id), ...(!isLast && { index }) },
    );
    table.delete(id);
    this.#reportTable({ kind: "table", table, ids: [id], before: [[id, stored]], index });
  }

  /** Replaces the content of a table. `ids` names the entities that are added, changed or removed. */
  refill<Entity extends object>(
    table: EntityTable<Entity>,
    after: readonly (readonly [string, Entity])[],
    ids: readonly string[],
  ): void {
    const before = [...table.snapshot()];
    table.fill(after);
    const path = table.path();
    // The patch replaces the whole table, so that the inverse restores the order as well.
    this.#recorder?.record(
      { op: "replace", path, value: after },
      { op: "replace", path, value: before },
    );
    this.#reportTable({ kind: "table", table, ids, before });
  }

  /** Removes one item of a timeline. */
  removeTimelineItem(session: SessionRecord, index: number): void {
    const timeline = session.timeline.value();
    this.#putTimeline(session, ListBuffer.of(timeline.toSpliced(index, 1)));
    const path = ["sessions", session.id, "timeline", index];
    this.#recorder?.recordAssignment(path, timeline[index], undefined);
  }

  /** Adds an item to the end of a timeline, or at the place of a merged part of a replay. */
  addTimelineItem(session: SessionRecord, item: TimelineItem): void {
    const before = this.place?.before;
    if (before !== undefined) return this.#insertTimelineItem(session, item, before);
    const { length } = session.timeline;
    this.#putTimeline(session, session.timeline.push(item));
    this.#recorder?.recordPush(["sessions", session.id, "timeline"], length, item);
  }

  /** Replaces the timeline of a session. */
  setTimeline(session: SessionRecord, timeline: readonly TimelineItem[]): void {
    const before = session.timeline;
    if (before.length === 0 && timeline.length === 0) return;
    this.#putTimeline(session, ListBuffer.of(timeline));
    if (this.#recorder === undefined) return;
    const path = ["sessions", session.id, "timeline"];
    this.#recorder.record(
      { op: "replace", path, value: timeline },
      { op: "replace", path, value: before.value() },
    );
  }

  /** Completes the transaction: puts the inverse patches into the order in which they apply. */
  finish(): void {
    this.#recorder?.finish();
  }

  /** Undoes everything the transaction wrote. */
  rollback(): void {
    for (const change of this.changes.toReversed()) undoChange(this.#tree, change);
  }

  #addSession(sessionId: string): SessionRecord {
    const session = new SessionRecord(sessionId, deepFreeze(emptySession(sessionId)));
    this.#tree.addSession(session);
    this.#addChange({ kind: "session_added", sessionId });
    const path = ["sessions", sessionId];
    const value = deepFreeze(presentFields({ sessionId, ...EMPTY_FIELDS }));
    this.#recorder?.record({ op: "add", path, value }, { op: "remove", path });
    return session;
  }

  #insertTimelineItem(session: SessionRecord, item: TimelineItem, before: TimelineItem): void {
    const timeline = session.timeline.value();
    const found = timeline.findLastIndex((other) => isSameItem(other, before));
    const index = found < 0 ? timeline.length : found;
    this.#putTimeline(session, ListBuffer.of(timeline.toSpliced(index, 0, deepFreeze(item))));
    const path = ["sessions", session.id, "timeline", index];
    this.#recorder?.recordAssignment(path, undefined, item);
  }

  #putTimeline(session: SessionRecord, timeline: ListBuffer<TimelineItem>): void {
    const before = session.timeline;
    session.timeline = timeline;
    this.#tree.touch(session);
    this.#addChange({ kind: "timeline", sessionId: session.id, before });
  }

  #reportTable(change: Extract<Change, { kind: "table" }>): void {
    forgetTextPaths(change.table);
    this.#tree.touch(this.#sessionOf(change.table));
    this.#addChange(change);
  }

  #put<Entity extends object>(
    table: EntityTable<Entity>,
    id: string,
    before: StoredEntity<Entity> | undefined,
    after: StoredEntity<Entity>,
    appendedText?: string,
    droppedLength = 0,
  ): void {
    table.set(id, after);
    this.#tree.touch(this.#sessionOf(table));
    this.#addChange({ kind: "entity", table, id, before, appendedText, droppedLength });
  }

  #sessionOf({ sessionId }: EntityTable<object>): SessionRecord | undefined {
    return this.#tree.find(sessionId);
  }

  /**
   * Returns the `updatedAt` that a changed entity gets, and records its assignment. `undefined` in a
   * table without times.
   */
  #timeOfChange(
    table: EntityTable<object>,
    id: string,
    before: StoredEntity<object>,
  ): number | undefined {
    if (!table.hasTimes) return undefined;
    this.#recorder?.recordField(table, id, "updatedAt", updatedAtOf(before), this.at);
    return this.at;
  }

  #addChange(change: Change): void {
    this.changes = appendItem(this.changes, change);
  }
}
