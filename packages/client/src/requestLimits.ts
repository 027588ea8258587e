import { AcpConnectionError, describeStderr, type ProcessDetails } from "./errors.js";
import { rejectOnAbort } from "./promises.js";

/** The default time limit of requests that open something, in ms. */
const OPEN_TIMEOUT_MS = 30_000;
/** The default time limit of requests whose transcript may be long, in ms. */
const REPLAY_TIMEOUT_MS = 120_000;

/** The methods with a default time limit. The others may wait for the user or for a whole turn. */
const OPENING_METHODS: ReadonlySet<string> = new Set([
  "initialize",
  "session/new",
  "session/fork",
  "session/load",
  "session/resume",
]);

/** The options of a request to the agent. */
export interface RequestOptions {
  /**
   * Cancels the request when aborted: the agent is told with `$/cancel_request`, and the promise
   * rejects with the reason of the signal.
   */
  readonly signal?: AbortSignal | undefined;
  /**
   * The time the agent has to answer, in milliseconds, or `false` for no limit. The request is
   * cancelled after that, and the promise rejects with an `AcpConnectionError` with the reason
   * `timeout`. Default: the option `requestTimeout` of `connectAgent` for requests that open a
   * session, no limit for others.
   */
  readonly timeout?: number | false | undefined;
}

/** Everything that limits how long a request may take. */
export interface RequestLimits<Result> extends RequestOptions {
  readonly method: string;
  /** Returns what is known about the agent's process when the time is up. */
  readonly getProcessDetails: () => ProcessDetails;
  /** Called with an answer that arrives after the request was cancelled. */
  readonly onLateAnswer: (result: Result) => void;
}

/** Returns the time limit of a request in ms, or `false` if it has none. */
export function getTimeout(
  method: string,
  params: object | undefined,
  { timeout }: RequestOptions,
  requestTimeout: number | false | undefined,
): number | false {
  if (timeout !== undefined) return timeout;
  if (!OPENING_METHODS.has(method)) return false;
  const isReplay = method === "session/load" || (params !== undefined && "replayFrom" in params);
  return requestTimeout ?? (isReplay ? REPLAY_TIMEOUT_MS : OPEN_TIMEOUT_MS);
}

/**
 * Sends a request that ends in any case: with the answer, when its time is up, or when it is
 * aborted. `send` gets a signal that cancels the request at the agent. Leaves no timer and no
 * listener behind.
 *
 * @throws AcpConnectionError with reason `timeout`, or the reason of the signal.
 */
export async function sendWithLimits<Result>(
  send: (cancelling: AbortSignal) => Promise<Result>,
  { method, signal, timeout, getProcessDetails, onLateAnswer }: RequestLimits<Result>,
): Promise<Result> {
  signal?.throwIfAborted();
  const cancelling = new AbortController();
  const abort = (): void => cancelling.abort(signal?.reason);
  signal?.addEventListener("abort", abort);
  const timer =
    typeof timeout === "number"
      ? setTimeout(() => {
          cancelling.abort(createTimeoutError(method, timeout, getProcessDetails()));
        }, timeout)
      : undefined;
  const answer = send(cancelling.signal);
  try {
    return await rejectOnAbort(answer, cancelling.signal);
  } catch (error) {
    if (cancelling.signal.aborted) answer.then(onLateAnswer, () => {});
    throw error;
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
  }
}

function createTimeoutError(
  method: string,
  timeoutMs: number,
  details: ProcessDetails,
): AcpConnectionError {
  const hint =
    method === "initialize"
      ? " Check that the command starts an ACP agent, or increase requestTimeout."
      : "";
  return new AcpConnectionError(
    "timeout",
    `The agent did not answer ${method} within ${timeoutMs} ms.${hint}${describeStderr(details)}`,
    details,
  );
}
