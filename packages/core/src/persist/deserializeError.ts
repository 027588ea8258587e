import { AcpStoreError, createErrorGuard } from "../errors.js";

/**
 * The reason `deserialize` threw.
 *
 * - `not_json`: the value is not plain JSON
 * - `unknown_version`: the value has a format version that this release does not read
 * - `invalid`: the value does not describe a state
 */
export type AcpDeserializeErrorReason = "not_json" | "unknown_version" | "invalid";

/**
 * Thrown by `deserialize` for a value that `serialize` cannot have made. Applications usually start
 * with an empty state then.
 *
 * @example
 * ```ts
 * try {
 *   store.restoreSession(deserialize(JSON.parse(saved)));
 * } catch (error) {
 *   if (!isAcpDeserializeError(error)) throw error;
 *   console.warn(error.reason, error.path.join("."));
 * }
 * ```
 */
export class AcpDeserializeError extends AcpStoreError<AcpDeserializeErrorReason> {
  override readonly name = "AcpDeserializeError";

  constructor(
    reason: AcpDeserializeErrorReason,
    /** The position in the value: field names and array indexes. */
    readonly path: readonly (string | number)[],
    message: string,
  ) {
    super(reason, `[acp-store] ${message}`);
  }
}

/** Returns whether a caught value is an {@link AcpDeserializeError}. */
export const isAcpDeserializeError: (value: unknown) => value is AcpDeserializeError =
  /* @__PURE__ */ createErrorGuard<AcpDeserializeError>("AcpDeserializeError");
