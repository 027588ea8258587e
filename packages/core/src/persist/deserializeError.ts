const BRAND = Symbol.for("acp-store.AcpDeserializeError");

/**
 * Why `deserialize` refused: the value is not plain JSON, its format is not of a version that this
 * release reads, or it does not describe a state.
 */
export type AcpDeserializeErrorReason = "not_json" | "unknown_version" | "invalid";

/**
 * Thrown by `deserialize` for a value that `serialize` cannot have made. The usual answer is to
 * start with an empty state.
 *
 * @example
 * ```ts
 * try {
 *   initialState = deserialize(JSON.parse(saved));
 * } catch (error) {
 *   if (!isAcpDeserializeError(error)) throw error;
 *   console.warn(error.reason, error.path.join("."));
 * }
 * ```
 */
export class AcpDeserializeError extends Error {
  override readonly name = "AcpDeserializeError";

  constructor(
    readonly reason: AcpDeserializeErrorReason,
    /** Where in the value: field names and array positions. */
    readonly path: readonly (string | number)[],
    message: string,
  ) {
    super(`[acp-store] ${message}`);
  }
}

Object.defineProperty(AcpDeserializeError.prototype, BRAND, { value: true });

/** Whether a caught value is an {@link AcpDeserializeError}, also one of another copy of the package. */
export function isAcpDeserializeError(value: unknown): value is AcpDeserializeError {
  return typeof value === "object" && value !== null && BRAND in value;
}
