import type { AcpStore, Frame } from "@acp-store/core";
import { RequestError } from "@agentclientprotocol/sdk";
import {
  AcpConnectionError,
  describeError,
  getProcessDetails,
  type ProcessDetails,
  toSentence,
} from "./errors.js";
import { establishRpc, type RpcOptions } from "./establishRpc.js";
import { isolateListenerErrors } from "@acp-store/core/tap";
import type { RpcConnection } from "./rpcConnection.js";
import type { OpenSessions } from "./openSessions.js";
import type { ReconnectOptions } from "./options.js";
import { rejectOnAbort, settleWithin, sleep } from "./promises.js";

const DEFAULT_ATTEMPTS = 6;
const DEFAULT_MIN_DELAY_MS = 500;
const DEFAULT_MAX_DELAY_MS = 30_000;
/** A connection that lasted longer was stable: the attempts before it no longer count. */
const STABLE_MS = 30_000;
/** The time in ms that the stream has to close, in which the agent's process ends. */
const CLOSE_LIMIT_MS = 10_000;

/** The end of a connection that the application closes, which is not a failure. */
const PARKED = { parked: true };

/** The stores with an open connection. A second connection would write to the same state. */
const connectedStores = new WeakSet<AcpStore>();

interface SupervisorOptions extends Omit<RpcOptions, "onOpen"> {
  /** Restores saved sessions in the store, before the first RPC connection is opened. */
  readonly restoreSaved: (() => Promise<void>) | undefined;
  readonly sessions: Pick<OpenSessions, "openAgain">;
}

/**
 * Owns the RPC connection to the agent, replaces it when it breaks, and reports its status to the
 * store.
 */
export interface Supervisor {
  /** @throws AcpConnectionError unless the connection is ready. */
  assertReady(): void;
  /**
   * Resolves with the current RPC connection.
   *
   * @throws AcpConnectionError unless the connection is ready.
   */
  getRpc(): Promise<RpcConnection>;
  /**
   * Returns the error to report for a failed request: an AcpConnectionError if the end of the RPC
   * connection caused the failure, and the error itself otherwise.
   */
  explainError(error: unknown, rpc: RpcConnection): unknown;
  /**
   * Replaces the RPC connection with a new one and restores the sessions, if the source can be
   * called again.
   *
   * @throws AcpConnectionError if the first attempt fails. Later attempts follow the schedule.
   */
  renewRpc(reason: string): Promise<void>;
  /**
   * Closes the connection permanently, after cancelling open turns, and cancels any reconnect in
   * progress. Resolves when the stream is closed, or after a time limit. Never rejects.
   */
  close(reason: string): Promise<void>;
  /** Resolves with the reason when the connection is closed permanently. Never rejects. */
  readonly closed: Promise<string>;
}

/**
 * Connects to the agent and keeps the connection alive.
 *
 * @throws AcpConnectionError if the first RPC connection cannot be established, or if the store
 * already has a connection.
 */
