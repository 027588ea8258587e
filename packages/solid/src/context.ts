import type { AcpStore, AcpView } from "@acp-store/core";
import { type Drafts, getMemoryDrafts, type SessionPersistence } from "@acp-store/core/reads";
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

/** Returns the value, or the result of the accessor. */
export function access<Value>(value: MaybeAccessor<Value>): Value {
  return isAccessor(value) ? value() : value;
}

function isAccessor<Value>(value: MaybeAccessor<Value>): value is Accessor<Value> {
  return typeof value === "function";
}

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
 * Names the session that the components inside it read.
 *
 * @example
 * ```tsx
 * <AcpSessionProvider sessionId={props.sessionId}>
 *   <Conversation />
 * </AcpSessionProvider>
 * ```
 */
export function AcpSessionProvider(props: {
  readonly sessionId: string;
  readonly children?: JSX.Element;
}): JSX.Element {
  return provide(SessionContext, () => props.sessionId, props);
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
 * @throws Error outside of a provider.
 *
 * @example
 * ```ts
 * const view = useAcpView();
 * const stop = () => view.cancelTurn(props.sessionId);
 * ```
 */
export function useAcpView(): AcpView {
  return useViewAccessor()();
}

/**
 * Returns the store of the nearest {@link AcpStoreProvider}.
 *
 * @throws Error outside of a provider, and if the provider has a mirror: only the window that owns
 *   the connection has the store.
 *
 * @example
 * ```ts
 * const store = useAcpStore();
 * const close = () => store.closeSession(props.sessionId);
 * ```
 */
export function useAcpStore(): AcpStore {
  const view = useAcpView();
  if (isStore(view)) return view;
  throw new Error(
    "[acp-store] This component needs the store itself, but <AcpStoreProvider> has a mirror. Use useAcpView, or render the component in the window that owns the connection.",
  );
}

function isStore(view: AcpView): view is AcpStore {
  return "observe" in view;
}

/** Returns an accessor of the provided view. Throws if there is none. */
export function useViewAccessor(): Accessor<AcpView> {
  const view = useContext(ViewContext);
  if (view !== undefined) return view;
  throw new Error(
    "[acp-store] No store was provided. Put <AcpStoreProvider store={store}> around the component.",
  );
}

/** Selects the session to read. */
export interface SessionOptions {
  /** The id of the session. Default: the session of the nearest {@link AcpSessionProvider}. */
  readonly sessionId?: MaybeAccessor<string>;
}

/** Returns an accessor of the session to read. Throws if nothing names one. */
export function useSessionId(options: SessionOptions | undefined): Accessor<string> {
  const sessionId = useOptionalSessionId(options);
  if (sessionId !== undefined) return sessionId;
  throw new Error(
    "[acp-store] No session was named. Put <AcpSessionProvider sessionId={sessionId}> around the component, or pass { sessionId }.",
  );
}

/** Returns an accessor of the session to read, or `undefined` if nothing names one. */
export function useOptionalSessionId(
  options: SessionOptions | undefined,
): Accessor<string> | undefined {
  const provided = useContext(SessionContext);
  if (options?.sessionId === undefined) return provided;
  const { sessionId } = options;
  return () => access(sessionId);
}

/** Returns an accessor of the drafts. Without a persistence, they are kept in memory with the store. */
export function useDraftsAccessor(): Accessor<Drafts> {
  const persistence = useContext(PersistenceContext);
  if (persistence !== undefined) return () => persistence().drafts;
  const view = useViewAccessor();
  return () => getMemoryDrafts(view());
}

/** Returns an accessor of the provided persistence. Throws if there is none. */
export function usePersistenceAccessor(): Accessor<SessionPersistence> {
  const persistence = useContext(PersistenceContext);
  if (persistence !== undefined) return persistence;
  throw new Error(
    "[acp-store] No persistence was provided. Put <AcpPersistenceProvider persistence={persistence}> around the component.",
  );
}
