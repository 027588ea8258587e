import type { AcpStore, AcpView } from "@acp-store/core";
import { type Drafts, getMemoryDrafts, type SessionPersistence } from "@acp-store/core/reads";
import { getContext, setContext } from "svelte";

const VIEW = Symbol("acp-store view");
const SESSION = Symbol("acp-store session");
const PERSISTENCE = Symbol("acp-store persistence");

/** A value, or a function that returns it. A function that uses runes is followed. */
export type MaybeGetter<Value> = Value | (() => Value);

/** Returns the value, or the result of the getter. */
export function toValue<Value>(value: MaybeGetter<Value>): Value {
  return isGetter(value) ? value() : value;
}

function isGetter<Value>(value: MaybeGetter<Value>): value is () => Value {
  return typeof value === "function";
}

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
 * Names the session to read in the component that calls it and those inside it.
 *
 * @example
 * ```ts
 * const { sessionId }: { sessionId: string } = $props();
 * provideAcpSession(() => sessionId);
 * ```
 */
export function provideAcpSession(sessionId: MaybeGetter<string>): void {
  setContext(SESSION, () => toValue(sessionId));
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
 * @throws Error if none was provided.
 *
 * @example
 * ```ts
 * const view = useAcpView();
 * const stop = () => view.cancelTurn(sessionId);
 * ```
 */
export function useAcpView(): AcpView {
  return getViewGetter()();
}

/**
 * Returns the store that was provided. Call it while the component is created, like `getContext`.
 *
 * @throws Error if none was provided, or if it is a mirror: only the window that owns the connection
 *   has the store.
 *
 * @example
 * ```ts
 * const store = useAcpStore();
 * const close = () => store.closeSession(sessionId);
 * ```
 */
export function useAcpStore(): AcpStore {
  const view = useAcpView();
  if (isStore(view)) return view;
  throw new Error(
    "[acp-store] This component needs the store itself, but a mirror was provided. Use useAcpView, or render the component in the window that owns the connection.",
  );
}

function isStore(view: AcpView): view is AcpStore {
  return "observe" in view;
}

/** Returns a getter of the provided view. Throws if there is none. */
export function getViewGetter(): () => AcpView {
  const getView = getContext<(() => AcpView) | undefined>(VIEW);
  if (getView !== undefined) return getView;
  throw new Error(
    "[acp-store] No store was provided. Call provideAcpStore(store) in this component or one above it.",
  );
}

/** Selects the session to read. */
export interface SessionOptions {
  /** The id of the session. Default: the session of the nearest `provideAcpSession`. */
  readonly sessionId?: MaybeGetter<string>;
}

/** Returns a getter of the session to read. Throws if nothing names one. */
export function getSessionIdGetter(options: SessionOptions | undefined): () => string {
  const getSessionId = getOptionalSessionIdGetter(options);
  if (getSessionId !== undefined) return getSessionId;
  throw new Error(
    "[acp-store] No session was named. Call provideAcpSession(() => sessionId) in this component or one above it, or pass { sessionId }.",
  );
}

/** Returns a getter of the session to read, or `undefined` if nothing names one. */
export function getOptionalSessionIdGetter(
  options: SessionOptions | undefined,
): (() => string) | undefined {
  if (options?.sessionId === undefined) return getContext<(() => string) | undefined>(SESSION);
  const { sessionId } = options;
  return () => toValue(sessionId);
}

/** Returns a getter of the drafts. Without a persistence, they are kept in memory with the store. */
export function getDraftsGetter(): () => Drafts {
  const getPersistence = getContext<(() => SessionPersistence) | undefined>(PERSISTENCE);
  if (getPersistence !== undefined) return () => getPersistence().drafts;
  const getView = getViewGetter();
  return () => getMemoryDrafts(getView());
}

/** Returns a getter of the provided persistence. Throws if there is none. */
export function getPersistenceGetter(): () => SessionPersistence {
  const getPersistence = getContext<(() => SessionPersistence) | undefined>(PERSISTENCE);
  if (getPersistence !== undefined) return getPersistence;
  throw new Error(
    "[acp-store] No persistence was provided. Call provideAcpPersistence(persistence) in this component or one above it.",
  );
}
