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
  const keys = Object.keys(incoming);
  let copy: JsonObject | undefined;
  for (let index = 0; index < keys.length; index++) {
    const key = keys[index] as string;
    const known = Object.hasOwn(previous, key);
    const taken = adopt(known ? previous[key] : undefined, incoming[key]);
    if (copy === undefined && (!known || !Object.is(taken, previous[key])))
      copy = picked(previous, keys, index);
    if (copy !== undefined) setOwn(copy, key, taken);
  }
  if (copy !== undefined) return copy;
  const { length } = keys;
  return Object.keys(previous).length === length ? previous : picked(previous, keys, length);
}

function picked(from: JsonObject, keys: readonly string[], count: number): JsonObject {
  const copy: JsonObject = {};
  for (const key of keys.slice(0, count)) setOwn(copy, key, from[key]);
  return copy;
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
