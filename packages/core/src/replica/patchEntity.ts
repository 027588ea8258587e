import type { AcpPatch, PatchPath } from "../commit/patch.js";
import { extendText, isTextItem } from "../commit/textBlock.js";
import {
  BufferedEntity,
  openList,
  openText,
  type StoredEntity,
  type TimedObject,
  updatedAtOf,
} from "../persistent/bufferedEntity.js";
import type { ListBuffer } from "../persistent/listBuffer.js";
import type { PagedTable } from "../persistent/pagedTable.js";
import { newValue, patchMismatch, patchValue } from "./patchValue.js";

/** An entity table that is written to by patches. */
export type PatchedTable = PagedTable<object, BufferedEntity<object>>;

/** Applies a patch to a table. The first `depth` steps of the path lead to the table. */
export function patchTable(table: PatchedTable, patch: AcpPatch, depth: number): void {
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
  // The tables have entities of different types, so that any field name is possible.
  const name = field as never;
  const before: unknown = (stored instanceof BufferedEntity ? stored.base : stored)[name];
  const isAppend = deeper.length === 0 && (patch.op === "add" || patch.op === "append");
  if (Array.isArray(before) && typeof position === "number" && isAppend) {
    const { base, buffer, other } = openList(stored, name);
    const next = appendToList(buffer, position, part, patch);
    if (next !== undefined) return new BufferedEntity(base, name, next, updatedAtOf(stored), other);
  }
  if (stored instanceof BufferedEntity && field !== stored.field)
    return field === stored.other?.field ? undefined : patchBase(stored, patch, depth);
  if (deeper.length > 0) return undefined;
  if (typeof before !== "string" || position !== undefined || patch.op !== "append")
    return undefined;
  const { base, buffer } = openText(stored, name);
  const { rest } = buffer.dropStart(patch.dropped ?? 0, () => 1);
  return new BufferedEntity(base, name, rest.append(patch.value), updatedAtOf(stored));
}

/** Patches a field that is not in the append buffer. The first `depth` steps lead to the entity. */
function patchBase(
  { base, field, buffer, updatedAt, other }: BufferedEntity<object>,
  patch: AcpPatch,
  depth: number,
): BufferedEntity<object> {
  // Every patch of a stream comes with one of its time.
  if (patch.path.length === depth + 1 && patch.path[depth] === "updatedAt")
    return new BufferedEntity(
      base,
      field as never,
      buffer,
      newValue(patch) as number | undefined,
      other,
    );
  const current: TimedObject = { ...base };
  if (updatedAt !== undefined) current.updatedAt = updatedAt;
  const next = patchValue(current, patch, depth) as TimedObject;
  return new BufferedEntity(next, field as never, buffer, next.updatedAt, other);
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
