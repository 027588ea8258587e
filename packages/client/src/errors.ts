import { AcpStoreError, createErrorGuard } from "@acp-store/core";

/**
 * Why a connection cannot do what was asked of it.
 *
 * - `timeout`: the agent did not answer `initialize` in time
 * - `refused`: the agent answered `initialize` with an error, which is the `cause`
 * - `unsupported_version`: the agent and this client have no protocol version in common
 * - `unsupported`: the agent lacks the capability for it
 * - `lost`: the connection broke; it is being made again
 * - `closed`: the connection is over
 * - `session_closed`: the session was closed
 * - `in_use`: the store has another connection
 */
export type AcpConnectionErrorReason =
  | "timeout"
  | "refused"
  | "unsupported_version"
  | "unsupported"
  | "lost"
  | "closed"
  | "session_closed"
  | "in_use";

/**
 * Thrown by `connectAgent` and by what it returns. Errors that the agent answers a request with are
 * the SDK's own `RequestError`, such as code -32000 where it wants the user to sign in.
 *
 * @example
 * ```ts
 * try {
 *   await agent.loadSession({ sessionId, cwd });
 * } catch (error) {
 *   if (isAcpConnectionError(error) && error.reason === "unsupported") await agent.newSession({ cwd });
 *   else throw error;
 * }
 * ```
 */
export class AcpConnectionError extends AcpStoreError<AcpConnectionErrorReason> {
  override readonly name = "AcpConnectionError";
}

/** Returns whether a caught value is an {@link AcpConnectionError}. */
export const isAcpConnectionError: (value: unknown) => value is AcpConnectionError =
  /* @__PURE__ */ createErrorGuard<AcpConnectionError>("AcpConnectionError");

/** The words of anything that was thrown, for the state. Many agents say what it was in the data. */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { details } = ((error as { data?: unknown }).data ?? {}) as { details?: unknown };
  const message = error.message.replace(/^\[acp-store\] /, "");
  return typeof details === "string" ? `${message}: ${details}` : message;
}
