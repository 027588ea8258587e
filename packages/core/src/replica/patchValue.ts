import { exceedsLevels, MAX_STATE_LEVELS } from "../depth.js";
import { setOwn } from "../json.js";
import type { AcpPatch } from "../commit/patch.js";

/** Returns the value with the patch applied. The first `depth` steps of the path lead to it. */
export function patchValue(value: unknown, patch: AcpPatch, depth: number): unknown {
  const [key, ...rest] = patch.path.slice(depth);
  if (key === undefined)
    return patch.op === "append" ? appendedText(value, patch) : newValue(patch);
  if (typeof value === "string") return restoredText(value, key, patch);
  if (typeof value !== "object" || value === null) throw patchMismatch(patch);
  if (Array.isArray(value) && typeof key === "string" && key !== "length")
    return patchedEntries(value as UnknownTable, key, patch, depth);
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

type UnknownTable = readonly (readonly [string, unknown])[];

/** Patches a table that only a newer release knows: a list of entries. */
function patchedEntries(
  list: UnknownTable,
  id: string,
  patch: AcpPatch,
  depth: number,
): UnknownTable {
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

/** Returns whether a patch would give a state more levels than its store can have. */
export function isTooDeep(patch: AcpPatch): boolean {
  const { length } = patch.path;
  return length > MAX_STATE_LEVELS || exceedsLevels(newValue(patch), MAX_STATE_LEVELS - length);
}

/** Returns the value that a patch sets. */
export function newValue(patch: AcpPatch): unknown {
  return "value" in patch ? patch.value : undefined;
}

function ownValue(from: object, key: string | number): unknown {
  return Object.hasOwn(from, key) ? Reflect.get(from, key) : undefined;
}

/** Returns the error for a patch that was made for another state. */
export function patchMismatch(patch: AcpPatch): Error {
  return new Error(
    `[acp-store] The patch "${patch.op} ${patch.path.join("/")}" does not fit this state. Apply patches in order, to the state before their commit.`,
  );
}
