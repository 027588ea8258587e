/**
 * Takes a value from the wire into the state: a copy that shares every part of `previous` that is
 * deeply equal, or `previous` itself when nothing changed. The caller keeps its own object.
 */
export function adopt<Value>(previous: unknown, incoming: Value): Value;
export function adopt(previous: unknown, incoming: unknown): unknown {
  if (typeof incoming !== "object" || incoming === null)
    return Object.is(previous, incoming) ? previous : incoming;
  if (Array.isArray(incoming))
    return Array.isArray(previous) ? adoptArray(previous, incoming) : copyOf(incoming);
  return isObject(previous) ? adoptObject(previous, incoming as JsonObject) : copyOf(incoming);
}

/** Nothing is allocated as long as everything is the same. */
function adoptArray(previous: readonly unknown[], incoming: readonly unknown[]): unknown {
  let copy: unknown[] | undefined;
  for (let index = 0; index < incoming.length; index++) {
    const before = previous[index];
    const taken = adopt(before, incoming[index]);
    if (copy === undefined && !Object.is(taken, before)) copy = previous.slice(0, index);
    if (copy !== undefined) copy.push(taken);
  }
  if (copy !== undefined) return copy;
  return previous.length === incoming.length ? previous : previous.slice(0, incoming.length);
}

function adoptObject(previous: JsonObject, incoming: JsonObject): unknown {
  let copy: JsonObject | undefined;
  let count = 0;
  for (const key in incoming) {
    const before = ownValue(previous, key);
    const taken = adopt(before, incoming[key]);
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

/** What an object itself has under a name; the wire may use any, such as that of a method. */
export function ownField(object: object, field: string): unknown {
  return Object.hasOwn(object, field) ? (object as JsonObject)[field] : undefined;
}

/** A plain assignment to `__proto__` would replace the prototype; the wire may use any key. */
export function setOwn(target: object, key: string, value: unknown): void {
  if (key !== "__proto__") (target as JsonObject)[key] = value;
  else
    Object.defineProperty(target, key, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
}

export type JsonObject = Record<string, unknown>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
