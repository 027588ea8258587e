import type { AcpStore, AcpView } from "@acp-store/core";
import {
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
import {
  assertInInjectionContext,
  inject,
  InjectionToken,
  Injector,
  type Provider,
  runInInjectionContext,
} from "@angular/core";

const VIEW = new InjectionToken<AcpView>("acp-store view");
const SESSION = new InjectionToken<() => string>("acp-store session");
const PERSISTENCE = new InjectionToken<SessionPersistence>("acp-store persistence");

/**
 * Provides a store, or a mirror of one, to an application, a route or a component. A function is
 * called once, in an injection context.
 *
 * @example
 * ```ts
 * bootstrapApplication(App, { providers: [provideAcpStore(store)] });
 * ```
 */
export function provideAcpStore(store: MaybeGetter<AcpView>): Provider {
  return { provide: VIEW, useFactory: () => toValue(store) };
}

/**
 * Names the session that the functions read in a component and those inside it. Their values are empty
 * while it is `undefined`. A function may read signals, and runs in an injection context, so that it can
 * inject the component itself.
 *
 * @example
 * ```ts
 * @Component({
 *   selector: "agent-panel",
 *   template: "{{ session()?.title }}",
 *   providers: [provideAcpSession(() => inject(AgentPanel).sessionId())],
 * })
 * class AgentPanel {
 *   readonly sessionId = input.required<string>();
 *   readonly session = injectSession();
 * }
 * ```
 */
export function provideAcpSession(sessionId: MaybeGetter<string | undefined>): Provider {
  const useFactory = (): (() => string) => {
    const injector = inject(Injector);
    return () => runInInjectionContext(injector, () => toValue(sessionId) ?? NO_SESSION);
  };
  return { provide: SESSION, useFactory };
}

/**
 * Provides the saving of sessions and drafts to `injectPersistence` and `injectDraft`. A function is
 * called once, in an injection context.
 *
 * @example
 * ```ts
 * provideAcpPersistence(persistSessions(store, idbStorage("my-app")));
 * ```
 */
export function provideAcpPersistence(persistence: MaybeGetter<SessionPersistence>): Provider {
  return { provide: PERSISTENCE, useFactory: () => toValue(persistence) };
}

/** Selects the injector, for calls outside of an injection context. */
export interface AcpInjectOptions {
  /** The injector to use. Default: that of the current injection context. */
  readonly injector?: Injector;
}

/** Selects the session to read. */
export interface SessionOptions extends AcpInjectOptions {
  /**
   * The id of the session, `undefined` for no session. Default: the session of the nearest
   * `provideAcpSession`.
   */
  readonly sessionId?: MaybeGetter<string | undefined>;
}

/** A function of this package that must be called in an injection context. */
export type InjectFunction = (...args: never[]) => unknown;

/** Runs a function in the injection context of the options, or else in the current one. */
export function runWithInjector<Result>(
  options: AcpInjectOptions | undefined,
  caller: InjectFunction,
  run: () => Result,
): Result {
  if (options?.injector !== undefined) return runInInjectionContext(options.injector, run);
  assertInInjectionContext(caller);
  return run();
}

/**
 * Returns the store or mirror that was provided, with what both can do.
 *
 * @throws AcpProviderError if none was provided.
 *
 * @example
 * ```ts
 * const view = injectAcpView();
 * const stop = () => view.cancelTurn("s1");
 * ```
 */
export function injectAcpView(options?: AcpInjectOptions): AcpView {
  return runWithInjector(options, injectAcpView, () => injectView(injectAcpView));
}

/**
 * Returns the store that was provided.
 *
 * @throws AcpProviderError if none was provided, or if it is a mirror: only the window that owns the
 *   connection has the store.
 *
 * @example
 * ```ts
 * const store = injectAcpStore();
 * const close = () => store.closeSession("s1");
 * ```
 */
export function injectAcpStore(options?: AcpInjectOptions): AcpStore {
  const view = runWithInjector(options, injectAcpStore, () => injectView(injectAcpStore));
  return requireStore(view, injectAcpStore, "injectAcpView");
}

/** Returns the provided view. Throws if there is none. */
export function injectView(caller: InjectFunction): AcpView {
  return requireProvided(inject(VIEW, { optional: true }), "store", caller);
}

/** Returns a getter of the session to read. Throws if nothing names one. */
export function injectSessionId(
  caller: InjectFunction,
  options: SessionOptions | undefined,
): () => string {
  return requireProvided(injectOptionalSessionId(options), "session", caller);
}

/** Returns a getter of the session to read, or `undefined` if nothing names one. */
export function injectOptionalSessionId(
  options: SessionOptions | undefined,
): (() => string) | undefined {
  const provided = inject(SESSION, { optional: true }) ?? undefined;
  return getSessionGetter(options, provided, toValue<string | undefined>);
}

/** Returns the drafts of the persistence. Without one, they are kept in memory with the store. */
export function injectDrafts(caller: InjectFunction): Drafts {
  return inject(PERSISTENCE, { optional: true })?.drafts ?? getMemoryDrafts(injectView(caller));
}

/** Returns the persistence that was provided. Throws if there is none. */
export function injectProvidedPersistence(caller: InjectFunction): SessionPersistence {
  return requireProvided(inject(PERSISTENCE, { optional: true }), "persistence", caller);
}
