import { isObject, type JsonObject, setOwn } from "../json.js";

/**
 * Takes a value from the wire into the state: a copy that shares every part of `previous` that is
 * deeply equal, or `previous` itself when nothing changed. The caller keeps its own object.
 */
export function shareStructure<Value>(previous: unknown, incoming: Value): Value;
export function shareStructure(previous: unknown, incoming: unknown): unknown {
  if (typeof incoming !== "object" || incoming === null)
    return Object.is(previous, incoming) ? previous : incoming;
  if (Array.isArray(incoming))
    return Array.isArray(previous) ? shareArray(previous, incoming) : copyOf(incoming);
  return isObject(previous) ? shareObject(previous, incoming as JsonObject) : copyOf(incoming);
}

/** Nothing is allocated as long as everything is the same. */
function shareArray(previous: readonly unknown[], incoming: readonly unknown[]): unknown {
  let copy: unknown[] | undefined;
  for (let index = 0; index < incoming.length; index++) {
    const before = previous[index];
    const taken = shareStructure(before, incoming[index]);
    if (copy === undefined && !Object.is(taken, before)) copy = previous.slice(0, index);
    if (copy !== undefined) copy.push(taken);
  }
  if (copy !== undefined) return copy;
  return previous.length === incoming.length ? previous : previous.slice(0, incoming.length);
}

function shareObject(previous: JsonObject, incoming: JsonObject): unknown {
  let copy: JsonObject | undefined;
  let count = 0;
  for (const key in incoming) {
    const before = ownValue(previous, key);
    const taken = shareStructure(before, incoming[key]);
    const isSame =
      Object.is(taken, before) && (before !== undefined || Object.hasOwn(previous, key));
    if (copy === undefined && !isSame) copy = firstOf(count, incoming, previous);
    if (copy !== undefined) setOwn(copy, key, taken);
    count++;
  }
  if (copy !== undefined) return copy;
  return sizeOf(previous) === count ? previous : firstOf(count, incoming, previous);
}

/** An object can inherit `__proto__` only, among what JSON can be equal to. */
function ownValue(from: JsonObject, key: string): unknown {
  return key !== "__proto__" || Object.hasOwn(from, key) ? from[key] : undefined;
}

/** The values that `from` has for the first keys of `keys`. */
function firstOf(count: number, keys: JsonObject, from: JsonObject): JsonObject {
  const copy: JsonObject = {};
  let left = count;
  for (const key in keys) {
    if (left-- === 0) break;
    setOwn(copy, key, from[key]);
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
