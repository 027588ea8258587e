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
import { emptySession, SessionRecord, type StateTree } from "../state/tree.js";
import { type JsonObject, ownField, setOwn } from "../json.js";
import type { Held } from "../state/grow.js";
import { GrownList } from "../state/grownList.js";
import { NO_ITEMS, withItem } from "../state/items.js";
import type { Growing } from "../state/growing.js";
import type { Table } from "../state/table.js";
import { type Change, takeBack } from "./change.js";
import { type AcpPatch, assignment, fieldsOf } from "./patch.js";
import { immer, deepFreeze } from "./immer.js";

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

  sessions(): Iterable<SessionRecord> {
    return this.#tree.sessions.values();
  }

  find(sessionId: string): SessionRecord | undefined {
    return this.#tree.find(sessionId);
  }

  /** The session; made if an update comes before it was opened. */
  session(sessionId: string): SessionRecord {
    return this.find(sessionId) ?? this.#addSession(sessionId);
  }

  /** What a table holds, without putting together what grows. */
  peek<Name extends TableName>(
    session: SessionRecord,
    name: Name,
    id: string,
  ): Held<EntityOf<Name>> | undefined {
    return tableOf(session, name).peek(id);
  }

  /** Its path begins at what the event is about. */
  diagnose(diagnostic: Diagnostic): void {
    this.diagnostics = withItem(this.diagnostics, diagnostic);
  }

  setRoot<Field extends StateField>(field: Field, value: AcpState[Field]): void {
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

  /** `undefined` removes the field. */
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

  /** Adds an entity to its table and, where it has a place in the conversation, to the timeline. */
  create<Name extends TableName>(
    session: SessionRecord,
    name: Name,
    id: string,
    entity: EntityOf<Name>,
    timelineType?: TimelineItem["type"],
  ): void {
    const path = ["sessions", session.id, name, id];
    this.#put(session, name, id, undefined, deepFreeze(entity));
    this.record({ op: "add", path, value: entity }, { op: "remove", path });
    if (timelineType) this.#addToTimeline(session, { type: timelineType, id });
  }

  /** Changes an entity with immer. Assign whole new values to its fields, it is the cheap way. */
  update<Name extends TableName>(
    session: SessionRecord,
    name: Name,
    id: string,
    recipe: (draft: Draft<EntityOf<Name>>) => void,
  ): void {
    const before = tableOf(session, name).get(id);
    if (before !== undefined)
      this.replace(session, name, id, before, immer.produce(before, recipe));
  }

  /** Puts a changed copy in the place of an entity. What did not change must be the same in both. */
  replace<Name extends TableName>(
    session: SessionRecord,
    name: Name,
    id: string,
    before: EntityOf<Name>,
    after: EntityOf<Name>,
  ): void {
    if (after === before) return;
    this.#put(session, name, id, before, deepFreeze(after));
    if (!this.isRecording) return;
    for (const field of fieldsOf(before, after))
      this.#recordField(
        [session.id, name, id],
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
    session: SessionRecord,
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
        this.#recordField([session.id, name, id], field, ownField(before, field), value);
    }
    this.#put(session, name, id, before, deepFreeze(after));
  }

  /**
   * Puts an entity of which a field grew in place of what was held. Whoever calls it records how: immer would walk through all
   * that is there.
   */
  grow<Name extends TableName>(
    session: SessionRecord,
    name: Name,
    id: string,
    before: Held<EntityOf<Name>>,
    growing: Growing<EntityOf<Name>>,
  ): void {
    this.#put(session, name, id, before, growing);
  }

  /** Patches of one change, there and back. Nobody need make them unless {@link isRecording}. */
  record(patch: AcpPatch, inverse: AcpPatch): void {
    if (!this.isRecording) return;
    this.patches = withItem(this.patches, patch);
    this.inversePatches = withItem(this.inversePatches, inverse);
  }

  /** Empties a table. */
  clear(session: SessionRecord, name: TableName): void {
    this.#keep(session, name, () => false);
  }

  /** Takes an entity out of its table. */
  remove(session: SessionRecord, name: TableName, id: string): void {
    this.#keep(session, name, (other) => other !== id);
  }

  #keep(session: SessionRecord, name: TableName, isKept: (id: string) => boolean): void {
    const table = session.tables[name] as Table<unknown>;
    const before = [...table.snapshot()];
    const after = before.filter(([id]) => isKept(id));
    if (after.length === before.length) return;
    table.fill(after);
    // It would hold on to a text that is gone.
    session.lastText = undefined;
    this.#tree.touch(session);
    const ids = before.map(([id]) => id).filter((id) => !isKept(id));
    this.#changed({ kind: "table", sessionId: session.id, table: name, ids, before });
    const path = ["sessions", session.id, name];
    // Replaced whole, so that the inverse restores the order as well.
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
    session: SessionRecord,
    name: Name,
    id: string,
    before: Held<EntityOf<Name>> | undefined,
    after: Held<EntityOf<Name>>,
  ): void {
    tableOf(session, name).set(id, after);
    this.#tree.touch(session);
    this.#changed({ kind: "entity", sessionId: session.id, table: name, id, before });
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

function tableOf<Name extends TableName>(
  session: SessionRecord,
  name: Name,
): Table<EntityOf<Name>> {
  return session.tables[name] as unknown as Table<EntityOf<Name>>;
}
