import { AcpStoreError, createErrorGuard } from "@acp-store/core";

/**
 * The reason a saved session or draft could not be read.
 *
 * - `corrupt`: the saved snapshot is damaged. The document is still in the storage.
 * - `unknown_version`: a newer release saved the session. The document stays unchanged.
 */
export type AcpPersistErrorReason = "corrupt" | "unknown_version";

/**
 * Thrown for a saved session or draft that cannot be read. The document stays in the storage.
 *
 * @example
 * ```ts
 * try {
 *   await readSession(storage, "s1");
 * } catch (error) {
 *   if (!isAcpPersistError(error)) throw error;
 *   console.warn(error.sessionId, error.reason);
 * }
 * ```
 */
export class AcpPersistError extends AcpStoreError<AcpPersistErrorReason> {
  override readonly name = "AcpPersistError";

  constructor(
    reason: AcpPersistErrorReason,
    /** The id of the saved session. */
    readonly sessionId: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(reason, `[acp-store] ${message}`, options);
  }
}

/** Returns whether a caught value is an {@link AcpPersistError}. */
export const isAcpPersistError: (value: unknown) => value is AcpPersistError =
  /* @__PURE__ */ createErrorGuard<AcpPersistError>("AcpPersistError");

/** Returns the error for a saved session whose snapshot is damaged. */
export function corruptSession(sessionId: string, cause?: unknown): AcpPersistError {
  return new AcpPersistError(
    "corrupt",
    sessionId,
    `The saved session "${sessionId}" is damaged and cannot be restored. Load it from the agent, or remove it.`,
    cause === undefined ? undefined : { cause },
  );
}

/** Returns the error for a session or draft that a newer release has saved. */
export function unknownVersion(sessionId: string, version: unknown): AcpPersistError {
  return new AcpPersistError(
    "unknown_version",
    sessionId,
    `The saved document of session "${sessionId}" has the format ${JSON.stringify(version)} of a newer release, so it is neither read nor changed. Update @acp-store/persist.`,
  );
}
