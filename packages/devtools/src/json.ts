/** An object of JSON. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a value is an object, and neither `null` nor a list. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Puts an own property, also one of the name `__proto__`. */
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
