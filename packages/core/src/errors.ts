const BRAND = Symbol.for("acp-store.AcpPermissionError");

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

Object.defineProperty(AcpPermissionError.prototype, BRAND, { value: true });

/** Whether a caught value is an {@link AcpPermissionError}, also one of another copy of the package. */
export function isAcpPermissionError(value: unknown): value is AcpPermissionError {
  return typeof value === "object" && value !== null && BRAND in value;
}
