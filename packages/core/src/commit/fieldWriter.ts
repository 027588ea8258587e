import type { Diagnostic } from "../diagnostics.js";
import type { ReplayPlace } from "../events/replayEvents.js";
import { presentFields } from "../json.js";
import { appendItem, EMPTY_ARRAY } from "../persistent/emptyArray.js";
import { deepFreeze } from "../persistent/freeze.js";
import type { ItemList } from "../persistent/itemList.js";
import { ListBuffer } from "../persistent/listBuffer.js";
import { EMPTY_FIELDS } from "../state/definitions.js";
import type { RootEntityTables } from "../state/entityTable.js";
import type { SessionIndexes } from "../state/sessionIndexes.js";
import { emptySession, SessionRecord, toRecordField } from "../state/sessionRecord.js";
import type { RootField, RootFields } from "../state/state.js";
import type { RootRecordFields, StateTree } from "../state/stateTree.js";
import {
  type StoredListField,
  type StoredSessionField,
  type StoredSessionFields,
  valueOfField,
} from "../state/storedState.js";
import { isSameItem, type TimelineItem } from "../state/tables.js";
import { type Change, undoChange } from "./change.js";
import type { AcpPatch } from "./patch.js";
import { PatchRecorder } from "./patchRecorder.js";

/**
 * The part of a transaction that writes to the fields of the state and of its sessions, timelines
 * included. Collects the changes, and the patches if an inspector wants them, and can roll all of it back.
 */
export class FieldWriter {
  changes: Change[] = EMPTY_ARRAY;
  diagnostics: Diagnostic[] = EMPTY_ARRAY;
  /** The time that entities get in `createdAt` and `updatedAt`: the time of the event. */
  at: number;
  /** The place of the entities that the event adds, if it is a part of a replay that is merged. */
  place: ReplayPlace | undefined = undefined;
  protected readonly recorder: PatchRecorder | undefined;
  protected readonly tree: StateTree;

  constructor(tree: StateTree, at: number, isRecording: boolean) {
    this.tree = tree;
    this.at = at;
    this.recorder = isRecording ? new PatchRecorder() : undefined;
  }

  /** The patches that lead to the next state. Empty if nothing is recorded. */
  get patches(): readonly AcpPatch[] {
    return this.recorder?.patches ?? EMPTY_ARRAY;
  }

  /** The patches that lead back to the previous state. */
  get inversePatches(): readonly AcpPatch[] {
    return this.recorder?.inversePatches ?? EMPTY_ARRAY;
  }

  /** The fields at the top of the state. */
  get root(): RootRecordFields {
    return this.tree.root;
  }

  /** The entity tables at the top of the state. */
  get tables(): RootEntityTables {
    return this.tree.tables;
  }

  /** The indexes over all sessions. */
  get indexes(): SessionIndexes {
    return this.tree.indexes;
  }

  sessions(): Iterable<SessionRecord> {
    return this.tree.sessions.values();
  }

  /** Returns the session, if it exists. */
  find(sessionId: string | undefined): SessionRecord | undefined {
    return this.tree.find(sessionId);
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
    const before = this.tree.root;
    if (before[field] === value) return;
    this.tree.root = { ...before, [field]: deepFreeze(value) };
    this.tree.touch();
    this.addChange({ kind: "state", field, before });
    this.recorder?.recordAssignment([field], before[field], value);
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
    this.tree.touch(session);
    this.addChange({ kind: "field", sessionId: session.id, field, before });
    this.recorder?.recordAssignment(["sessions", session.id, field], previous, value);
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
    this.tree.touch(session);
    this.addChange({ kind: "field", sessionId: session.id, field, before });
    const removed = count === 0 ? undefined : list.at(index);
    this.recorder?.recordAssignment(["sessions", session.id, field, index], removed, item);
  }

  /** Adds or removes one of the pending requests for input. The patch has the size of the id. */
  spliceElicitations(index: number, count: 0 | 1, elicitationId?: string): void {
    const before = this.tree.root;
    const field = "pendingElicitations";
    const list = before[field];
    this.tree.root = { ...before, [field]: list.splice(index, count, elicitationId) };
    this.tree.touch();
    this.addChange({ kind: "state", field, before });
    const removed = count === 0 ? undefined : list.at(index);
    this.recorder?.recordAssignment([field, index], removed, elicitationId);
  }

  /** Removes one item of a timeline. */
  removeTimelineItem(session: SessionRecord, index: number): void {
    const timeline = session.timeline.value();
    this.#putTimeline(session, ListBuffer.of(timeline.toSpliced(index, 1)));
    const path = ["sessions", session.id, "timeline", index];
    this.recorder?.recordAssignment(path, timeline[index], undefined);
  }

  /** Adds an item to the end of a timeline, or at the place of a merged part of a replay. */
  addTimelineItem(session: SessionRecord, item: TimelineItem): void {
    const before = this.place?.before;
    if (before !== undefined) return this.#insertTimelineItem(session, item, before);
    const { length } = session.timeline;
    this.#putTimeline(session, session.timeline.push(item));
    this.recorder?.recordPush(["sessions", session.id, "timeline"], length, item);
  }

  /** Replaces the timeline of a session. */
  setTimeline(session: SessionRecord, timeline: readonly TimelineItem[]): void {
    const before = session.timeline;
    if (before.length === 0 && timeline.length === 0) return;
    this.#putTimeline(session, ListBuffer.of(timeline));
    if (this.recorder === undefined) return;
    const path = ["sessions", session.id, "timeline"];
    this.recorder.record(
      { op: "replace", path, value: timeline },
      { op: "replace", path, value: before.value() },
    );
  }

  /** Completes the transaction: puts the inverse patches into the order in which they apply. */
  finish(): void {
    this.recorder?.finish();
  }

  /** Undoes everything the transaction wrote. */
  rollback(): void {
    for (const change of this.changes.toReversed()) undoChange(this.tree, change);
  }

  #addSession(sessionId: string): SessionRecord {
    const session = new SessionRecord(sessionId, deepFreeze(emptySession(sessionId)));
    this.tree.addSession(session);
    this.addChange({ kind: "session_added", sessionId });
    const path = ["sessions", sessionId];
    const value = deepFreeze(presentFields({ sessionId, ...EMPTY_FIELDS }));
    this.recorder?.record({ op: "add", path, value }, { op: "remove", path });
    return session;
  }

  #insertTimelineItem(session: SessionRecord, item: TimelineItem, before: TimelineItem): void {
    const timeline = session.timeline.value();
    const found = timeline.findLastIndex((other) => isSameItem(other, before));
    const index = found < 0 ? timeline.length : found;
    this.#putTimeline(session, ListBuffer.of(timeline.toSpliced(index, 0, deepFreeze(item))));
    const path = ["sessions", session.id, "timeline", index];
    this.recorder?.recordAssignment(path, undefined, item);
  }

  #putTimeline(session: SessionRecord, timeline: ListBuffer<TimelineItem>): void {
    const before = session.timeline;
    session.timeline = timeline;
    this.tree.touch(session);
    this.addChange({ kind: "timeline", sessionId: session.id, before });
  }

  protected addChange(change: Change): void {
    this.changes = appendItem(this.changes, change);
  }
}
