/**
 * Takes a value from the wire into the state: a copy that shares every part of `previous` that is
 * deeply equal, or `previous` itself when nothing changed. The caller keeps its own object.
 */
export function adopt<Value>(previous: unknown, incoming: Value): Value;
export function adopt(previous: unknown, incoming: unknown): unknown {
  if (Object.is(previous, incoming)) return previous;
  if (Array.isArray(incoming))
    return adoptArray(Array.isArray(previous) ? previous : [], incoming, previous);
  if (isObject(incoming))
    return adoptObject(isObject(previous) ? previous : {}, incoming, previous);
  return incoming;
}

function adoptArray(
  base: readonly unknown[],
  incoming: readonly unknown[],
  previous: unknown,
): unknown {
  let same = base === previous && base.length === incoming.length;
  const copy = incoming.map((item, index) => {
    const taken = adopt(base[index], item);
    if (!Object.is(taken, base[index])) same = false;
    return taken;
  });
  return same ? previous : copy;
}

function adoptObject(base: JsonObject, incoming: JsonObject, previous: unknown): unknown {
  const keys = Object.keys(incoming);
  let same = base === previous && Object.keys(base).length === keys.length;
  const copy: JsonObject = {};
  for (const key of keys) {
    const known = Object.hasOwn(base, key);
    const taken = adopt(known ? base[key] : undefined, incoming[key]);
    if (!known || !Object.is(taken, base[key])) same = false;
    setOwn(copy, key, taken);
  }
  return same ? previous : copy;
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
