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
 * Gives a store to the hooks below it.
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
 * Names the session that the hooks below it read.
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
 * The store of the nearest {@link AcpStoreProvider}.
 *
 * @throws Error outside of one.
 */
export function useAcpStore(): AcpStore {
  const store = useContext(StoreContext);
  if (store !== null) return store;
  throw new Error(
    "[acp-store] A hook was used outside <AcpStoreProvider>. Wrap the component in <AcpStoreProvider store={store}>.",
  );
}

/** Which session a hook reads, if not that of the nearest {@link AcpSessionProvider}. */
export interface SessionOption {
  readonly sessionId?: string;
}

/** The id of the session to read. Throws where neither a provider nor an option names one. */
export function useSessionId(option: SessionOption | undefined): string {
  const provided = useContext(SessionContext);
  const sessionId = option?.sessionId ?? provided;
  if (sessionId !== null) return sessionId;
  throw new Error(
    "[acp-store] A hook was used without a session. Wrap the component in <AcpSessionProvider sessionId={sessionId}>, or pass { sessionId } to the hook.",
  );
}
