const BRAND = Symbol.for("acp-store.AcpDeserializeError");

/**
 * The reason `deserialize` failed: the value is not plain JSON (`not_json`), its format has a version
 * that this release does not read (`unknown_version`), or it does not describe a state (`invalid`).
 */
export type AcpDeserializeErrorReason = "not_json" | "unknown_version" | "invalid";

/**
 * Thrown by `deserialize` for a value that `serialize` cannot have produced. The usual reaction is
 * to start with an empty state.
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
    /** The path in the value: field names and array positions. */
    readonly path: readonly (string | number)[],
    message: string,
  ) {
    super(`[acp-store] ${message}`);
  }
}

Object.defineProperty(AcpDeserializeError.prototype, BRAND, { value: true });

/**
 * Returns whether a caught value is an {@link AcpDeserializeError}, also if it comes from another
 * copy of the package.
 */
export function isAcpDeserializeError(value: unknown): value is AcpDeserializeError {
  return typeof value === "object" && value !== null && BRAND in value;
}
