import type { AcpStore, AcpView } from "@acp-store/core";
import {
  type Caller,
  type Drafts,
  getMemoryDrafts,
  getSessionGetter,
  type MaybeGetter,
  NO_SESSION,
  requireProvided,
  requireStore,
  type SessionPersistence,
  toValue,
} from "@acp-store/core/reads";
import { getContext, setContext } from "svelte";

const VIEW = Symbol("acp-store view");
const SESSION = Symbol("acp-store session");
const PERSISTENCE = Symbol("acp-store persistence");

/**
 * Provides a store, or a mirror of one, to the component that calls it and those inside it.
 *
 * @example
 * ```ts
 * const { store }: { store: AcpStore } = $props();
 * provideAcpStore(() => store);
 * ```
 */
export function provideAcpStore(store: MaybeGetter<AcpView>): void {
  setContext(VIEW, () => toValue(store));
}

/**
 * Names the session to read in the component that calls it and those inside it. Values are empty while
 * it is `undefined`.
 *
 * @example
 * ```ts
 * const { sessionId }: { sessionId: string } = $props();
 * provideAcpSession(() => sessionId);
 * ```
 */
export function provideAcpSession(sessionId: MaybeGetter<string | undefined>): void {
  setContext(SESSION, () => toValue(sessionId) ?? NO_SESSION);
}

/**
 * Provides the saving of sessions and drafts to `usePersistence` and `useDraft`.
 *
 * @example
 * ```ts
 * provideAcpPersistence(persistSessions(store, idbStorage("my-app")));
 * ```
 */
export function provideAcpPersistence(persistence: MaybeGetter<SessionPersistence>): void {
  setContext(PERSISTENCE, () => toValue(persistence));
}

/**
 * Returns the store or mirror that was provided, with what both can do. Call it while the component is
 * created, like `getContext`.
 *
 * @throws AcpProviderError if none was provided.
 *
 * @example
 * ```ts
 * const view = useAcpView();
 * const stop = () => view.cancelTurn(sessionId);
 * ```
 */
export function useAcpView(): AcpView {
  return getViewGetter(useAcpView)();
}

/**
 * Returns the store that was provided. Call it while the component is created, like `getContext`.
 *
 * @throws AcpProviderError if none was provided, or if it is a mirror: only the window that owns the
 *   connection has the store.
 *
 * @example
 * ```ts
 * const store = useAcpStore();
 * const close = () => store.closeSession(sessionId);
 * ```
 */
export function useAcpStore(): AcpStore {
  return requireStore(getViewGetter(useAcpStore)(), useAcpStore, "useAcpView");
}

/** Returns a getter of the provided view. Throws if there is none. */
export function getViewGetter(caller: Caller): () => AcpView {
  return requireProvided(getContext<(() => AcpView) | undefined>(VIEW), "store", caller);
}

/** Selects the session to read. */
export interface SessionOptions {
  /**
   * The id of the session, `undefined` for no session. Default: the session of the nearest
   * `provideAcpSession`.
   */
  readonly sessionId?: MaybeGetter<string | undefined>;
}

/** Returns a getter of the session to read. Throws if nothing names one. */
export function getSessionIdGetter(
  caller: Caller,
  options: SessionOptions | undefined,
): () => string {
  return requireProvided(getOptionalSessionIdGetter(options), "session", caller);
}

/** Returns a getter of the session to read, or `undefined` if nothing names one. */
export function getOptionalSessionIdGetter(
  options: SessionOptions | undefined,
): (() => string) | undefined {
  const provided = getContext<(() => string) | undefined>(SESSION);
  return getSessionGetter(options, provided, toValue<string | undefined>);
}

type PersistenceGetter = () => SessionPersistence;

/** Returns a getter of the drafts. Without a persistence, they are kept in memory with the store. */
export function getDraftsGetter(caller: Caller): () => Drafts {
  const getPersistence = getContext<PersistenceGetter | undefined>(PERSISTENCE);
  if (getPersistence !== undefined) return () => getPersistence().drafts;
  const getView = getViewGetter(caller);
  return () => getMemoryDrafts(getView());
}

/** Returns a getter of the provided persistence. Throws if there is none. */
export function getPersistenceGetter(caller: Caller): PersistenceGetter {
  const getPersistence = getContext<PersistenceGetter | undefined>(PERSISTENCE);
  return requireProvided(getPersistence, "persistence", caller);
}
