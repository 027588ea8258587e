import { setOwn } from "../json.js";
import {
  BufferedEntity,
  openList,
  openText,
  type StoredEntity,
  type TimedObject,
  updatedAtOf,
} from "../persistent/bufferedEntity.js";
import { ListBuffer } from "../persistent/listBuffer.js";
import {
  isRootFieldName,
  isRootTableName,
  isSessionFieldName,
  isTableName,
} from "../state/definitions.js";
import type { EntityTable } from "../state/entityTable.js";
import { emptySession, SessionRecord } from "../state/sessionRecord.js";
import type { AcpState, TimelineItem, UnknownFields } from "../state/state.js";
import { StateTree } from "../state/stateTree.js";
import type { SessionRecordFields, StoredSessionFields } from "../state/storedState.js";
import type { AcpPatch, PatchPath } from "./patch.js";
import { extendText, isTextItem } from "./textBlock.js";

/**
 * Applies the patches of a commit to the state they were made for, and returns the next state. The
 * `inversePatches` of the commit lead back. Both states share everything that did not change.
 *
 * @throws Error if a patch does not fit the state.
 *
 * @example
 * ```ts
 * let mirror = store.getState();
 * store.inspect((record) => {
 *   if (record.type === "commit") mirror = applyAcpPatches(mirror, record.patches);
 * });
 * ```
 */
export function applyAcpPatches(state: AcpState, patches: readonly AcpPatch[]): AcpState {
  if (patches.length === 0) return state;
  const tree = new StateTree(state);
  for (const patch of patches) applyPatch(tree, patch);
  return tree.snapshot();
}

/**
 * Applies one patch to the mutable tree.
 *
 * Values of patches are used as they are: patches come from a commit, so that what is at a path has
 * the type of that path.
 */
export function applyPatch(tree: StateTree, patch: AcpPatch): void {
  const [top, sessionId, name] = patch.path;
  if (isRootTableName(top)) return applyToTable(tree, tree.tables[top], patch, 1);
  if (top !== "sessions") return applyToRoot(tree, patch);
  if (typeof sessionId !== "string") throw patchMismatch(patch);
  if (name === undefined) return applyToSessions(tree, sessionId, patch);
  const session = tree.find(sessionId);
  if (session === undefined) throw patchMismatch(patch);
  tree.touch(session);
  if (isTableName(name)) applyToTable(tree, session.tables[name], patch, 3);
  else if (name === "timeline") session.timeline = patchTimeline(session.timeline, patch);
  else if (isSessionFieldName(name))
    session.fields = patchValue(session.fields, patch, 2) as SessionRecordFields;
  else session.fields = patchUnknownField(session.fields, patch, 2);
}

/** Patches a field or a table that only a newer release knows. */
function patchUnknownField<Fields extends { readonly unknownFields?: UnknownFields | undefined }>(
  fields: Fields,
  patch: AcpPatch,
  depth: number,
): Fields {
  const unknownFields = patchValue(fields.unknownFields ?? {}, patch, depth) as UnknownFields;
  return { ...fields, unknownFields };
}

function patchTimeline(
  timeline: ListBuffer<TimelineItem>,
  patch: AcpPatch,
): ListBuffer<TimelineItem> {
  const [position, ...rest] = patch.path.slice(3);
  if (patch.op === "add" && position === timeline.length && rest.length === 0)
    return timeline.push(patch.value as TimelineItem);
  return ListBuffer.of(patchValue(timeline.value(), patch, 3) as readonly TimelineItem[]);
}

function applyToRoot(tree: StateTree, patch: AcpPatch): void {
  const [name = ""] = patch.path;
  tree.root = isRootFieldName(name)
    ? (patchValue(tree.root, patch, 0) as typeof tree.root)
    : patchUnknownField(tree.root, patch, 0);
  tree.touch();
}

function applyToSessions(tree: StateTree, sessionId: string, patch: AcpPatch): void {
  const session = tree.find(sessionId);
  if (patch.op === "add")
    tree.addSession(
      new SessionRecord(sessionId, {
        ...emptySession(sessionId),
        ...(patch.value as StoredSessionFields),
      }),
    );
  else if (patch.op === "remove" && session !== undefined) tree.removeSession(session);
  else throw patchMismatch(patch);
}

/** Applies a patch to a table. The first `depth` steps of the path lead to the table. */
function applyToTable(
  tree: StateTree,
  table: EntityTable<object>,
  patch: AcpPatch,
  depth: number,
): void {
  tree.touch();
  const [id, ...rest] = patch.path.slice(depth);
  if (id === undefined) {
    if (patch.op !== "replace") throw patchMismatch(patch);
    return table.fill(patch.value as [string, object][]);
  }
  const key = String(id);
  if (rest.length > 0) {
    const next = patchStored(table.stored(key), rest, patch, depth + 1);
    table.set(key, next ?? (patchValue(table.get(key), patch, depth + 1) as object));
  } else if (patch.op === "remove") table.delete(key);
  else if (patch.op === "add" && patch.index !== undefined)
    table.insert(patch.index, key, patch.value as object);
  else table.set(key, newValue(patch) as object);
}

/**
 * Applies a patch to an entity in an append buffer, or one that appends, without a copy of the list
 * or text. `undefined` for any other patch.
 */
