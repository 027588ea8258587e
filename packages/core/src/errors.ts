const ERROR_BRAND = Symbol.for("acp-store.AcpStoreError");

/**
 * The base class of every error that acp-store throws. The message of a mistake of the programmer
 * begins with `[acp-store] `. The message of a failed connection, agent, installation or action of a
 * mirror does not, because end users read it. Mistakes of an agent are reported as a {@link Diagnostic} instead
 * and never throw.
 *
 * @example
 * ```ts
 * try {
 *   store.respondToPermission(permissionId, optionId);
 * } catch (error) {
 *   if (!isAcpStoreError(error)) throw error;
 *   console.warn(error.name, error.reason, error.message);
 * }
 * ```
 */
export class AcpStoreError<Reason extends string = string> extends Error {
  override readonly name: string = "AcpStoreError";
  /** A stable code to branch on. The message is meant for people and may change. */
  readonly reason: Reason;

  constructor(reason: Reason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

Object.defineProperty(AcpStoreError.prototype, ERROR_BRAND, { value: true });

/**
 * Returns whether a caught value is an {@link AcpStoreError}. Unlike `instanceof`, it also
 * recognizes errors thrown by another copy of the package.
 */
export function isAcpStoreError(value: unknown): value is AcpStoreError {
  return typeof value === "object" && value !== null && ERROR_BRAND in value;
}

/**
 * Returns the type guard of an error class that extends {@link AcpStoreError}. The guard compares
 * the `name` of the error, so it also recognizes errors thrown by another copy of the package.
 *
 * @example
 * ```ts
 * class SyncError extends AcpStoreError<"offline"> {
 *   override readonly name = "SyncError";
 * }
 * const isSyncError = createErrorGuard<SyncError>("SyncError");
 * ```
 */
export function createErrorGuard<ErrorType extends AcpStoreError>(
  name: ErrorType["name"],
): (value: unknown) => value is ErrorType {
  return (value): value is ErrorType => isAcpStoreError(value) && value.name === name;
}

/**
 * The reason `respondToPermission` threw.
 *
 * - `unknown_permission`: the store has no permission request with this id
 * - `already_settled`: the request was answered or cancelled before
 * - `unknown_option`: the request does not offer this option
 */
export type AcpPermissionErrorReason = "unknown_option" | "already_settled" | "unknown_permission";

/**
 * Thrown by `respondToPermission` for an answer that cannot be given.
 *
 * @example
 * ```ts
 * try {
 *   store.respondToPermission(permissionId, optionId);
 * } catch (error) {
 *   if (isAcpPermissionError(error) && error.reason === "already_settled") closeDialog();
 *   else throw error;
 * }
 * ```
 */
export class AcpPermissionError extends AcpStoreError<AcpPermissionErrorReason> {
  override readonly name = "AcpPermissionError";

  constructor(
    reason: AcpPermissionErrorReason,
    /** The `permissionId` that was passed in. */
    readonly permissionId: string,
    message: string,
  ) {
    super(reason, `[acp-store] ${message}`);
  }
}

/** Returns whether a caught value is an {@link AcpPermissionError}. */
export const isAcpPermissionError: (value: unknown) => value is AcpPermissionError =
  /* @__PURE__ */ createErrorGuard<AcpPermissionError>("AcpPermissionError");

/**
 * The reason `putApplicationRow` threw.
 *
 * - `not_json`: the data contains a value that JSON cannot represent
 * - `unknown_session`: the store has no session with this id
 * - `session_closed`: the session was closed
 */
export type AcpApplicationRowErrorReason = "not_json" | "unknown_session" | "session_closed";

/**
 * Thrown by `putApplicationRow` for a row that cannot be stored.
 *
 * @example
 * ```ts
 * try {
 *   store.putApplicationRow("s1", { data: { note: "Started" } });
 * } catch (error) {
 *   if (!isAcpApplicationRowError(error) || error.reason !== "session_closed") throw error;
 * }
 * ```
 */
export class AcpApplicationRowError extends AcpStoreError<AcpApplicationRowErrorReason> {
  override readonly name = "AcpApplicationRowError";

  constructor(
    reason: AcpApplicationRowErrorReason,
    /** The position of the value in the data. Empty unless the reason is `not_json`. */
    readonly path: readonly (string | number)[],
    message: string,
  ) {
    super(reason, `[acp-store] ${message}`);
  }
}

/** Returns whether a caught value is an {@link AcpApplicationRowError}. */
export const isAcpApplicationRowError: (value: unknown) => value is AcpApplicationRowError =
  /* @__PURE__ */ createErrorGuard<AcpApplicationRowError>("AcpApplicationRowError");

/**
 * The reason `restoreSession` or `serializeSession` threw.
 *
 * - `unknown_session`: the state has no session with this id
 * - `already_open`: the store has a session with this id that is not closed
 */
export type AcpSessionErrorReason = "unknown_session" | "already_open";

/**
 * Thrown by `restoreSession` for a session that the store has already, and by `serializeSession` for
 * one that the state does not have.
 *
 * @example
 * ```ts
 * try {
 *   store.restoreSession(saved);
 * } catch (error) {
 *   if (!isAcpSessionError(error) || error.reason !== "already_open") throw error;
 * }
 * ```
 */
export class AcpSessionError extends AcpStoreError<AcpSessionErrorReason> {
  override readonly name = "AcpSessionError";

  constructor(
    reason: AcpSessionErrorReason,
    /** The id of the session. */
    readonly sessionId: string,
    message: string,
  ) {
    super(reason, `[acp-store] ${message}`);
  }
}

/** Returns whether a caught value is an {@link AcpSessionError}. */
export const isAcpSessionError: (value: unknown) => value is AcpSessionError =
  /* @__PURE__ */ createErrorGuard<AcpSessionError>("AcpSessionError");

/**
 * The reason `respondToElicitation` threw.
 *
 * - `unknown_elicitation`: the store has no elicitation with this id
 * - `already_settled`: the elicitation was answered or cancelled before
 */
export type AcpElicitationErrorReason = "already_settled" | "unknown_elicitation";

/**
 * Thrown by `respondToElicitation` for an answer that cannot be given.
 *
 * @example
 * ```ts
 * try {
 *   store.respondToElicitation(elicitationId, { action: "decline" });
 * } catch (error) {
 *   if (!isAcpElicitationError(error)) throw error;
 *   console.warn(error.reason, error.elicitationId);
 * }
 * ```
 */
export class AcpElicitationError extends AcpStoreError<AcpElicitationErrorReason> {
  override readonly name = "AcpElicitationError";

  constructor(
    reason: AcpElicitationErrorReason,
    /** The `elicitationId` that was passed in. */
    readonly elicitationId: string,
    message: string,
  ) {
    super(reason, `[acp-store] ${message}`);
  }
}

/** Returns whether a caught value is an {@link AcpElicitationError}. */
export const isAcpElicitationError: (value: unknown) => value is AcpElicitationError =
  /* @__PURE__ */ createErrorGuard<AcpElicitationError>("AcpElicitationError");
