import type { AcpStore, AcpView } from "@acp-store/core";
import { type Caller, NO_SESSION, requireProvided, requireStore } from "@acp-store/core/reads";
import {
  type Context,
  createContext,
  createElement,
  type ReactElement,
  type ReactNode,
  useContext,
} from "react";

const StoreContext: Context<AcpView | null> = /* @__PURE__ */ createContext<AcpView | null>(null);
const SessionContext: Context<string | undefined> = /* @__PURE__ */ createContext<
  string | undefined
>(undefined);

/**
 * Provides a store, or a mirror of one, to the hooks of the components inside it.
 *
 * @example
 * ```tsx
 * <AcpStoreProvider store={store}>
 *   <AgentPanel />
 * </AcpStoreProvider>
 * ```
 */
export function AcpStoreProvider(props: {
  readonly store: AcpView;
  readonly children?: ReactNode;
}): ReactElement {
  return createElement(StoreContext.Provider, { value: props.store }, props.children);
}

/**
 * Names the session that the hooks of the components inside it read. Their values are empty while it is
 * `undefined`.
 *
 * @example
 * ```tsx
 * <AcpSessionProvider sessionId={sessionId}>
 *   <Conversation />
 * </AcpSessionProvider>
 * ```
 */
export function AcpSessionProvider(props: {
  readonly sessionId: string | undefined;
  readonly children?: ReactNode;
}): ReactElement {
  return createElement(
    SessionContext.Provider,
    { value: props.sessionId ?? NO_SESSION },
    props.children,
  );
}

/**
 * Returns the store or mirror of the nearest {@link AcpStoreProvider}, with what both can do.
 *
 * @throws AcpProviderError outside of a provider.
 *
 * @example
 * ```tsx
 * function StopButton({ sessionId }: { sessionId: string }) {
 *   const view = useAcpView();
 *   return <button onClick={() => view.cancelTurn(sessionId)}>Stop</button>;
 * }
 * ```
 */
export function useAcpView(): AcpView {
  return useView(useAcpView);
}

/** Returns the store or mirror of the nearest provider, or `null` outside of one. */
export function useOptionalAcpView(): AcpView | null {
  return useContext(StoreContext);
}

/** Returns the store or mirror of the nearest provider. Throws outside of one. */
export function useView(caller: Caller): AcpView {
  return requireView(useContext(StoreContext), caller);
}

/** Returns the store or mirror. Throws if there is none. */
export function requireView(view: AcpView | null, caller: Caller): AcpView {
  return requireProvided(view, "store", caller, "component");
}

/**
 * Returns the store of the nearest {@link AcpStoreProvider}.
 *
 * @throws AcpProviderError outside of a provider, and if the provider has a mirror: only the window
 *   that owns the connection has the store.
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
  return requireStore(useView(useAcpStore), useAcpStore, "useAcpView");
}

/** Selects the session that a hook reads. */
export interface SessionOption {
  /**
   * The id of the session, `undefined` for no session. Default: the session of the nearest
   * {@link AcpSessionProvider}.
   */
  readonly sessionId?: string | undefined;
}

/**
 * Returns the id of the session that hooks read: the one in the options, or else that of the nearest
 * {@link AcpSessionProvider}. If that is `undefined`, returns `NO_SESSION` of `@acp-store/core/reads`,
 * which is the id of no session.
 *
 * @throws AcpProviderError if neither names a session.
 *
 * @example
 * ```tsx
 * function CopyIdButton() {
 *   const sessionId = useSessionId();
 *   return <button onClick={() => navigator.clipboard.writeText(sessionId)}>Copy session id</button>;
 * }
 * ```
 */
export function useSessionId(options?: SessionOption | Selector): string {
  return useNamedSession(useSessionId, options);
}

/** Returns the id of the session to read. Throws if neither a provider nor the options name one. */
export function useNamedSession(
  caller: Caller,
  options: SessionOption | Selector | undefined,
): string {
  return requireProvided(useOptionalSessionId(options), "session", caller, "component");
}

/** Returns the id of the session to read, or `undefined` if neither a provider nor the options name one. */
export function useOptionalSessionId(
  options: SessionOption | Selector | undefined,
): string | undefined {
  const providedId = useContext(SessionContext);
  if (typeof options !== "object" || !("sessionId" in options)) return providedId;
  return options.sessionId ?? NO_SESSION;
}

/** A selector names no session. */
export type Selector = (input: never) => unknown;
