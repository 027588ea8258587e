import type { Draft } from "immer";
import type { Diagnostic } from "../diagnostics.js";
import type {
  EntityOf,
  SessionField,
  SessionFields,
  StateField,
  TableName,
  TimelineItem,
} from "../state/state.js";
import { emptySession, SessionCell, type StateTree } from "../state/tree.js";
import type { AcpState } from "../state/state.js";
import type { Held } from "../state/grow.js";
import type { Growing } from "../state/growing.js";
import type { Table } from "../state/table.js";
import type { AcpPatch, PatchPath } from "./patch.js";
import { immer, seal } from "./produce.js";

/** One thing that a transaction changed, for those who watch it. */
export type Change =
  | { readonly kind: "state"; readonly field: StateField }
  | { readonly kind: "session_added"; readonly sessionId: string }
  | {
      readonly kind: "field";
      readonly sessionId: string;
      readonly field: SessionField | "timeline";
    }
  | {
      readonly kind: "entity";
      readonly sessionId: string;
      readonly table: TableName;
      readonly id: string;
      readonly added: boolean;
    }
  | {
      readonly kind: "table";
      readonly sessionId: string;
      readonly table: TableName;
      /** What left it. */
      readonly ids: readonly string[];
    };

/**
 * The only way in which reducers write. Collects what changed, the patches (if somebody wants
 * them) and how to take it all back.
 */
export class Transaction {
  readonly changes: Change[] = [];
  readonly patches: AcpPatch[] = [];
  readonly inversePatches: AcpPatch[] = [];
  readonly diagnostics: Diagnostic[] = [];
  /** Whether somebody wants the patches. */
  readonly isRecording: boolean;
  readonly #undo: (() => void)[] = [];
  readonly #tree: StateTree;
  #found: SessionCell | undefined;

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
    if (this.#found?.id !== sessionId) this.#found = this.#tree.cells.get(sessionId);
    return this.#found;
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
    this.diagnostics.push(diagnostic);
  }

  setRoot<Field extends StateField>(field: Field, value: AcpState[Field]): void {
    const before = this.#tree.root;
    if (before[field] === value) return;
    this.#tree.root = { ...before, [field]: seal(value) };
    this.#tree.touch();
    this.#undo.push(() => void (this.#tree.root = before));
    this.changes.push({ kind: "state", field });
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
    this.#touch(cell, () => void (cell.fields = before));
    this.changes.push({ kind: "field", sessionId: cell.id, field });
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
    const table = tableOf(cell, name);
    const path = ["sessions", cell.id, name, id];
    table.set(id, seal(entity));
    this.#touch(cell, () => table.delete(id));
    this.changes.push({ kind: "entity", sessionId: cell.id, table: name, id, added: true });
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
    if (before === undefined) return;
    const after = immer.produce(before, recipe);
    if (after === before) return;
    this.#put(cell, name, id, before, after);
    if (this.isRecording) this.#recordFields(["sessions", cell.id, name, id], before, after);
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
    this.patches.push(patch);
    this.inversePatches.push(inverse);
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
    this.#touch(cell, () => table.fill(before));
    const ids = before.map(([id]) => id).filter((id) => !isKept(id));
    this.changes.push({ kind: "table", sessionId: cell.id, table: name, ids });
    const path = ["sessions", cell.id, name];
    // Replaced whole, so that the inverse restores the order as well.
    this.record({ op: "replace", path, value: after }, { op: "replace", path, value: before });
  }

  setTimeline(cell: SessionCell, timeline: readonly TimelineItem[]): void {
    const before = cell.timeline;
    cell.replaceTimeline(timeline);
    this.#touch(cell, () => cell.replaceTimeline(before));
    this.changes.push({ kind: "field", sessionId: cell.id, field: "timeline" });
    const path = ["sessions", cell.id, "timeline"];
    this.record({ op: "replace", path, value: timeline }, { op: "replace", path, value: before });
  }

  /** Inverse patches are collected in the order of the changes and belong applied backwards. */
  finish(): void {
    this.inversePatches.reverse();
  }

  rollback(): void {
    for (const undo of this.#undo.reverse()) undo();
  }

  #addSession(sessionId: string): SessionCell {
    const cell = new SessionCell(sessionId, seal(emptySession(sessionId)));
    this.#tree.addCell(cell);
    this.#undo.push(() => this.#tree.removeCell(cell));
    this.changes.push({ kind: "session_added", sessionId });
    const path = ["sessions", sessionId];
    this.record({ op: "add", path, value: cell.fields }, { op: "remove", path });
    return cell;
  }

  #addToTimeline(cell: SessionCell, item: TimelineItem): void {
    const timeline = cell.ownTimeline();
    const length = timeline.push(seal(item)) - 1;
    this.#undo.push(() => void (cell.ownTimeline().length = length));
    this.changes.push({ kind: "field", sessionId: cell.id, field: "timeline" });
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
  #recordFields<Entity extends object>(path: PatchPath, before: Entity, after: Entity): void {
    let kept = 0;
    for (const field in after) {
      const isKept = Object.hasOwn(before, field);
      if (isKept) kept++;
      const previous = isKept ? before[field] : undefined;
      if (previous !== after[field]) this.#recordField([...path, field], previous, after[field]);
    }
    if (Object.keys(before).length === kept) return;
    for (const field in before)
      if (!Object.hasOwn(after, field))
        this.#recordField([...path, field], before[field], undefined);
  }

  #recordField(path: PatchPath, before: unknown, after: unknown): void {
    this.record(assignment(path, before, after), assignment(path, after, before));
  }

  #put<Name extends TableName>(
    cell: SessionCell,
    name: Name,
    id: string,
    before: Held<EntityOf<Name>>,
    after: Held<EntityOf<Name>>,
  ): void {
    const table = tableOf(cell, name);
    table.set(id, after);
    this.#touch(cell, () => table.set(id, before));
    this.changes.push({ kind: "entity", sessionId: cell.id, table: name, id, added: false });
  }

  #touch(cell: SessionCell, undo: () => void): void {
    this.#tree.touch(cell);
    this.#undo.push(undo);
  }
}

function tableOf<Name extends TableName>(cell: SessionCell, name: Name): Table<EntityOf<Name>> {
  return cell.tables[name] as unknown as Table<EntityOf<Name>>;
}

/** The patch that sets a field, or removes it where `after` is `undefined`. */
export function assignment(path: PatchPath, before: unknown, after: unknown): AcpPatch {
  if (after === undefined) return { op: "remove", path };
  return { op: before === undefined ? "add" : "replace", path, value: after };
}
