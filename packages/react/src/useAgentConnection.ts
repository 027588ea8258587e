import { useEffect, useInsertionEffect, useMemo, useRef, useSyncExternalStore } from "react";
import {
  type ClosableConnection,
  CONNECTING,
  type ConnectionOutcome,
  type ConnectStore,
  getConnectionOwner,
} from "./connectionOwner.js";
import { useAcpStore } from "./context.js";

/** Long enough for a change of route and back, and for a hot reload. */
const DEFAULT_CLOSE_DELAY = 5000;

/** The options of {@link useAgentConnection}. */
export interface AgentConnectionOptions {
  /**
   * Identifies what is connected to, for example a URL. A changed key closes the connection and
   * opens another one. Default: an empty string.
   */
  readonly key?: string;
  /**
   * The time from the unmount until the connection is closed, in milliseconds. A component with
   * the same store that is mounted in the meantime takes the connection over. Default: 5,000.
   */
  readonly closeDelay?: number;
}

/** The result of {@link useAgentConnection}. */
export type OwnedConnection<Agent> = ConnectionOutcome<Agent> & {
  /** Closes the current connection, if there is one, and connects again. */
  readonly reconnect: () => void;
};

/**
 * Connects the store of the nearest {@link AcpStoreProvider} and owns the connection. Nothing
 * happens on a server. `connect` may be a new function in each render. Components with the same store
 * share its connection, so they pass the same key.
 *
 * - StrictMode connects once.
 * - A hidden `<Activity>` keeps the connection. One that is hidden from the start connects when it
 *   becomes visible.
 * - After the last component that uses the hook with this store is unmounted, the connection closes
 *   after `closeDelay`.
 *
 * @throws Error outside of a provider. Errors of `connect` are returned as `error`.
 *
 * @example
 * ```tsx
 * function Agent() {
 *   const { status, agent, error, reconnect } = useAgentConnection((store, signal) =>
 *     connectAgent(store, openStream, { signal }),
 *   );
 *   if (status === "failed") return <button onClick={reconnect}>{String(error)} Try again</button>;
 *   return <button disabled={!agent} onClick={() => agent?.newSession({ cwd })}>New session</button>;
 * }
 * ```
 */
export function useAgentConnection<Agent extends ClosableConnection>(
  connect: ConnectStore<Agent>,
  options: AgentConnectionOptions = {},
): OwnedConnection<Agent> {
  const { key = "", closeDelay = DEFAULT_CLOSE_DELAY } = options;
  const owner = getConnectionOwner<Agent>(useAcpStore());
  const outcome = useSyncExternalStore(owner.subscribe, owner.getOutcome, getServerOutcome);

  const latestConnect = useRef(connect);
  useInsertionEffect(() => {
    latestConnect.current = connect;
  });

  // React cleans up insertion effects only when a component is unmounted. It cleans up all other
  // effects also when an <Activity> is hidden, and in StrictMode after the first render.
  useInsertionEffect(() => {
    const release = owner.retain();
    return () => release(closeDelay);
  }, [owner, closeDelay]);

  useEffect(() => owner.open(key, latestConnect.current), [owner, key]);

  return useMemo(
    () => ({ ...outcome, reconnect: () => owner.reopen(key, latestConnect.current) }),
    [outcome, owner, key],
  );
}

function getServerOutcome(): ConnectionOutcome<never> {
  return CONNECTING;
}