export async function superviseConnection(
  supervisorOptions: SupervisorOptions,
): Promise<Supervisor> {
  const { store, source, options, sessions, restoreSaved } = supervisorOptions;
  if (connectedStores.has(store)) throw createInUseError();
  connectedStores.add(store);
  const { attempts = DEFAULT_ATTEMPTS, ...delays } = options.reconnect || {};
  const canRetry = typeof source === "function" && options.reconnect !== false;
  const closing = new AbortController();
  /** The newest RPC connection whose stream is open, even if it is not initialized yet. */
  let openedRpc: RpcConnection | undefined;
  let currentRpc: RpcConnection | undefined;
  let newestRpc: Promise<RpcConnection> | undefined;
  /** The facts about the process that explain why the connection was lost. */
  let lostDetails: ProcessDetails = {};
  let attempt = 0;
  let readySince = 0;
  let resolveClosed: (reason: string) => void = () => {};
  const closed = new Promise<string>((resolve) => (resolveClosed = resolve));
  const streamClosed = closed.then(
    () => openedRpc && settleWithin(CLOSE_LIMIT_MS, openedRpc.streamClosed),
  );

  async function connect(): Promise<RpcConnection> {
    const onOpen = (opened: RpcConnection): void => void (openedRpc = opened);
    newestRpc = establishRpc({ ...supervisorOptions, onOpen }, closing.signal);
    const rpc = await newestRpc;
    if (closing.signal.aborted) {
      // The connection was closed in the same tick, so nothing else will close this RPC connection.
      rpc.close(getClosedError().message);
      throw getClosedError();
    }
    currentRpc = rpc;
    readySince = Date.now();
    void rpc.ended.then((endReason) => {
      if (currentRpc !== rpc) return;
      lostDetails = rpc.endDetails;
      void reconnect(endReason);
    });
    return rpc;
  }

  async function reconnect(endReason: string): Promise<void> {
    if (closing.signal.aborted) return;
    currentRpc = undefined;
    // Reset the attempts only after a stable period, so that an agent that starts and then crashes
    // every time is not restarted forever.
    if (Date.now() - readySince > STABLE_MS) attempt = 0;
    let reason = endReason;
    while (canRetry && attempt < attempts) {
      attempt++;
      const retryIn = getRetryDelay(attempt, delays);
      const next = { attempt, retryIn };
      isolateListenerErrors(() => store.disconnect(reason, { retry: next }));
      await sleep(retryIn, closing.signal);
      if (closing.signal.aborted) return;
      isolateListenerErrors(() => store.connect({ attempt }));
      try {
        return await sessions.openAgain(await connect());
      } catch (error) {
        if (closing.signal.aborted) return;
        reason = describeError(error);
        lostDetails = getProcessDetails(error);
      }
    }
    void close(reason, lostDetails);
  }

  async function renewRpc(reason: string): Promise<void> {
    const rpc = currentRpc;
    if (typeof source !== "function" || rpc === undefined) return;
    // The end of this RPC connection must not start a reconnect.
    currentRpc = undefined;
    const retry = { attempt: 1, retryIn: 0 };
    isolateListenerErrors(() => store.disconnect(reason, { retry }));
    rpc.close(reason);
    isolateListenerErrors(() => store.connect());
    try {
      await sessions.openAgain(await connect());
    } catch (error) {
      const failure = describeError(error);
      lostDetails = getProcessDetails(error);
      void reconnect(failure);
      throw createLostError(failure);
    }
  }

  function close(
    reason: string,
    { parked = false, ...details }: ProcessDetails & { readonly parked?: boolean } = {},
  ): Promise<void> {
    if (closing.signal.aborted) return streamClosed;
    closing.abort(new AcpConnectionError("closed", reason, details));
    connectedStores.delete(store);
    options.signal?.removeEventListener("abort", closeOnSignal);
    const workingSessions = currentRpc === undefined ? [] : getWorkingSessions(store);
    // Observed before `disconnect`, so that a trace of the messages leads to the same state.
    for (const sessionId of workingSessions)
      isolateListenerErrors(() => store.observe(cancelFrame(sessionId)));
    isolateListenerErrors(() => store.disconnect(reason, { parked }));
    // Close the RPC connection before the answers that `disconnect` has just settled can be sent.
    currentRpc?.close(reason, workingSessions);
    resolveClosed(reason);
    return streamClosed;
  }

  const closeOnSignal = (): void => void close("The connection was closed.", PARKED);
  options.signal?.addEventListener("abort", closeOnSignal);
  if (options.signal?.aborted) closeOnSignal();

  try {
    if (restoreSaved !== undefined) await rejectOnAbort(restoreSaved(), closing.signal);
    if (!closing.signal.aborted) isolateListenerErrors(() => store.connect());
    void sessions.openAgain(await connect());
  } catch (error) {
    void close(describeError(error), getProcessDetails(error));
    throw closing.signal.aborted && !(error instanceof AcpConnectionError)
      ? getClosedError()
      : error;
  }

  function getClosedError(): AcpConnectionError {
    return closing.signal.reason as AcpConnectionError;
  }

  function createLostError(reason: string, details = lostDetails): AcpConnectionError {
    if (closing.signal.aborted) return getClosedError();
    if (!canRetry) return new AcpConnectionError("closed", reason, details);
    return new AcpConnectionError(
      "lost",
      `The connection was lost: ${toSentence(reason)} Please try again when it is restored.`,
      details,
    );
  }

  function assertReady(): void {
    const { status, reason = "" } = store.getState().connection ?? {};
    if (status !== "ready" || closing.signal.aborted) throw createLostError(reason);
  }

  return {
    assertReady,
    async getRpc() {
      assertReady();
      // The state becomes ready before `establishRpc` resolves, so wait for the newest RPC
      // connection.
      return newestRpc as Promise<RpcConnection>;
    },
    explainError: (error, rpc) =>
      rpc.endReason === undefined || error instanceof RequestError
        ? error
        : createLostError(rpc.endReason, rpc.endDetails),
    renewRpc,
    close: (reason) => close(reason, PARKED),
    closed,
  };
}

function cancelFrame(sessionId: string): Frame {
  const msg = { jsonrpc: "2.0", method: "session/cancel", params: { sessionId } };
  return { dir: "sent", msg };
}

/** Returns the sessions with open turns. */
function getWorkingSessions(store: AcpStore): readonly string[] {
  const sessions = [...store.getState().sessions.values()];
  return sessions.filter(({ openTurns }) => openTurns.length > 0).map(({ sessionId }) => sessionId);
}

function createInUseError(): AcpConnectionError {
  return new AcpConnectionError(
    "in_use",
    "The store already has a connection. Close that one first, with close() or its abort signal, or create one store per connection.",
  );
}

/**
 * Returns the delay before an attempt, in ms. Up to half of it is random, so that many clients do
 * not reconnect at the same moment.
 */
function getRetryDelay(attempt: number, delays: Omit<ReconnectOptions, "attempts">): number {
  const { minDelay = DEFAULT_MIN_DELAY_MS, maxDelay = DEFAULT_MAX_DELAY_MS } = delays;
  const maximum = Math.min(maxDelay, minDelay * 2 ** (attempt - 1));
  return Math.round(maximum * (0.5 + Math.random() / 2));
}
