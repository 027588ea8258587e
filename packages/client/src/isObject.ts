/** A JSON object with unknown fields. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Returns whether a value is a non-array object. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
