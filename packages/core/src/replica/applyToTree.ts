import { applyPatch, patchMismatch } from "../commit/applyPatches.js";
import { type Change, undoChange } from "../commit/change.js";
import type { AcpPatch } from "../commit/patch.js";
import { isRootTableName, isTableName } from "../state/definitions.js";
import type { EntityTable } from "../state/entityTable.js";
import type { SessionRecord } from "../state/sessionRecord.js";
import type { RootField } from "../state/state.js";
import type { StateTree } from "../state/stateTree.js";
import type { StoredSessionField, StoredTerminal } from "../state/storedState.js";
import type { Writable } from "../state/writable.js";

/** The fields that change together with streamed text: its time, and the counts of a terminal. */
const STREAM_FIELDS: ReadonlySet<unknown> = new Set<keyof StoredTerminal>([
  "updatedAt",
  "outputBytes",
  "truncatedBytes",
  "partial",
]);

type EntityChange = Writable<Extract<Change, { kind: "entity" }>>;

/**
 * Applies patches to a tree and returns the changes: at most one for each entity, field and timeline,
 * with the value before the first patch. If a patch does not fit, all of them are undone. A session
 * can be added but not removed, which only inverse patches do.
 *
 * @throws Error if a patch does not fit the state.
 */
export function applyToTree(tree: StateTree, patches: readonly AcpPatch[]): readonly Change[] {
  const collector = new ChangeCollector(tree);
  try {
    for (const patch of patches) {
      collector.addPatch(patch);
      applyPatch(tree, patch);
    }
  } catch (error) {
    for (const change of collector.changes.toReversed()) undoChange(tree, change);
    throw error;
  }
  return collector.changes;
}

/** Collects the changes that patches are about to make. */
class ChangeCollector {
  readonly changes: Change[] = [];
  readonly #tree: StateTree;
  readonly #entities: Map<EntityTable<object>, Map<string, EntityChange>> = new Map();
  /** The names of the changed fields, by session. The fields of the root belong to no session. */
  readonly #fields: Map<SessionRecord | undefined, Set<string>> = new Map();

  constructor(tree: StateTree) {
    this.#tree = tree;
  }

  addPatch(patch: AcpPatch): void {
    const [top, id, name, entityId] = patch.path;
    if (isRootTableName(top)) return this.#addTablePatch(this.#tree.tables[top], patch, id);
    if (top !== "sessions") return this.#addRootField(top as RootField);
    const sessionId = String(id);
    const session = this.#tree.find(sessionId);
    if (session === undefined) this.changes.push({ kind: "session_added", sessionId });
    else if (isTableName(name)) this.#addTablePatch(session.tables[name], patch, entityId);
    else if (name === "timeline") this.#addTimeline(session);
    else if (name === undefined) throw patchMismatch(patch);
    else this.#addField(session, name as StoredSessionField);
  }

  #addRootField(field: RootField): void {
    if (this.#isNew(undefined, field))
      this.changes.push({ kind: "state", field, before: this.#tree.root });
  }

  #addField(session: SessionRecord, field: StoredSessionField): void {
    if (this.#isNew(session, field))
      this.changes.push({ kind: "field", sessionId: session.id, field, before: session.fields });
  }

  #addTimeline(session: SessionRecord): void {
    if (this.#isNew(session, "timeline"))
      this.changes.push({ kind: "timeline", sessionId: session.id, before: session.timeline });
  }

  #isNew(session: SessionRecord | undefined, name: string): boolean {
    const names = this.#fields.get(session) ?? new Set();
    this.#fields.set(session, names);
    return names.size < names.add(name).size;
  }

  #addTablePatch(
    table: EntityTable<object>,
    patch: AcpPatch,
    step: string | number | undefined,
  ): void {
    const changes = this.#entities.get(table) ?? new Map<string, EntityChange>();
    this.#entities.set(table, changes);
    if (step === undefined) {
      changes.clear();
      return void this.changes.push(refillOf(table, patch));
    }
    const id = String(step);
    const before = table.stored(id);
    if (before !== undefined && patch.op === "remove" && patch.path.at(-1) === step) {
      changes.delete(id);
      const index = table.indexOf(id);
      return void this.changes.push({
        kind: "table",
        table,
        ids: [id],
        before: [[id, before]],
        index,
      });
    }
    const known = changes.get(id);
    if (known !== undefined) return addToChange(known, patch);
    const change: EntityChange = {
      kind: "entity",
      table,
      id,
      before,
      appendedText: "",
      droppedLength: 0,
    };
    addToChange(change, patch);
    changes.set(id, change);
    this.changes.push(change);
  }
}

/** Returns the change of a patch that replaces a whole table. */
function refillOf(table: EntityTable<object>, patch: AcpPatch): Change {
  const before = [...table.snapshot()];
  const after: unknown = "value" in patch ? patch.value : undefined;
  const entries = Array.isArray(after) ? (after as typeof before) : [];
  const ids = [...new Set([...before, ...entries].map(([id]) => id))];
  return { kind: "table", table, ids, before };
}

/** Adds a patch to the change of its entity. It stays an append as long as only text is appended. */
function addToChange(change: EntityChange, patch: AcpPatch): void {
  if (change.appendedText === undefined || STREAM_FIELDS.has(patch.path.at(-1))) return;
  if (patch.op === "append") {
    change.appendedText += patch.value;
    change.droppedLength += patch.dropped ?? 0;
  } else {
    change.appendedText = undefined;
    change.droppedLength = 0;
  }
}
