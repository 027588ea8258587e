import { type AcpPatch, assignment, type PatchPath } from "../commit/patch.js";
import { type ChangedPart, sessionIdOfChange } from "../notify/changedPart.js";
import { isObject, ownField } from "../json.js";
import {
  isRootFieldName,
  isRootTableName,
  isSessionFieldName,
  isTableName,
  SESSION_FIELD_NAMES,
  TABLE_NAMES,
} from "../state/definitions.js";
import type { AcpState } from "../state/state.js";
import { toSavedSession } from "../state/savedSession.js";
import type { StoredTerminal } from "../state/storedState.js";
import type { Writable } from "../state/writable.js";
import type { PatchTree } from "./patchTree.js";
import { patchMismatch } from "./patchValue.js";

type EntityChange = Writable<Extract<ChangedPart, { kind: "entity" }>>;
type TableContent = readonly (readonly [string, object])[];

/** The fields that change together with streamed text: its time, and the counts of a terminal. */
const STREAM_FIELDS: ReadonlySet<unknown> = new Set<keyof StoredTerminal>([
  "updatedAt",
  "outputBytes",
  "truncatedBytes",
  "partial",
]);

/**
 * Returns the parts of a state that patches change: each entity, field and timeline once, in the
 * order of their first patches. `tree` has the state before the patches.
 */
export function changesOf(tree: PatchTree, patches: readonly AcpPatch[]): readonly ChangedPart[] {
  const changes = new Map<string, ChangedPart>();
  let key = "";
  let keyPath: PatchPath = [];
  for (const patch of patches) {
    const path = patch.path.slice(0, partDepth(patch.path));
    if (path[0] === "sessions" && path.length === 2) {
      for (const change of changesOfSession(tree, patch, String(path[1])))
        changes.set(JSON.stringify(pathOf(change)), change);
      continue;
    }
    // Consecutive patches mostly change one entity.
    if (path.length !== keyPath.length || path.some((step, index) => step !== keyPath[index])) {
      key = JSON.stringify(path);
      keyPath = path;
    }
    const known = changes.get(key);
    if (known === undefined || (patch.op === "remove" && patch.path.length === path.length))
      changes.set(key, changeOf(tree, patch, path));
    else if (known.kind === "entity") addPatch(known, patch);
  }
  return [...changes.values()];
}

/** Returns the number of steps of a path that lead to an entity, a field or a whole table. */
function partDepth([top, , name]: PatchPath): number {
  if (top === "sessions") return isTableName(name) ? 4 : 3;
  return isRootTableName(top) ? 2 : 1;
}

function changeOf(tree: PatchTree, patch: AcpPatch, path: PatchPath): ChangedPart {
  const [top, session, name, entityId] = path;
  if (isRootTableName(top)) return changeInTable(tree, { name: top }, patch, session);
  if (top !== "sessions")
    return { kind: "state", field: isRootFieldName(top) ? top : "unknownFields" };
  const sessionId = String(session);
  if (name === undefined) throw patchMismatch(patch);
  if (name === "timeline") return { kind: "timeline", sessionId };
  if (!isTableName(name))
    return { kind: "field", sessionId, field: isSessionFieldName(name) ? name : "unknownFields" };
  return changeInTable(tree, { name, sessionId }, patch, entityId);
}

/** Returns the changes of a patch that adds, replaces or removes a whole session. */
function changesOfSession(
  tree: PatchTree,
  patch: AcpPatch,
  sessionId: string,
): readonly ChangedPart[] {
  const before = tree.snapshot().sessions.get(sessionId);
  const after = "value" in patch && isObject(patch.value) ? patch.value : {};
  const changes: ChangedPart[] = [{ kind: "session_added", sessionId }];
  if (before === undefined) return changes;
  changes.push({ kind: "timeline", sessionId });
  for (const field of SESSION_FIELD_NAMES)
    if (ownField(before, field) !== ownField(after, field))
      changes.push({ kind: "field", sessionId, field });
  for (const name of TABLE_NAMES) {
    const entities = (ownField(after, name) ?? []) as Iterable<readonly [string, object]>;
    const ids = [...before[name].keys(), ...Array.from(entities, ([id]) => id)];
    changes.push({ kind: "table", table: { name, sessionId }, ids: [...new Set(ids)] });
  }
  return changes;
}

function changeInTable(
  tree: PatchTree,
  table: Extract<ChangedPart, { kind: "table" }>["table"],
  patch: AcpPatch,
  step: string | number | undefined,
): ChangedPart {
  const entities = tree.tableAt(patch.path);
  if (step === undefined) {
    const after =
      "value" in patch && Array.isArray(patch.value) ? (patch.value as TableContent) : [];
    const ids = [...(entities?.snapshot().keys() ?? []), ...after.map(([id]) => id)];
    return { kind: "table", table, ids: [...new Set(ids)] };
  }
  const id = String(step);
  if (patch.op === "remove" && patch.path.at(-1) === step)
    return { kind: "table", table, ids: [id] };
  const before = entities?.has(id) ? id : undefined;
  const change: EntityChange = {
    kind: "entity",
    table,
    id,
    before,
    appendedText: "",
    droppedLength: 0,
  };
  addPatch(change, patch);
  return change;
}

/** Adds a patch to the change of its entity. It stays an append as long as only text is appended. */
function addPatch(change: EntityChange, patch: AcpPatch): void {
  if (change.appendedText === undefined || STREAM_FIELDS.has(patch.path.at(-1))) return;
  if (patch.op === "append") {
    change.appendedText += patch.value;
    change.droppedLength += patch.dropped ?? 0;
  } else {
    change.appendedText = undefined;
    change.droppedLength = 0;
  }
}

/** Returns the patches that undo changes. `before` and `after` are the states around them. */
export function inversesOf(
  before: AcpState,
  after: AcpState,
  changes: readonly ChangedPart[],
): readonly AcpPatch[] {
  const whole = new Set<string | undefined>();
  for (const change of changes) if (change.kind === "session_added") whole.add(change.sessionId);
  // Removing or putting back a session undoes everything in it.
  const undone = changes.filter(
    (change) => change.kind === "session_added" || !whole.has(sessionIdOfChange(change)),
  );
  return undone.toReversed().map((change) => inverseOf(before, after, change));
}

function inverseOf(before: AcpState, after: AcpState, change: ChangedPart): AcpPatch {
  const path = pathOf(change);
  if (change.kind === "session_added") {
    const session = before.sessions.get(change.sessionId);
    if (session === undefined) return { op: "remove", path };
    return { op: "add", path, value: toSavedSession(session) };
  }
  const value = valueAt(before, path);
  if (change.kind === "table")
    return { op: "replace", path, value: [...(value as ReadonlyMap<string, object>)] };
  return assignment(path, valueAt(after, path), value);
}

function pathOf(change: ChangedPart): PatchPath {
  if (change.kind === "state") return [change.field];
  if ("table" in change) {
    const { name, sessionId } = change.table;
    const path = sessionId === undefined ? [name] : ["sessions", sessionId, name];
    return change.kind === "entity" ? [...path, change.id] : path;
  }
  const path = ["sessions", change.sessionId];
  if (change.kind === "session_added") return path;
  return [...path, change.kind === "timeline" ? "timeline" : change.field];
}

/** Returns the value at a path of maps and objects. */
function valueAt(state: AcpState, path: PatchPath): unknown {
  let value: unknown = state;
  for (const step of path) {
    if (value instanceof Map) value = value.get(step);
    else value = isObject(value) ? ownField(value, String(step)) : undefined;
  }
  return value;
}
