import type { AcpStore } from "@acp-store/core";
import { RequestError } from "@agentclientprotocol/sdk";
import { AcpConnectionError, describeError } from "./errors.js";
import { establishLink, type LinkOptions } from "./establishLink.js";
import { isolateListenerErrors } from "@acp-store/core/tap";
import type { Link } from "./link.js";
import type { ReconnectOptions } from "./options.js";
import { sleep } from "./promises.js";

const DEFAULT_ATTEMPTS = 6;
const DEFAULT_MIN_DELAY_MS = 500;
const DEFAULT_MAX_DELAY_MS = 30_000;

/** The stores with an open connection. A second connection would write to the same state. */
const connectedStores = new WeakSet<AcpStore>();

interface SupervisorOptions extends LinkOptions {
  /** Restores the sessions over a new link. Never rejects. */
  restore(link: Link): Promise<void>;
}

/** Owns the link to the agent, replaces it when it breaks, and reports its status to the store. */
export interface Supervisor {
  /** @throws AcpConnectionError unless the connection is ready. */
  assertReady(): void;
  /**
   * Resolves with the current link.
   *
   * @throws AcpConnectionError unless the connection is ready.
   */
  getLink(): Promise<Link>;
  /**
   * Returns the error to report for a failed request: an AcpConnectionError if the end of the link
   * caused the failure, and the error itself otherwise.
   */
  explainError(error: unknown, link: Link): unknown;
  /**
   * Replaces the link with a new one and restores the sessions, if the source can be called again.
   *
   * @throws AcpConnectionError if the first attempt fails. Later attempts follow the schedule.
   */
  renewLink(reason: string): Promise<void>;
  /** Closes the connection permanently and cancels any reconnect in progress. */
  close(reason: string): void;
  /** Resolves with the reason when the connection is closed permanently. Never rejects. */
  readonly closed: Promise<string>;
}

/**
 * Connects to the agent and keeps the connection alive.
 *
 * @throws AcpConnectionError if the first link cannot be established, or if the store already has a
 * connection.
 */
export async function superviseConnection(
  supervisorOptions: SupervisorOptions,
): Promise<Supervisor> {
  const { store, source, options, restore } = supervisorOptions;
  if (connectedStores.has(store)) throw createInUseError();
  connectedStores.add(store);
  const { attempts = DEFAULT_ATTEMPTS, ...delays } = options.reconnect || {};
  const canRetry = typeof source === "function" && options.reconnect !== false;
  const closing = new AbortController();
  let currentLink: Link | undefined;
  let newestLink: Promise<Link> | undefined;
  let attempt = 0;
  let readySince = 0;
  let resolveClosed: (reason: string) => void = () => {};
  const closed = new Promise<string>((resolve) => (resolveClosed = resolve));

  async function connect(): Promise<Link> {
    newestLink = establishLink(supervisorOptions, closing.signal);
    const link = await newestLink;
    if (closing.signal.aborted) {
      // The connection was closed in the same tick, so nothing else will close this link.
      link.close(getClosedError().message);
      throw getClosedError();
    }
    currentLink = link;
    readySince = Date.now();
    void link.ended.then((endReason) => (currentLink === link ? reconnect(endReason) : undefined));
    return link;
  }

  async function reconnect(endReason: string): Promise<void> {
    if (closing.signal.aborted) return;
    currentLink = undefined;
    // Reset the attempts only after a stable period, so that an agent that starts and then crashes
    // every time is not restarted forever.
    if (Date.now() - readySince > (delays.maxDelay ?? DEFAULT_MAX_DELAY_MS)) attempt = 0;
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
        return await restore(await connect());
      } catch (error) {
        if (closing.signal.aborted) return;
        reason = describeError(error);
      }
    }
    close(reason);
  }

  async function renewLink(reason: string): Promise<void> {
    const link = currentLink;
    if (typeof source !== "function" || link === undefined) return;
    // The end of this link is no reason to reconnect.
    currentLink = undefined;
    const retry = { attempt: 1, retryIn: 0 };
    isolateListenerErrors(() => store.disconnect(reason, { retry }));
    link.close(reason);
    isolateListenerErrors(() => store.connect());
    try {
      await restore(await connect());
    } catch (error) {
      const failure = describeError(error);
      void reconnect(failure);
      throw createLostError(failure);
    }
  }

  function close(reason: string): void {
    if (closing.signal.aborted) return;
    closing.abort(new AcpConnectionError("closed", reason));
    connectedStores.delete(store);
    options.signal?.removeEventListener("abort", closeOnSignal);
    isolateListenerErrors(() => store.disconnect(reason));
    // Close the link before the answers that `disconnect` has just settled can be sent.
    currentLink?.close(reason);
    resolveClosed(reason);
  }

  const closeOnSignal = (): void => close("The connection was closed.");
  options.signal?.addEventListener("abort", closeOnSignal);
  if (options.signal?.aborted) closeOnSignal();

  try {
    if (!closing.signal.aborted) isolateListenerErrors(() => store.connect());
    await connect();
  } catch (error) {
    close(describeError(error));
    throw closing.signal.aborted && !(error instanceof AcpConnectionError)
      ? getClosedError()
      : error;
  }

  function getClosedError(): AcpConnectionError {
    return closing.signal.reason as AcpConnectionError;
  }

  function createLostError(reason: string): AcpConnectionError {
    if (closing.signal.aborted) return getClosedError();
    if (!canRetry) return new AcpConnectionError("closed", reason);
    return new AcpConnectionError(
      "lost",
      `The connection was lost: ${reason} It is reconnecting: retry when state.connection.status is "ready".`,
    );
  }

  function assertReady(): void {
    const { status, reason = "" } = store.getState().connection ?? {};
    if (status !== "ready" || closing.signal.aborted) throw createLostError(reason);
  }

  return {
    assertReady,
    async getLink() {
      assertReady();
      // The state becomes ready before `establishLink` resolves, so wait for the newest link.
      return newestLink as Promise<Link>;
    },
    explainError: (error, link) =>
      link.endReason === undefined || error instanceof RequestError
        ? error
        : createLostError(link.endReason),
    renewLink,
    close,
    closed,
  };
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
