/** A value that JSON can represent. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue };

/** A JSON object: string keys, any values. */
export type JsonObject = Record<string, unknown>;

/** Returns whether a value is an object, and neither an array nor `null`. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns an own property. A plain read of a name from the wire may return an inherited method. */
export function ownField(object: object, field: string): unknown {
  return Object.hasOwn(object, field) ? (object as JsonObject)[field] : undefined;
}

/**
 * Sets an own property. A plain assignment to `__proto__` would replace the prototype, and the
 * wire may use any key.
 */
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

/** The type of {@link presentFields}. */
export type PresentFields<From> = { [Key in keyof From]?: NonNullable<From[Key]> };

/** Returns the fields whose value is neither `undefined` nor `null`. */
export function presentFields<From extends object>(from: From): PresentFields<From> {
  const present = Object.entries(from).filter(([, value]) => value != null);
  return Object.fromEntries(present) as PresentFields<From>;
}
