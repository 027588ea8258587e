import type { AcpStore } from "@acp-store/core";
import { RequestError } from "@agentclientprotocol/sdk";
import { AcpConnectionError, messageOf } from "./errors.js";
import { establish, type LinkParts } from "./establish.js";
import type { Link } from "./link.js";
import { withoutListenerErrors } from "./listenerErrors.js";
import type { ReconnectOptions } from "./options.js";
import { pause } from "./within.js";

const ATTEMPTS = 6;
const MIN_DELAY_MS = 500;
const MAX_DELAY_MS = 30_000;

/** Stores whose connection is not over: two would write into each other's state. */
const connected = new WeakSet<AcpStore>();

interface SupervisorParts extends LinkParts {
  /** Brings the sessions back over a link that is new. Never rejects. */
  restore(link: Link): Promise<void>;
}

/** Keeps a link to the agent, makes it anew when it breaks, and says so in the store. */
export interface Supervisor {
  /** @throws AcpConnectionError unless the connection is ready. */
  assertReady(): void;
  /** The link of a connection that is ready. */
  link(): Promise<Link>;
  /** What a request failed with: if it was the end of its link, an error that says so. */
  explain(error: unknown, link: Link): unknown;
  close(reason: string): void;
  /** Resolves with the reason when it is over for good. Never rejects. */
  readonly closed: Promise<string>;
}

/** @throws AcpConnectionError if the first link cannot be made, or the store has a connection. */
export async function supervise(parts: SupervisorParts): Promise<Supervisor> {
  const { store, source, options, restore } = parts;
  if (connected.has(store)) throw inUse();
  connected.add(store);
  const { attempts = ATTEMPTS, ...delays } = options.reconnect || {};
  const canRetry = typeof source === "function" && options.reconnect !== false;
  const stop = new AbortController();
  let current: Link | undefined;
  let newest: Promise<Link> | undefined;
  let attempt = 0;
  let readySince = 0;
  let resolveClosed: (reason: string) => void = () => {};
  const closed = new Promise<string>((resolve) => (resolveClosed = resolve));

  async function begin(): Promise<Link> {
    newest = establish(parts, stop.signal);
    const link = await newest;
    if (stop.signal.aborted) {
      // In the moment between: nobody else knows this link.
      link.close(over().message);
      throw over();
    }
    current = link;
    readySince = Date.now();
    void link.ended.then((why) => (current === link ? comeBack(why) : undefined));
    return link;
  }

  async function comeBack(why: string): Promise<void> {
    if (stop.signal.aborted) return;
    current = undefined;
    // An agent that falls over again and again is given up, even if it starts each time.
    if (Date.now() - readySince > (delays.maxDelay ?? MAX_DELAY_MS)) attempt = 0;
    let reason = why;
    while (canRetry && attempt < attempts) {
      attempt++;
      const retryIn = delayOf(attempt, delays);
      const next = { attempt, retryIn };
      withoutListenerErrors(() => store.disconnect(reason, { retry: next }));
      await pause(retryIn, stop.signal);
      if (stop.signal.aborted) return;
      withoutListenerErrors(() => store.connect({ attempt }));
      try {
        return await restore(await begin());
      } catch (error) {
        if (stop.signal.aborted) return;
        reason = messageOf(error);
      }
    }
    close(reason);
  }

  function close(reason: string): void {
    if (stop.signal.aborted) return;
    stop.abort(new AcpConnectionError("closed", reason));
    connected.delete(store);
    options.signal?.removeEventListener("abort", closeOnSignal);
    withoutListenerErrors(() => store.disconnect(reason));
    // After that, or the answers to what was just settled would go out.
    current?.close(reason);
    resolveClosed(reason);
  }

  const closeOnSignal = (): void => close("The connection was closed.");
  options.signal?.addEventListener("abort", closeOnSignal);
  if (options.signal?.aborted) closeOnSignal();

  try {
    if (!stop.signal.aborted) withoutListenerErrors(() => store.connect());
    await begin();
  } catch (error) {
    close(messageOf(error));
    throw stop.signal.aborted && !(error instanceof AcpConnectionError) ? over() : error;
  }

  function over(): AcpConnectionError {
    return stop.signal.reason as AcpConnectionError;
  }

  function gone(reason: string): AcpConnectionError {
    if (stop.signal.aborted) return over();
    if (!canRetry) return new AcpConnectionError("closed", reason);
    return new AcpConnectionError(
      "lost",
      `The connection was lost: ${reason} It is being made again: try when state.connection is ready.`,
    );
  }

  function assertReady(): void {
    const { status, reason = "" } = store.getState().connection ?? {};
    if (status !== "ready" || stop.signal.aborted) throw gone(reason);
  }

  return {
    assertReady,
    async link() {
      assertReady();
      // Listeners hear that it is ready before `establish` is over.
      return newest as Promise<Link>;
    },
    explain: (error, link) =>
      link.endReason === undefined || error instanceof RequestError ? error : gone(link.endReason),
    close,
    closed,
  };
}

function inUse(): AcpConnectionError {
  return new AcpConnectionError(
    "in_use",
    "This store has a connection already. Close that first (its signal does so at once), or make a store for each connection.",
  );
}

/** Half of it at random, so that clients do not come back all at once. */
function delayOf(attempt: number, delays: Omit<ReconnectOptions, "attempts">): number {
  const { minDelay = MIN_DELAY_MS, maxDelay = MAX_DELAY_MS } = delays;
  const longest = Math.min(maxDelay, minDelay * 2 ** (attempt - 1));
  return Math.round(longest * (0.5 + Math.random() / 2));
}
