import { isObject, type JsonObject, setOwn } from "../json.js";

/**
 * Returns a copy of a value from the wire that shares every deeply equal part of `previous`, or
 * `previous` itself if nothing changed. The caller keeps its own object.
 */
export function shareStructure<Value>(previous: unknown, incoming: Value): Value;
export function shareStructure(previous: unknown, incoming: unknown): unknown {
  if (typeof incoming !== "object" || incoming === null || incoming === previous)
    return Object.is(previous, incoming) ? previous : incoming;
  if (Array.isArray(incoming))
    return Array.isArray(previous) ? shareArray(previous, incoming) : copyOf(incoming);
  return isObject(previous) ? shareObject(previous, incoming as JsonObject) : copyOf(incoming);
}

/** Allocates nothing until the first difference. */
function shareArray(previous: readonly unknown[], incoming: readonly unknown[]): unknown {
  let copy: unknown[] | undefined;
  for (let index = 0; index < incoming.length; index++) {
    const before = previous[index];
    const shared = shareStructure(before, incoming[index]);
    // The copy has its final length, because an array that grows keeps space for 17 items.
    if (copy === undefined && !Object.is(shared, before))
      copy = previous.slice(0, index).concat(incoming.slice(index));
    if (copy !== undefined) copy[index] = shared;
  }
  if (copy !== undefined) return copy;
  return previous.length === incoming.length ? previous : previous.slice(0, incoming.length);
}

function shareObject(previous: JsonObject, incoming: JsonObject): unknown {
  let copy: JsonObject | undefined;
  let count = 0;
  for (const key in incoming) {
    const before = ownPropertyOf(previous, key);
    const shared = shareStructure(before, incoming[key]);
    const isSame =
      Object.is(shared, before) && (before !== undefined || Object.hasOwn(previous, key));
    if (copy === undefined && !isSame) copy = copyWithFirstKeys(count, incoming, previous);
    if (copy !== undefined && shared !== incoming[key]) setOwn(copy, key, shared);
    count++;
  }
  if (copy !== undefined) return copy;
  return sizeOf(previous) === count ? previous : copyWithFirstKeys(count, incoming, previous);
}

/** Returns an own property. `__proto__` is the only key of JSON values that can be inherited. */
function ownPropertyOf(from: JsonObject, key: string): unknown {
  return key !== "__proto__" || Object.hasOwn(from, key) ? from[key] : undefined;
}

/** Returns a copy of `incoming` whose first keys have the values that `previous` has for them. */
function copyWithFirstKeys(count: number, incoming: JsonObject, previous: JsonObject): JsonObject {
  const copy = { ...incoming };
  let left = count;
  for (const key in copy) {
    if (left-- === 0) break;
    setOwn(copy, key, previous[key]);
  }
  return copy;
}

function sizeOf(object: JsonObject): number {
  let size = 0;
  for (const _ in object) size++;
  return size;
}

function copyOf(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(copyOf);
  const copy: JsonObject = { ...value };
  for (const key of Object.keys(copy)) {
    const part = copy[key];
    if (typeof part === "object" && part !== null) setOwn(copy, key, copyOf(part));
  }
  return copy;
}
