import { MAX_STATE_LEVELS } from "../depth.js";
import { type JsonValue, setOwn } from "../json.js";

type JsonPath = readonly (string | number)[];

/**
 * Returns the replacement of a value that JSON cannot represent; `undefined` leaves the value out.
 */
export type JsonReplacer = (value: unknown, path: JsonPath) => JsonValue | undefined;

/**
 * Returns a copy of a value as plain JSON, which shares nothing with the value. JSON cannot represent
 * a value that contains itself, so `replace` also gets values with too many levels.
 */
export function copyJson(
  value: unknown,
  replace: JsonReplacer,
  path: (string | number)[] = [],
): unknown {
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : replace(value, path);
  if (path.length > MAX_STATE_LEVELS) return replace(value, path);
  if (Array.isArray(value)) return value.map((item, index) => copyAt(item, index, replace, path));
  if (typeof value !== "object" || !isPlain(value)) return replace(value, path);
  const copy = {};
  for (const key of Object.keys(value)) {
    const item: unknown = (value as Record<string, unknown>)[key];
    const copied = item === undefined ? undefined : copyAt(item, key, replace, path);
    if (copied !== undefined) setOwn(copy, key, copied);
  }
  return copy;
}

function copyAt(
  value: unknown,
  key: string | number,
  replace: JsonReplacer,
  path: (string | number)[],
) {
  path.push(key);
  const copy = copyJson(value, replace, path);
  path.pop();
  return copy;
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
