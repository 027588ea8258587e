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
} from "@acp-store/core/reads";
import {
  getCurrentInstance,
  inject,
  type InjectionKey,
  type MaybeRefOrGetter,
  type Plugin,
  provide,
  toValue,
} from "vue";

const VIEW: InjectionKey<AcpView> = Symbol("acp-store view");
const SESSION: InjectionKey<() => string> = Symbol("acp-store session");
const PERSISTENCE: InjectionKey<SessionPersistence> = Symbol("acp-store persistence");

/** The values that a component provides, by its instance, so that it can inject them itself. */
const provided = new WeakMap<object, Map<symbol, unknown>>();

function provideHere<Value>(key: InjectionKey<Value>, value: Value): void {
  provide(key, value);
  const instance = getCurrentInstance();
  if (instance === null) return;
  const values = provided.get(instance) ?? new Map<symbol, unknown>();
  provided.set(instance, values.set(key, value));
}

/** Injects what this component or one above it provides. */
function injectHere<Value>(key: InjectionKey<Value>): Value | undefined {
  const values = provided.get(getCurrentInstance() ?? {});
  return values?.has(key) ? (values.get(key) as Value) : inject(key, undefined);
}

/** The values that the plugin provides to a whole application. */
export interface AcpPluginOptions {
  /** The store, or a mirror of one. */
  readonly store: AcpView;
  /** The saving of sessions and drafts, such as the `Persistence` of `@acp-store/persist`. */
  readonly persistence?: SessionPersistence;
}

/**
 * Provides a store, or a mirror of one, to the whole application.
 *
 * @example
 * ```ts
 * createApp(App).use(acpPlugin, { store }).mount("#app");
 * ```
 */
export const acpPlugin: Plugin<[AcpPluginOptions]> = (app, { store, persistence }) => {
  app.provide(VIEW, store);
  if (persistence !== undefined) app.provide(PERSISTENCE, persistence);
};

/**
 * Provides a store, or a mirror of one, to the component that calls it and those inside it.
 *
 * @example
 * ```ts
 * const { store } = defineProps<{ store: AcpStore }>();
 * provideAcpStore(store);
 * ```
 */
export function provideAcpStore(store: AcpView): void {
  provideHere(VIEW, store);
}

/**
 * Names the session that the composables read in the component that calls it and those inside it.
 * Their values are empty while it is `undefined`.
 *
 * @example
 * ```ts
 * const props = defineProps<{ sessionId: string }>();
 * provideAcpSession(() => props.sessionId);
 * ```
 */
export function provideAcpSession(sessionId: MaybeRefOrGetter<string | undefined>): void {
  provideHere(SESSION, () => toValue(sessionId) ?? NO_SESSION);
}

/**
 * Provides the saving of sessions and drafts to `usePersistence` and `useDraft`.
 *
 * @example
 * ```ts
 * provideAcpPersistence(persistSessions(store, idbStorage("my-app")));
 * ```
 */
export function provideAcpPersistence(persistence: SessionPersistence): void {
  provideHere(PERSISTENCE, persistence);
}

/**
 * Returns the store or mirror that was provided, with what both can do.
 *
 * @throws AcpProviderError if none was provided.
 *
 * @example
 * ```ts
 * const view = useAcpView();
 * const stop = () => view.cancelTurn(props.sessionId);
 * ```
 */
export function useAcpView(): AcpView {
  return injectView(useAcpView);
}

/**
 * Returns the store that was provided.
 *
 * @throws AcpProviderError if none was provided, or if it is a mirror: only the window that owns the
 *   connection has the store.
 *
 * @example
 * ```ts
 * const store = useAcpStore();
 * const close = () => store.closeSession(props.sessionId);
 * ```
 */
export function useAcpStore(): AcpStore {
  return requireStore(injectView(useAcpStore), useAcpStore, "useAcpView");
}

/** Returns the provided view. Throws if there is none. */
export function injectView(caller: Caller): AcpView {
  return requireProvided(injectHere(VIEW), "store", caller);
}

/** Selects the session to read. */
export interface SessionOptions {
  /**
   * The id of the session, `undefined` for no session. Default: the session of the nearest
   * `provideAcpSession`.
   */
  readonly sessionId?: MaybeRefOrGetter<string | undefined>;
}

/** Returns a getter of the session to read. Throws if nothing names one. */
export function injectSessionId(caller: Caller, options: SessionOptions | undefined): () => string {
  return requireProvided(injectOptionalSessionId(options), "session", caller);
}

/** Returns a getter of the session to read, or `undefined` if nothing names one. */
export function injectOptionalSessionId(
  options: SessionOptions | undefined,
): (() => string) | undefined {
  return getSessionGetter(options, injectHere(SESSION), toValue);
}

/** Returns the drafts of the persistence. Without one, they are kept in memory with the store. */
export function injectDrafts(caller: Caller): Drafts {
  return injectHere(PERSISTENCE)?.drafts ?? getMemoryDrafts(injectView(caller));
}

/** Returns the persistence that was provided. Throws if there is none. */
export function injectPersistence(caller: Caller): SessionPersistence {
  return requireProvided(injectHere(PERSISTENCE), "persistence", caller);
}