function patchStored(
  stored: StoredEntity<object> | undefined,
  [field, position, part, ...deeper]: PatchPath,
  patch: AcpPatch,
  depth: number,
): BufferedEntity<object> | undefined {
  if (stored === undefined) return undefined;
  if (stored instanceof BufferedEntity && field !== stored.field)
    return patchBase(stored, patch, depth);
  if (deeper.length > 0) return undefined;
  // The tables have entities of different types, so that any field name is possible.
  const name = field as never;
  const before: unknown = (stored instanceof BufferedEntity ? stored.base : stored)[name];
  if (Array.isArray(before) && typeof position === "number") {
    const { base, buffer } = openList(stored, name);
    const next = appendToList(buffer, position, part, patch);
    return next && new BufferedEntity(base, name, next, updatedAtOf(stored));
  }
  if (typeof before !== "string" || position !== undefined || patch.op !== "append")
    return undefined;
  const { base, buffer } = openText(stored, name);
  const { rest } = buffer.dropStart(patch.dropped ?? 0, () => 1);
  return new BufferedEntity(base, name, rest.append(patch.value), updatedAtOf(stored));
}

/** Patches a field that is not in the append buffer. The first `depth` steps lead to the entity. */
function patchBase(
  { base, field, buffer, updatedAt }: BufferedEntity<object>,
  patch: AcpPatch,
  depth: number,
): BufferedEntity<object> {
  const current: TimedObject = { ...base };
  if (updatedAt !== undefined) current.updatedAt = updatedAt;
  const next = patchValue(current, patch, depth) as TimedObject;
  return new BufferedEntity(next, field as never, buffer, next.updatedAt);
}

function appendToList(
  list: ListBuffer<unknown>,
  position: number,
  part: string | number | undefined,
  patch: AcpPatch,
): ListBuffer<unknown> | undefined {
  if (patch.op === "add" && part === undefined && position === list.length)
    return list.push(patch.value);
  const { last } = list;
  if (patch.op !== "append" || part !== "text" || position !== list.length - 1) return undefined;
  return isTextItem(last) ? list.replaceLast(extendText(last, patch.value)) : undefined;
}

/** Returns the value with the patch applied. The first `depth` steps of the path lead to it. */
function patchValue(value: unknown, patch: AcpPatch, depth: number): unknown {
  const [key, ...rest] = patch.path.slice(depth);
  if (key === undefined)
    return patch.op === "append" ? appendedText(value, patch) : newValue(patch);
  if (typeof value === "string") return restoredText(value, key, patch);
  if (typeof value !== "object" || value === null) throw patchMismatch(patch);
  if (Array.isArray(value) && typeof key === "string" && key !== "length")
    return patchedEntries(value as Entries, key, patch, depth);
  if (Array.isArray(value) && rest.length === 0) return patchedList([...value], key, patch);
  const copy = Array.isArray(value) ? [...value] : { ...value };
  if (rest.length === 0 && patch.op === "remove") Reflect.deleteProperty(copy, key);
  else setOwn(copy, String(key), patchValue(ownValue(value, key), patch, depth + 1));
  return copy;
}

function appendedText(value: unknown, patch: Extract<AcpPatch, { op: "append" }>): string {
  if (typeof value !== "string") throw patchMismatch(patch);
  return (patch.dropped === undefined ? value : value.slice(patch.dropped)) + patch.value;
}

/** Applies the inverse of an append: shortens the text, or puts back what was dropped. */
function restoredText(text: string, key: string | number, patch: AcpPatch): string {
  if (patch.op === "replace" && key === "length") return text.slice(0, patch.value as number);
  if (patch.op === "add" && key === 0) return String(patch.value) + text;
  throw patchMismatch(patch);
}

function patchedList(list: unknown[], key: string | number, patch: AcpPatch): unknown[] {
  const index = Number(key);
  if (key === "length") list.length = newValue(patch) as number;
  else if (patch.op === "remove") list.splice(index, 1);
  else if (patch.op === "add") list.splice(index, 0, patch.value);
  else list[index] = patchValue(list[index], patch, patch.path.length);
  return list;
}

type Entries = readonly (readonly [string, unknown])[];

/** Patches a table that only a newer release knows: a list of entries. */
function patchedEntries(list: Entries, id: string, patch: AcpPatch, depth: number): Entries {
  const found = list.findIndex(([key]) => key === id);
  const isWhole = patch.path.length === depth + 1;
  if (patch.op === "remove" && isWhole) return list.filter((_entry, index) => index !== found);
  const position = "index" in patch ? patch.index : undefined;
  const index = found < 0 ? (position ?? list.length) : found;
  return list.toSpliced(index, found < 0 ? 0 : 1, [
    id,
    patchValue(list[found]?.[1], patch, depth + 1),
  ]);
}

function newValue(patch: AcpPatch): unknown {
  return "value" in patch ? patch.value : undefined;
}

function ownValue(from: object, key: string | number): unknown {
  return Object.hasOwn(from, key) ? Reflect.get(from, key) : undefined;
}

export function patchMismatch(patch: AcpPatch): Error {
  return new Error(
    `[acp-store] The patch "${patch.op} ${patch.path.join("/")}" does not fit this state. Apply patches in order, to the state that their commit started from.`,
  );
}
