import { limitLevels } from "@acp-store/core";

/** More than the levels of a message that a store reads, so that the store still reports the others. */
const MAX_LEVELS = 300;

/**
 * Parses JSON text, with `null` below the last level.
 *
 * @throws SyntaxError if it is not JSON.
 */
export function parseJson(text: string): unknown {
  return limitLevels(JSON.parse(text) as unknown, MAX_LEVELS);
}

/** A JSON object. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Returns whether a value is an object other than `null` and arrays. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Sets an own property, even if its name is `__proto__`. */
export function setOwn(target: object, key: string, value: unknown): void {
  if (key === "__proto__")
    Object.defineProperty(target, key, {
      value,
      writable: true,
      enumerable: true,
      configurable: true,
    });
  else (target as Record<string, unknown>)[key] = value;
}
