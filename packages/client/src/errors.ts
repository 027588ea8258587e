import { AcpStoreError, createErrorGuard } from "@acp-store/core";

/**
 * The reason why a connection could not carry out a request.
 *
 * - `timeout`: the agent did not answer a request in time
 * - `refused`: the agent answered `initialize` with an error, which is the `cause`
 * - `unsupported_version`: the agent and this client have no protocol version in common
 * - `unsupported`: the agent lacks the required capability
 * - `invalid_request`: the request has an invalid parameter, such as a relative `cwd`
 * - `invalid_response`: the agent answered without a field that the client needs
 * - `lost`: the connection was lost and is reconnecting
 * - `closed`: the connection is closed permanently
 * - `session_closed`: the session was closed
 * - `turn_running`: the session has a running turn, or a prompt that is being sent
 * - `detached`: the agent no longer knows the session, or has not opened a restored one yet
 * - `in_use`: the store already has a connection, or sessions that the `history` of a stream may repeat
 * - `reserved_method`: an extension handler has the name of a method that the client handles itself
 */
export type AcpConnectionErrorReason =
  | "timeout"
  | "refused"
  | "unsupported_version"
  | "unsupported"
  | "invalid_request"
  | "invalid_response"
  | "lost"
  | "closed"
  | "session_closed"
  | "turn_running"
  | "detached"
  | "in_use"
  | "reserved_method";

/** The reasons for which the programmer made the mistake. End users read the other messages. */
const PROGRAMMING_REASONS: ReadonlySet<AcpConnectionErrorReason> = new Set([
  "in_use",
  "invalid_request",
  "reserved_method",
] as const);

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
export class AcpConnectionError
  extends AcpStoreError<AcpConnectionErrorReason>
  implements ProcessDetails
{
  override readonly name = "AcpConnectionError";
  declare readonly command?: string;
  declare readonly code?: string;
  declare readonly exitCode?: number | null;
  declare readonly signal?: string | null;
  declare readonly stderr?: readonly string[];

  /**
   * The message is written for end users. It begins with the name of the package only for the reasons
   * `in_use`, `invalid_request` and `reserved_method`, which are mistakes of the programmer.
   */
  constructor(
    reason: AcpConnectionErrorReason,
    message: string,
    { cause, ...details }: ErrorOptions & ProcessDetails = {},
  ) {
    super(
      reason,
      PROGRAMMING_REASONS.has(reason) ? `[acp-store] ${message}` : message,
      cause === undefined ? undefined : { cause },
    );
    Object.assign(this, details);
  }
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
  return typeof details === "string" ? `${withoutPeriod(message)}: ${details}` : message;
}

/** Returns a text without the period at its end, so that the sentence can continue. */
export function withoutPeriod(text: string): string {
  return text.trimEnd().replace(/[.:]+$/, "");
}

/** Returns a text that ends like a sentence, so that another one can follow. */
export function toSentence(text: string): string {
  const trimmed = text.trimEnd();
  return trimmed === "" || /[.!?…]["”')]?$/.test(trimmed) ? trimmed : `${trimmed}.`;
}

/** Returns a sentence with the last lines of stderr, after a space; an empty text if there are none. */
export function describeStderr({ stderr = [] }: ProcessDetails): string {
  return stderr.length === 0 ? "" : ` Its last output on stderr: ${stderr.join("\n")}`;
}

type Matches = { readonly [Field in keyof ProcessDetails]-?: (value: unknown) => boolean };

const PROCESS_FIELDS: Matches = {
  command: isString,
  // A `RequestError` has a numeric code, which is not one of the operating system.
  code: isString,
  exitCode: (value) => typeof value === "number" || value === null,
  signal: (value) => isString(value) || value === null,
  stderr: (value) => Array.isArray(value) && value.every(isString),
};

/** Returns the facts about the agent's process that an error or its causes carry. */
export function getProcessDetails(error: unknown): ProcessDetails {
  if (!(error instanceof Error)) return {};
  const own = Object.entries(PROCESS_FIELDS).flatMap(([field, matches]) => {
    const value: unknown = Reflect.get(error, field);
    return value !== undefined && matches(value) ? [[field, value] as const] : [];
  });
  return { ...getProcessDetails(error.cause), ...Object.fromEntries(own) };
}

function isString(value: unknown): value is string {
  return typeof value === "string";
}
