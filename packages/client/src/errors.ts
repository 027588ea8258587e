import { AcpStoreError, createErrorGuard } from "@acp-store/core";

/**
 * The reason why a connection could not carry out a request.
 *
 * - `timeout`: the agent did not answer `initialize` in time
 * - `refused`: the agent answered `initialize` with an error, which is the `cause`
 * - `unsupported_version`: the agent and this client have no protocol version in common
 * - `unsupported`: the agent lacks the required capability
 * - `lost`: the connection was lost and is reconnecting
 * - `closed`: the connection is closed permanently
 * - `session_closed`: the session was closed
 * - `in_use`: the store already has a connection
 * - `reserved_method`: an extension handler has the name of a method that the client handles itself
 */
export type AcpConnectionErrorReason =
  | "timeout"
  | "refused"
  | "unsupported_version"
  | "unsupported"
  | "lost"
  | "closed"
  | "session_closed"
  | "in_use"
  | "reserved_method";

/** Facts about the process of an agent that could not be started or has ended. */
export interface ProcessDetails {
  /** The command that started the process. */
  readonly command?: string;
  /** The error code of the operating system if the process could not be started, such as `ENOENT`. */
  readonly code?: string;
  /** The exit code of the process, or `null` if a signal ended it. */
  readonly exitCode?: number | null;
  /** The signal that ended the process, such as `SIGKILL`, or `null` if it exited by itself. */
  readonly signal?: string | null;
  /** The last lines that the process wrote to stderr shortly before it ended. */
  readonly stderr?: readonly string[];
}

/**
 * Thrown by `connectAgent` and by the methods of the connection that it returns. If the agent
 * answers a request with an error, the SDK's `RequestError` is thrown instead, for example with
 * code -32000 if the user has to sign in.
 *
 * @example
 * ```ts
 * import { type AgentConnection, isAcpConnectionError } from "@acp-store/client";
 *
 * async function openSession(agent: AgentConnection, sessionId: string, cwd: string) {
 *   try {
 *     await agent.loadSession({ sessionId, cwd });
 *   } catch (error) {
 *     if (!isAcpConnectionError(error) || error.reason !== "unsupported") throw error;
 *     await agent.newSession({ cwd });
 *   }
 * }
 * ```
 */
export class AcpConnectionError extends AcpStoreError<AcpConnectionErrorReason> {
  override readonly name = "AcpConnectionError";
}

/**
 * Returns whether a value is an {@link AcpConnectionError}, including one created by another copy
 * of this package.
 *
 * @example
 * ```ts
 * import { connectAgent, isAcpConnectionError } from "@acp-store/client";
 * import { spawnAgent } from "@acp-store/client/node";
 * import { createAcpStore } from "@acp-store/core";
 *
 * try {
 *   await connectAgent(createAcpStore(), spawnAgent("my-agent"));
 * } catch (error) {
 *   if (isAcpConnectionError(error)) console.error(error.reason, error.message);
 *   else throw error;
 * }
 * ```
 */
export const isAcpConnectionError: (value: unknown) => value is AcpConnectionError =
  /* @__PURE__ */ createErrorGuard<AcpConnectionError>("AcpConnectionError");

/**
 * Returns the message of a thrown value, without the package prefix, for the state. Many agents put
 * the details of an error into its data, so those are appended.
 */
export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { details } = ((error as { data?: unknown }).data ?? {}) as { details?: unknown };
  const message = error.message.replace(/^\[acp-store\] /, "");
  return typeof details === "string" ? `${message}: ${details}` : message;
}
