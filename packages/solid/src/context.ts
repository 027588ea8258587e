import type { AcpStore, AcpView } from "@acp-store/core";
import {
  type Caller,
  type Drafts,
  getMemoryDrafts,
  getSessionGetter,
  NO_SESSION,
  requireProvided,
  requireStore,
  type SessionPersistence,
  toValue,
} from "@acp-store/core/reads";
import {
  type Accessor,
  type Context,
  createComponent,
  createContext,
  type JSX,
  useContext,
} from "solid-js";

type OptionalAccessor<Value> = Accessor<Value> | undefined;

const ViewContext: Context<OptionalAccessor<AcpView>> = createContext();
const SessionContext: Context<OptionalAccessor<string>> = createContext();
const PersistenceContext: Context<OptionalAccessor<SessionPersistence>> = createContext();

/** A value, or an accessor of it. An accessor is followed. */
export type MaybeAccessor<Value> = Value | Accessor<Value>;

/**
 * Provides a store, or a mirror of one, to the components inside it.
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
  readonly children?: JSX.Element;
}): JSX.Element {
  return provide(ViewContext, () => props.store, props);
}

/**
 * Names the session that the components inside it read. Values are empty while it is `undefined`.
 *
 * @example
 * ```tsx
 * <AcpSessionProvider sessionId={props.sessionId}>
 *   <Conversation />
 * </AcpSessionProvider>
 * ```
 */
export function AcpSessionProvider(props: {
  readonly sessionId: string | undefined;
  readonly children?: JSX.Element;
}): JSX.Element {
  return provide(SessionContext, () => props.sessionId ?? NO_SESSION, props);
}

/**
 * Provides the saving of sessions and drafts to `usePersistence` and `useDraft`.
 *
 * @example
 * ```tsx
 * const persistence = persistSessions(store, idbStorage("my-app"));
 * const App = () => (
 *   <AcpPersistenceProvider persistence={persistence}>
 *     <AgentPanel />
 *   </AcpPersistenceProvider>
 * );
 * ```
 */
export function AcpPersistenceProvider(props: {
  readonly persistence: SessionPersistence;
  readonly children?: JSX.Element;
}): JSX.Element {
  return provide(PersistenceContext, () => props.persistence, props);
}

function provide<Value>(
  context: Context<OptionalAccessor<Value>>,
  value: Accessor<Value>,
  props: { readonly children?: JSX.Element },
): JSX.Element {
  return createComponent(context.Provider, {
    value,
    get children() {
      return props.children;
    },
  });
}

/**
 * Returns the store or mirror of the nearest {@link AcpStoreProvider}, with what both can do.
 *
 * @throws AcpProviderError outside of a provider.
 *
 * @example
 * ```ts
 * const view = useAcpView();
 * const stop = () => view.cancelTurn(props.sessionId);
 * ```
 */
export function useAcpView(): AcpView {
  return useViewAccessor(useAcpView)();
}

/**
 * Returns the store of the nearest {@link AcpStoreProvider}.
 *
 * @throws AcpProviderError outside of a provider, and if the provider has a mirror: only the window
 *   that owns the connection has the store.
 *
 * @example
 * ```ts
 * const store = useAcpStore();
 * const close = () => store.closeSession(props.sessionId);
 * ```
 */
export function useAcpStore(): AcpStore {
  return requireStore(useViewAccessor(useAcpStore)(), useAcpStore, "useAcpView");
}

/** Returns an accessor of the provided view. Throws if there is none. */
export function useViewAccessor(caller: Caller): Accessor<AcpView> {
  return requireProvided(useContext(ViewContext), "store", caller, "component");
}

/** Selects the session to read. */
export interface SessionOptions {
  /**
   * The id of the session, `undefined` for no session. Default: the session of the nearest
   * {@link AcpSessionProvider}.
   */
  readonly sessionId?: MaybeAccessor<string | undefined>;
}

/** Returns an accessor of the session to read. Throws if nothing names one. */
export function useSessionId(
  caller: Caller,
  options: SessionOptions | undefined,
): Accessor<string> {
  return requireProvided(useOptionalSessionId(options), "session", caller, "component");
}

/** Returns an accessor of the session to read, or `undefined` if nothing names one. */
export function useOptionalSessionId(
  options: SessionOptions | undefined,
): Accessor<string> | undefined {
  return getSessionGetter(options, useContext(SessionContext), toValue<string | undefined>);
}

/** Returns an accessor of the drafts. Without a persistence, they are kept in memory with the store. */
export function useDraftsAccessor(caller: Caller): Accessor<Drafts> {
  const persistence = useContext(PersistenceContext);
  if (persistence !== undefined) return () => persistence().drafts;
  const view = useViewAccessor(caller);
  return () => getMemoryDrafts(view());
}

/** Returns an accessor of the provided persistence. Throws if there is none. */
export function usePersistenceAccessor(caller: Caller): Accessor<SessionPersistence> {
  return requireProvided(useContext(PersistenceContext), "persistence", caller, "component");
}
