import type { AcpStore, AcpView } from "@acp-store/core";
import { type Drafts, getMemoryDrafts, type SessionPersistence } from "@acp-store/core/reads";
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
 *
 * @example
 * ```ts
 * const props = defineProps<{ sessionId: string }>();
 * provideAcpSession(() => props.sessionId);
 * ```
 */
export function provideAcpSession(sessionId: MaybeRefOrGetter<string>): void {
  provideHere(SESSION, () => toValue(sessionId));
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
 * @throws Error if none was provided.
 *
 * @example
 * ```ts
 * const view = useAcpView();
 * const stop = () => view.cancelTurn(props.sessionId);
 * ```
 */
export function useAcpView(): AcpView {
  const view = injectHere(VIEW);
  if (view !== undefined) return view;
  throw new Error(
    "[acp-store] No store was provided. Call app.use(acpPlugin, { store }), or provideAcpStore(store) in this component or one above it.",
  );
}

/**
 * Returns the store that was provided.
 *
 * @throws Error if none was provided, or if it is a mirror: only the window that owns the connection
 *   has the store.
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
    "[acp-store] This component needs the store itself, but a mirror was provided. Use useAcpView, or render the component in the window that owns the connection.",
  );
}

function isStore(view: AcpView): view is AcpStore {
  return "observe" in view;
}

/** Selects the session to read. */
export interface SessionOptions {
  /** The id of the session. Default: the session of the nearest `provideAcpSession`. */
  readonly sessionId?: MaybeRefOrGetter<string>;
}

/** Returns a getter of the session to read. Throws if nothing names one. */
export function injectSessionId(options: SessionOptions | undefined): () => string {
  const getSessionId = injectOptionalSessionId(options);
  if (getSessionId !== undefined) return getSessionId;
  throw new Error(
    "[acp-store] No session was named. Call provideAcpSession(() => sessionId) in this component or one above it, or pass { sessionId }.",
  );
}

/** Returns a getter of the session to read, or `undefined` if nothing names one. */
export function injectOptionalSessionId(
  options: SessionOptions | undefined,
): (() => string) | undefined {
  if (options?.sessionId === undefined) return injectHere(SESSION);
  const { sessionId } = options;
  return () => toValue(sessionId);
}

/** Returns the drafts of the persistence. Without one, they are kept in memory with the store. */
export function injectDrafts(): Drafts {
  return injectHere(PERSISTENCE)?.drafts ?? getMemoryDrafts(useAcpView());
}

/** Returns the persistence that was provided. Throws if there is none. */
export function injectPersistence(): SessionPersistence {
  const persistence = injectHere(PERSISTENCE);
  if (persistence !== undefined) return persistence;
  throw new Error(
    "[acp-store] No persistence was provided. Call app.use(acpPlugin, { store, persistence }), or provideAcpPersistence(persistence) in this component or one above it.",
  );
}
