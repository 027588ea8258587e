const PERMISSION_BRAND = Symbol.for("acp-store.AcpPermissionError");

/** Why `respond` refused. */
export type AcpPermissionErrorReason = "unknown_option" | "already_settled" | "unknown_permission";

/**
 * Thrown by `respond` for an answer that cannot be given. It is always a mistake of the caller,
 * never of the agent.
 *
 * @example
 * ```ts
 * try {
 *   store.respond(permissionId, optionId);
 * } catch (error) {
 *   if (isAcpPermissionError(error) && error.reason === "already_settled") closeDialog();
 *   else throw error;
 * }
 * ```
 */
export class AcpPermissionError extends Error {
  override readonly name = "AcpPermissionError";

  constructor(
    readonly reason: AcpPermissionErrorReason,
    readonly permissionId: string,
    message: string,
  ) {
    super(`[acp-store] ${message}`);
  }
}

Object.defineProperty(AcpPermissionError.prototype, PERMISSION_BRAND, { value: true });

/** Whether a caught value is an {@link AcpPermissionError}, also one of another copy of the package. */
export function isAcpPermissionError(value: unknown): value is AcpPermissionError {
  return typeof value === "object" && value !== null && PERMISSION_BRAND in value;
}

const ELICITATION_BRAND = Symbol.for("acp-store.AcpElicitationError");

/** Why `respondElicitation` refused. */
export type AcpElicitationErrorReason = "already_settled" | "unknown_elicitation";

/** Thrown by `respondElicitation` for an answer that cannot be given: a mistake of the caller. */
export class AcpElicitationError extends Error {
  override readonly name = "AcpElicitationError";

  constructor(
    readonly reason: AcpElicitationErrorReason,
    /** The `id` of the elicitation. */
    readonly id: string,
    message: string,
  ) {
    super(`[acp-store] ${message}`);
  }
}

Object.defineProperty(AcpElicitationError.prototype, ELICITATION_BRAND, { value: true });

/** Whether a caught value is an {@link AcpElicitationError}, also one of another copy of the package. */
export function isAcpElicitationError(value: unknown): value is AcpElicitationError {
  return typeof value === "object" && value !== null && ELICITATION_BRAND in value;
}
