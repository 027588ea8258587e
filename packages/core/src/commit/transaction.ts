import type { Draft } from "immer";
import { ownField } from "../json.js";
import {
  BufferedEntity,
  openList,
  openText,
  type StoredEntity,
  type TimedObject,
  updatedAtOf,
} from "../persistent/bufferedEntity.js";
import type { EntityTable } from "../state/entityTable.js";
import type { SessionRecord } from "../state/sessionRecord.js";
import { shareStructure } from "../state/shareStructure.js";
import type { Change } from "./change.js";
import { FieldWriter } from "./fieldWriter.js";
import { immer } from "./immer.js";
import { assignFields, fieldsOf, type FieldValue } from "./patch.js";
import { extendText, type TextItem } from "./textBlock.js";
import { forgetTextPaths, pathsOfLastText, type TextEdit, textEditPatches } from "./textPatches.js";

/**
 * The only way in which reducers write to the state. It has the methods for entities, and those of
 * {@link FieldWriter} for fields and timelines.
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
export class Transaction extends FieldWriter {
  /** Adds an entity to its table, and to the timeline if its kind appears there. */
  create<Entity extends object>(
    table: EntityTable<Entity>,
    id: string,
    entity: NoInfer<Entity>,
  ): void {
    const path = table.entityPath(id);
    this.#put(table, id, undefined, entity);
    this.recorder?.record({ op: "add", path, value: entity }, { op: "remove", path });
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
    if (this.recorder === undefined) return;
    for (const field of fieldsOf(before, after)) {
      if (field === "updatedAt" && updatedAt !== undefined) continue;
      this.recorder.recordField(table, id, field, ownField(before, field), ownField(after, field));
    }
  }

  /** Sets fields of an entity; `undefined` removes one. */
  setFields(table: EntityTable<object>, id: string, fields: readonly FieldValue[]): void {
    const before = table.get(id);
    if (before === undefined || fields.length === 0) return;
    const after: TimedObject = assignFields(before, fields);
    this.recorder?.recordFields(table, id, before, fields);
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
      this.recorder?.recordItem(table, id, positions, opened.buffer.length, buffer.length);
      const added = opened.buffer.push(buffer.length);
      after = new BufferedEntity(opened.base, positions, added, updatedAt, opened.other);
    }
    this.#put(table, id, stored, after);
    this.recorder?.recordPush(table.fieldPath(id, field), buffer.length, value);
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
    if (this.recorder === undefined) return;
    const paths = pathsOfLastText(table, id, field, buffer, next);
    this.recorder.record(
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
    if (this.recorder !== undefined && edit.appended !== "") {
      const path = table.fieldPath(id, field);
      const { patch, inverse, shorten } = textEditPatches(path, buffer, edit);
      this.recorder.record(patch, inverse);
      if (shorten !== undefined) this.recorder.recordInverse(shorten);
    }
    this.recorder?.recordFields(table, id, base, fields);
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
    this.recorder?.record(
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
    this.recorder?.record(
      { op: "replace", path, value: after },
      { op: "replace", path, value: before },
    );
    this.#reportTable({ kind: "table", table, ids, before });
  }

  #reportTable(change: Extract<Change, { kind: "table" }>): void {
    forgetTextPaths(change.table);
    this.tree.touch(this.#sessionOf(change.table));
    this.addChange(change);
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
    this.tree.touch(this.#sessionOf(table));
    this.addChange({ kind: "entity", table, id, before, appendedText, droppedLength });
  }

  #sessionOf({ sessionId }: EntityTable<object>): SessionRecord | undefined {
    return this.tree.find(sessionId);
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
    this.recorder?.recordField(table, id, "updatedAt", updatedAtOf(before), this.at);
    return this.at;
  }
}
