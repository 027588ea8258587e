import { type AcpPatch, assignment, type PatchPath } from "../commit/patch.js";
import { getPatchTarget, type PatchTarget } from "../commit/patchTarget.js";
import { type ChangedPart, sessionIdOfChange } from "../notify/changedPart.js";
import { isObject, ownField } from "../json.js";
import { isSessionFieldName, SESSION_FIELD_NAMES } from "../state/definitions.js";
import { TABLE_NAMES } from "../state/tables.js";
import type { AcpState } from "../state/state.js";
import { toSavedSession } from "../state/savedSession.js";
import type { StoredTerminal } from "../state/storedEntities.js";
import type { Writable } from "../state/writable.js";
import type { PatchTree } from "./patchTree.js";

type TableContent = readonly (readonly [string, object])[];

/** The fields that change together with streamed text: its time, and the counts of a terminal. */
const STREAM_FIELDS: ReadonlySet<unknown> = new Set<keyof StoredTerminal>([
  "updatedAt",
  "outputBytes",
  "truncatedBytes",
  "partial",
]);

/** A changed part of the state, with the path to it. */
type PatchedPart = ChangedPart & { readonly path: PatchPath };
type EntityChange = Writable<Extract<PatchedPart, { kind: "entity" }>>;

/**
 * Returns the parts of a state that patches change: each entity, field and timeline once, in the
 * order of their first patches. `tree` has the state before the patches.
 */
export function changesOf(tree: PatchTree, patches: readonly AcpPatch[]): readonly PatchedPart[] {
  const changes = new Map<string, PatchedPart>();
  let key = "";
  let path: PatchPath = [];
  for (const patch of patches) {
    const target = getPatchTarget(patch.path);
    const { depth } = target;
    // Consecutive patches mostly change one entity.
    if (depth !== path.length || path.some((step, index) => step !== patch.path[index])) {
      path = patch.path.slice(0, depth);
      key = JSON.stringify(path);
    }
    const known = changes.get(key);
    if (target.kind === "session") {
      for (const change of changesOfSession(tree, patch, target.sessionId, path))
        changes.set(JSON.stringify(change.path), change);
    } else if (known === undefined || (patch.op === "remove" && patch.path.length === depth))
      changes.set(key, changeOf(tree, patch, target, path));
    else if (known.kind === "entity") addPatch(known, patch);
  }
  return [...changes.values()];
}

function changeOf(
  tree: PatchTree,
  patch: AcpPatch,
  target: Exclude<PatchTarget, { kind: "session" }>,
  path: PatchPath,
): PatchedPart {
  if (target.kind === "timeline") return { ...target, path };
  if (target.kind === "state") return { ...target, path: [target.field] };
  if (target.kind === "field") {
    const field = isSessionFieldName(target.field) ? target.field : "unknownFields";
    return { ...target, field, path: path.with(-1, field) };
  }
  const table = { name: target.table, sessionId: target.sessionId };
  const entities = tree.tableAt(path);
  if (target.kind === "table") {
    const after =
      "value" in patch && Array.isArray(patch.value) ? (patch.value as TableContent) : [];
    const ids = [...(entities?.snapshot().keys() ?? []), ...after.map(([id]) => id)];
    return { kind: "table", table, ids: [...new Set(ids)], path };
  }
  const { id } = target;
  // Only the whole table has the order in which the entity comes back.
  if (patch.op === "remove" && patch.path.length === path.length)
    return { kind: "table", table, ids: [id], path: path.slice(0, -1) };
  const before = entities?.has(id) ? id : undefined;
  const change: EntityChange = {
    kind: "entity",
    table,
    id,
    before,
    appendedText: "",
    droppedLength: 0,
    path,
  };
  addPatch(change, patch);
  return change;
}

/** Returns the changes of a patch that adds, replaces or removes a whole session. */
function changesOfSession(
  tree: PatchTree,
  patch: AcpPatch,
  sessionId: string,
  path: PatchPath,
): readonly PatchedPart[] {
  const before = tree.snapshot().sessions.get(sessionId);
  const after = "value" in patch && isObject(patch.value) ? patch.value : {};
  const changes: PatchedPart[] = [{ kind: "session_added", sessionId, path }];
  if (before === undefined) return changes;
  changes.push({ kind: "timeline", sessionId, path: [...path, "timeline"] });
  for (const field of SESSION_FIELD_NAMES)
    if (ownField(before, field) !== ownField(after, field))
      changes.push({ kind: "field", sessionId, field, path: [...path, field] });
  for (const name of TABLE_NAMES) {
    const entities = (ownField(after, name) ?? []) as Iterable<readonly [string, object]>;
    const ids = [...before[name].keys(), ...Array.from(entities, ([id]) => id)];
    const table = { name, sessionId };
    changes.push({ kind: "table", table, ids: [...new Set(ids)], path: [...path, name] });
  }
  return changes;
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
  changes: readonly PatchedPart[],
): readonly AcpPatch[] {
  const whole = new Set<string | false | undefined>(
    changes.map((change) => change.kind === "session_added" && change.sessionId),
  );
  // Removing or putting back a session undoes everything in it.
  const undone = changes.filter(
    (change) => change.kind === "session_added" || !whole.has(sessionIdOfChange(change)),
  );
  return undone.toReversed().map((change) => inverseOf(before, after, change));
}

function inverseOf(before: AcpState, after: AcpState, change: PatchedPart): AcpPatch {
  const { path } = change;
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

/** Returns the value at a path of maps and objects. */
function valueAt(state: AcpState, path: PatchPath): unknown {
  let value: unknown = state;
  for (const step of path) {
    if (value instanceof Map) value = value.get(step);
    else value = isObject(value) ? ownField(value, String(step)) : undefined;
  }
  return value;
}
