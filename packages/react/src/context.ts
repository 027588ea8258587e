import type { AcpStore, AcpView } from "@acp-store/core";
import {
  type Context,
  createContext,
  createElement,
  type ReactElement,
  type ReactNode,
  useContext,
} from "react";

const StoreContext: Context<AcpView | null> = /* @__PURE__ */ createContext<AcpView | null>(null);
const SessionContext: Context<string | null> = /* @__PURE__ */ createContext<string | null>(null);

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
 * Returns the store or mirror of the nearest {@link AcpStoreProvider}, with what both can do.
 *
 * @throws Error outside of a provider.
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
  return requireView(useOptionalAcpView());
}

/** Returns the store or mirror of the nearest provider, or `null` outside of one. */
export function useOptionalAcpView(): AcpView | null {
  return useContext(StoreContext);
}

/** Returns the store or mirror. Throws if there is none. */
export function requireView(view: AcpView | null): AcpView {
  if (view !== null) return view;
  throw new Error(
    "[acp-store] This hook needs <AcpStoreProvider store={store}> around its component.",
  );
}

/**
 * Returns the store of the nearest {@link AcpStoreProvider}.
 *
 * @throws Error outside of a provider, and if the provider has a mirror: only the window that owns
 *   the connection has the store.
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
  const view = useAcpView();
  if (isStore(view)) return view;
  throw new Error(
    "[acp-store] This hook needs the store itself, but <AcpStoreProvider> has a mirror. Use useAcpView, or render the component in the window that owns the connection.",
  );
}

function isStore(view: AcpView): view is AcpStore {
  return "observe" in view;
}

/** Selects the session that a hook reads. */
export interface SessionOption {
  /** The id of the session. Default: the session of the nearest {@link AcpSessionProvider}. */
  readonly sessionId?: string;
}

/**
 * Returns the id of the session that hooks read: the one in the options, or else that of the nearest
 * {@link AcpSessionProvider}.
 *
 * @throws Error if neither names a session.
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
  const id = useOptionalSessionId(options);
  if (id !== null) return id;
  throw new Error(
    "[acp-store] This hook needs <AcpSessionProvider sessionId={sessionId}> around its component, or the option { sessionId }.",
  );
}

/** Returns the id of the session to read, or `null` if neither a provider nor the options name one. */
export function useOptionalSessionId(options: SessionOption | Selector | undefined): string | null {
  const providedId = useContext(SessionContext);
  const sessionId = typeof options === "function" ? undefined : options?.sessionId;
  return sessionId ?? providedId;
}

/** A selector names no session. */
export type Selector = (input: never) => unknown;
