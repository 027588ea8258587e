import type { AcpStore } from "@acp-store/core";
import {
  type Context,
  createContext,
  createElement,
  type ReactElement,
  type ReactNode,
  useContext,
} from "react";

const StoreContext: Context<AcpStore | null> = createContext<AcpStore | null>(null);
const SessionContext: Context<string | null> = createContext<string | null>(null);

/**
 * Provides a store to the hooks of the components inside it.
 *
 * @example
 * ```tsx
 * <AcpStoreProvider store={store}>
 *   <AgentPanel />
 * </AcpStoreProvider>
 * ```
 */
export function AcpStoreProvider(props: {
  readonly store: AcpStore;
  readonly children?: ReactNode;
}): ReactElement {
  return createElement(StoreContext.Provider, { value: props.store }, props.children);
}

/**
 * Names the session that the hooks of the components inside it read.
 *
 * @example
 * ```tsx
 * <AcpSessionProvider sessionId={sessionId}>
 *   <Conversation />
 * </AcpSessionProvider>
 * ```
 */
export function AcpSessionProvider(props: {
  readonly sessionId: string;
  readonly children?: ReactNode;
}): ReactElement {
  return createElement(SessionContext.Provider, { value: props.sessionId }, props.children);
}

/**
 * Returns the store of the nearest {@link AcpStoreProvider}.
 *
 * @throws Error outside of a provider.
 *
 * @example
 * ```tsx
 * function CloseButton({ sessionId }: { sessionId: string }) {
 *   const store = useAcpStore();
 *   return <button onClick={() => store.closeSession(sessionId)}>Close session</button>;
 * }
 * ```
 */
export function useAcpStore(): AcpStore {
  const store = useContext(StoreContext);
  if (store !== null) return store;
  throw new Error(
    "[acp-store] This hook needs <AcpStoreProvider store={store}> around its component.",
  );
}

/** Selects the session that a hook reads. */
export interface SessionOption {
  /** The id of the session. Default: the session of the nearest {@link AcpSessionProvider}. */
  readonly sessionId?: string;
}

/**
 * Returns the id of the session to read. Throws if neither a provider nor the options of the hook
 * name one.
 */
export function useSessionId(options: SessionOption | Selector | undefined): string {
  const providedId = useContext(SessionContext);
  const sessionId = typeof options === "function" ? undefined : options?.sessionId;
  const id = sessionId ?? providedId;
  if (id !== null) return id;
  throw new Error(
    "[acp-store] This hook needs <AcpSessionProvider sessionId={sessionId}> around its component, or the option { sessionId }.",
  );
}

/** A selector names no session. */
type Selector = (input: never) => unknown;
