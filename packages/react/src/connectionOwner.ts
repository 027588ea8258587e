import type { AcpStore } from "@acp-store/core";

/** A connection that can be closed, such as the `AgentConnection` of `@acp-store/client`. */
export interface ClosableConnection {
  /** Closes the connection permanently. The next connection waits for a returned promise. */
  close(reason?: string): void | Promise<void>;
  /** Resolves with the reason when the connection is closed permanently. */
  readonly closed: Promise<string>;
}

/**
 * Connects a store to an agent. An abort of the signal means that the connection is no longer
 * needed, even while it is being established.
 */
export type ConnectStore<Agent extends ClosableConnection> = (
  store: AcpStore,
  signal: AbortSignal,
) => Promise<Agent>;

/** The outcome of connecting a store. */
export type ConnectionOutcome<Agent> =
  | {
      /** The connection is being established, or will be after the first render. */
      readonly status: "connecting";
      readonly agent?: undefined;
      readonly error?: undefined;
      readonly reason?: undefined;
    }
  | {
      /** The connection is established. It may still be lost and restored on its own. */
      readonly status: "ready";
      /** The connection that the `connect` function returned. */
      readonly agent: Agent;
      readonly error?: undefined;
      readonly reason?: undefined;
    }
  | {
      /** The connection could not be established. */
      readonly status: "failed";
      readonly agent?: undefined;
      /** The value with which the `connect` function rejected. */
      readonly error: unknown;
      readonly reason?: undefined;
    }
  | {
      /** The connection was established and then closed permanently. */
      readonly status: "closed";
      readonly agent?: undefined;
      readonly error?: undefined;
      /** The reason with which the connection was closed. */
      readonly reason: string;
    };

/**
 * The connection of one store. It exists outside of React, so that it survives a component that is
 * mounted again.
 */
export interface ConnectionOwner<Agent extends ClosableConnection> {
  getOutcome(): ConnectionOutcome<Agent>;
  subscribe(listener: () => void): () => void;
  /** Connects, unless there is a connection for this key already. Replaces one for another key. */
  open(key: string, connect: ConnectStore<Agent>): void;
  /** Replaces the current connection in any case. */
  reopen(key: string, connect: ConnectStore<Agent>): void;
  /** Keeps the connection open until the returned function is called and `closeDelay` has passed. */
  retain(): (closeDelay: number) => void;
}

/** One call of a `connect` function. */
interface Attempt<Agent> {
  readonly key: string;
  readonly stop: AbortController;
  agent?: Agent;
}

export const CONNECTING: ConnectionOutcome<never> = { status: "connecting" };

const owners = new WeakMap<AcpStore, ConnectionOwner<ClosableConnection>>();

/** Returns the owner of the store's connection. */
export function getConnectionOwner<Agent extends ClosableConnection>(
  store: AcpStore,
): ConnectionOwner<Agent> {
  const owner = owners.get(store) ?? createConnectionOwner<ClosableConnection>(store);
  owners.set(store, owner);
  // A map from stores to their types of connections cannot be expressed. All callers that share a
  // store share its connection, so they have to use the same type.
  return owner as ConnectionOwner<Agent>;
}

function createConnectionOwner<Agent extends ClosableConnection>(
  store: AcpStore,
): ConnectionOwner<Agent> {
  const listeners = new Set<() => void>();
  let outcome: ConnectionOutcome<Agent> = CONNECTING;
  let current: Attempt<Agent> | undefined;
  /** Resolves when the latest connection has ended, so that the store can be connected again. */
  let lastEnded: Promise<void> = Promise.resolve();
  let retainers = 0;
  let closeTimer: ReturnType<typeof setTimeout> | undefined;

  function setOutcome(next: ConnectionOutcome<Agent>): void {
    outcome = next;
    for (const listener of listeners) listener();
  }

  function reopen(key: string, connect: ConnectStore<Agent>): void {
    close("The connection was replaced.");
    current = { key, stop: new AbortController() };
    lastEnded = run(current, connect, lastEnded);
  }

  async function run(
    attempt: Attempt<Agent>,
    connect: ConnectStore<Agent>,
    previousEnded: Promise<void>,
  ): Promise<void> {
    const { signal } = attempt.stop;
    const report = (next: ConnectionOutcome<Agent>): void => {
      if (current === attempt) setOutcome(next);
    };
    await previousEnded;
    if (signal.aborted) return;
    try {
      const agent = await connect(store, signal);
      attempt.agent = agent;
      if (signal.aborted) return await agent.close(String(signal.reason));
      report({ status: "ready", agent });
      report({ status: "closed", reason: await agent.closed });
    } catch (error) {
      report({ status: "failed", error });
    }
  }

  function close(reason: string): void {
    const attempt = current;
    current = undefined;
    if (attempt === undefined) return;
    // Before the abort, which closes the connection without this reason.
    const closed = Promise.allSettled([attempt.agent?.close(reason), lastEnded]);
    attempt.stop.abort(reason);
    // An agent process may end only some time after the connection.
    lastEnded = closed.then(() => {});
    setOutcome(CONNECTING);
  }

  return {
    getOutcome: () => outcome,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    open(key, connect) {
      if (current?.key !== key) reopen(key, connect);
    },
    reopen,
    retain() {
      clearTimeout(closeTimer);
      retainers += 1;
      return (closeDelay) => {
        retainers -= 1;
        if (retainers > 0) return;
        const reason = "The component that owns the connection was unmounted.";
        closeTimer = setTimeout(() => close(reason), closeDelay);
      };
    },
  };
}
