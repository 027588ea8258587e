import { AcpStoreError, createErrorGuard } from "@acp-store/core";

/**
 * The reason a saved session could not be read.
 *
 * - `corrupt`: the saved snapshot is damaged. The document is still in the storage.
 * - `unknown_version`: a newer release saved the session. The document stays as it is.
 */
export type AcpPersistErrorReason = "corrupt" | "unknown_version";

/**
 * Thrown by `readSession` for a saved session that cannot be read. The document stays in the storage.
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

/** Returns the error for a session that a newer release has saved. */
export function unknownVersion(sessionId: string, version: unknown): AcpPersistError {
  return new AcpPersistError(
    "unknown_version",
    sessionId,
    `The session "${sessionId}" was saved in format ${JSON.stringify(version)} by a newer release. It is left as it is. Update @acp-store/persist.`,
  );
}
