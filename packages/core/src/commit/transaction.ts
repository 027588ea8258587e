import type { Draft } from "immer";
import type { Diagnostic } from "../diagnostics.js";
import type {
  AcpState,
  EntityOf,
  SessionField,
  SessionFields,
  StateField,
  TableName,
  TimelineItem,
} from "../state/state.js";
import { emptySession, SessionCell, type StateTree } from "../state/tree.js";
import { type JsonObject, ownField, setOwn } from "../state/adopt.js";
import type { Held } from "../state/grow.js";
import { GrownList } from "../state/grownList.js";
import { NO_ITEMS, withItem } from "../state/items.js";
import type { Growing } from "../state/growing.js";
import type { Table } from "../state/table.js";
import { type Change, takeBack } from "./change.js";
import { type AcpPatch, assignment, fieldsOf } from "./patch.js";
import { immer, seal } from "./produce.js";

/** A field and its new value; `undefined`: the field is removed. */
export type FieldValue = readonly [field: string, value: unknown];

/**
 * The only way in which reducers write. Collects what changed, the patches (if somebody wants
 * them) and how to take it all back.
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

  get root(): Omit<AcpState, "sessions"> {
    return this.#tree.root;
  }

  sessions(): Iterable<SessionCell> {
    return this.#tree.cells.values();
  }

  find(sessionId: string): SessionCell | undefined {
    return this.#tree.find(sessionId);
  }

  /** The session; made if an update comes before it was opened. */
  session(sessionId: string): SessionCell {
    return this.find(sessionId) ?? this.#addSession(sessionId);
  }

  /** What a table holds, without putting together what grows. */
  peek<Name extends TableName>(
    cell: SessionCell,
    name: Name,
    id: string,
  ): Held<EntityOf<Name>> | undefined {
    return tableOf(cell, name).peek(id);
  }

  /** Its path begins at what the event is about. */
  diagnose(diagnostic: Diagnostic): void {
    this.diagnostics = withItem(this.diagnostics, diagnostic);
  }

  setRoot<Field extends StateField>(field: Field, value: AcpState[Field]): void {
    const before = this.#tree.root;
    if (before[field] === value) return;
    this.#tree.root = { ...before, [field]: seal(value) };
    this.#tree.touch();
    this.#changed({ kind: "state", field, before });
    this.record(
      assignment([field], before[field], value),
      assignment([field], value, before[field]),
    );
  }

  /** `undefined` removes the field. */
  setField<Field extends SessionField>(
    cell: SessionCell,
    field: Field,
    value: SessionFields[Field],
  ): void {
    const before = cell.fields;
    if (before[field] === value) return;
    const { [field]: previous, ...rest } = before;
    cell.fields = (
      value === undefined ? rest : { ...before, [field]: seal(value) }
    ) as SessionFields;
    this.#tree.touch(cell);
    this.#changed({ kind: "field", sessionId: cell.id, field, before });
    const path = ["sessions", cell.id, field];
    this.record(assignment(path, previous, value), assignment(path, value, previous));
  }

  /** Adds an entity to its table and, where it has a place in the conversation, to the timeline. */
  create<Name extends TableName>(
    cell: SessionCell,
    name: Name,
    id: string,
    entity: EntityOf<Name>,
    timelineType?: TimelineItem["type"],
  ): void {
    const path = ["sessions", cell.id, name, id];
    this.#put(cell, name, id, undefined, seal(entity));
    this.record({ op: "add", path, value: entity }, { op: "remove", path });
    if (timelineType) this.#addToTimeline(cell, { type: timelineType, id });
  }

  /** Changes an entity with immer. Assign whole new values to its fields, it is the cheap way. */
  update<Name extends TableName>(
    cell: SessionCell,
    name: Name,
    id: string,
    recipe: (draft: Draft<EntityOf<Name>>) => void,
  ): void {
    const before = tableOf(cell, name).get(id);
    if (before !== undefined) this.replace(cell, name, id, before, immer.produce(before, recipe));
  }

  /** Puts a changed copy in the place of an entity. What did not change must be the same in both. */
  replace<Name extends TableName>(
    cell: SessionCell,
    name: Name,
    id: string,
    before: EntityOf<Name>,
    after: EntityOf<Name>,
  ): void {
    if (after === before) return;
    this.#put(cell, name, id, before, seal(after));
    if (!this.isRecording) return;
    for (const field of fieldsOf(before, after))
      this.#recordField(
        [cell.id, name, id],
        field,
        ownField(before, field),
        ownField(after, field),
      );
  }

  /**
   * Sets fields of an entity; `undefined` removes one. For what comes often: a draft costs several
   * times as much.
   */
  assign<Name extends TableName>(
    cell: SessionCell,
    name: Name,
    id: string,
    before: EntityOf<Name>,
    fields: readonly FieldValue[],
  ): void {
    if (fields.length === 0) return;
    const after = { ...before } as EntityOf<Name> & JsonObject;
    for (const [field, value] of fields) {
      if (value === undefined) delete after[field];
      else setOwn(after, field, value);
      if (this.isRecording)
        this.#recordField([cell.id, name, id], field, ownField(before, field), value);
    }
    this.#put(cell, name, id, before, seal(after));
  }

  /**
   * Puts an entity of which a field grew in place of what was held. Whoever calls it records how: immer would walk through all
   * that is there.
   */
  grow<Name extends TableName>(
    cell: SessionCell,
    name: Name,
    id: string,
    before: Held<EntityOf<Name>>,
    growing: Growing<EntityOf<Name>>,
  ): void {
    this.#put(cell, name, id, before, growing);
  }

  /** Patches of one change, there and back. Nobody need make them unless {@link isRecording}. */
  record(patch: AcpPatch, inverse: AcpPatch): void {
    if (!this.isRecording) return;
    this.patches = withItem(this.patches, patch);
    this.inversePatches = withItem(this.inversePatches, inverse);
  }

  /** Empties a table. */
  clear(cell: SessionCell, name: TableName): void {
    this.#keep(cell, name, () => false);
  }

  /** Takes an entity out of its table. */
  remove(cell: SessionCell, name: TableName, id: string): void {
    this.#keep(cell, name, (other) => other !== id);
  }

  #keep(cell: SessionCell, name: TableName, isKept: (id: string) => boolean): void {
    const table = cell.tables[name] as Table<unknown>;
    const before = [...table.snapshot()];
    const after = before.filter(([id]) => isKept(id));
    if (after.length === before.length) return;
    table.fill(after);
    // It would hold on to a text that is gone.
    cell.lastText = undefined;
    this.#tree.touch(cell);
    const ids = before.map(([id]) => id).filter((id) => !isKept(id));
    this.#changed({ kind: "table", sessionId: cell.id, table: name, ids, before });
    const path = ["sessions", cell.id, name];
    // Replaced whole, so that the inverse restores the order as well.
    this.record({ op: "replace", path, value: after }, { op: "replace", path, value: before });
  }

  setTimeline(cell: SessionCell, timeline: readonly TimelineItem[]): void {
    const before = cell.timeline;
    this.#putTimeline(cell, GrownList.of(timeline));
    if (!this.isRecording) return;
    const path = ["sessions", cell.id, "timeline"];
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

  #addSession(sessionId: string): SessionCell {
    const cell = new SessionCell(sessionId, seal(emptySession(sessionId)));
    this.#tree.addCell(cell);
    this.#changed({ kind: "session_added", sessionId });
    const path = ["sessions", sessionId];
    this.record({ op: "add", path, value: cell.fields }, { op: "remove", path });
    return cell;
  }

  #addToTimeline(cell: SessionCell, item: TimelineItem): void {
    const { length } = cell.timeline;
    this.#putTimeline(cell, cell.timeline.push(seal(item)));
    if (!this.isRecording) return;
    const path = ["sessions", cell.id, "timeline"];
    this.record(
      { op: "add", path: [...path, length], value: item },
      { op: "replace", path: [...path, "length"], value: length },
    );
  }

  /**
   * Recipes assign whole fields, so that the fields that differ are the patches: the same as immer's
   * plugin makes, for half the price.
   */
  #recordField(
    [sessionId, name, id]: readonly [string, TableName, string],
    field: string,
    before: unknown,
    after: unknown,
  ): void {
    if (before === after) return;
    const path = ["sessions", sessionId, name, id, field];
    this.record(assignment(path, before, after), assignment(path, after, before));
  }

  #put<Name extends TableName>(
    cell: SessionCell,
    name: Name,
    id: string,
    before: Held<EntityOf<Name>> | undefined,
    after: Held<EntityOf<Name>>,
  ): void {
    tableOf(cell, name).set(id, after);
    this.#tree.touch(cell);
    this.#changed({ kind: "entity", sessionId: cell.id, table: name, id, before });
  }

  #putTimeline(cell: SessionCell, timeline: GrownList<TimelineItem>): void {
    const before = cell.timeline;
    cell.timeline = timeline;
    this.#tree.touch(cell);
    this.#changed({ kind: "timeline", sessionId: cell.id, before });
  }

  #changed(change: Change): void {
    this.changes = withItem(this.changes, change);
  }
}

function tableOf<Name extends TableName>(cell: SessionCell, name: Name): Table<EntityOf<Name>> {
  return cell.tables[name] as unknown as Table<EntityOf<Name>>;
}
