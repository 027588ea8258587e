import type { AcpStore, AcpView } from "@acp-store/core";
import { type Drafts, getMemoryDrafts, type SessionPersistence } from "@acp-store/core/reads";
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

/** A value, or a function that returns it, such as a signal. */
export type MaybeGetter<Value extends string | number | object | undefined> = Value | (() => Value);

/** Returns a value, or that of its getter. */
export function toValue<Value extends string | number | object | undefined>(
  value: MaybeGetter<Value>,
): Value {
  return isGetter(value) ? value() : value;
}

function isGetter<Value>(value: Value | (() => Value)): value is () => Value {
  return typeof value === "function";
}

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
 * Names the session that the functions read in a component and those inside it. A function may read
 * signals, and runs in an injection context, so that it can inject the component itself.
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
export function provideAcpSession(sessionId: MaybeGetter<string>): Provider {
  const useFactory = (): (() => string) => {
    const injector = inject(Injector);
    return () => runInInjectionContext(injector, () => toValue(sessionId));
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
  /** The id of the session. Default: the session of the nearest `provideAcpSession`. */
  readonly sessionId?: MaybeGetter<string>;
}

/** Runs a function in the injection context of the options, or else in the current one. */
export function runWithInjector<Result>(
  options: AcpInjectOptions | undefined,
  caller: (...args: never[]) => unknown,
  run: () => Result,
): Result {
  if (options?.injector !== undefined) return runInInjectionContext(options.injector, run);
  assertInInjectionContext(caller);
  return run();
}

/**
 * Returns the store or mirror that was provided, with what both can do.
 *
 * @throws Error if none was provided.
 *
 * @example
 * ```ts
 * const view = injectAcpView();
 * const stop = () => view.cancelTurn("s1");
 * ```
 */
export function injectAcpView(options?: AcpInjectOptions): AcpView {
  const view = runWithInjector(options, injectAcpView, () => inject(VIEW, { optional: true }));
  if (view !== null) return view;
  throw new Error(
    "[acp-store] No store was provided. Add provideAcpStore(store) to the providers of the application, a route, or a component.",
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
 * const store = injectAcpStore();
 * const close = () => store.closeSession("s1");
 * ```
 */
export function injectAcpStore(options?: AcpInjectOptions): AcpStore {
  const view = injectAcpView(options);
  if (isStore(view)) return view;
  throw new Error(
    "[acp-store] The store itself is needed here, but a mirror was provided. Use injectAcpView, or show the component in the window that owns the connection.",
  );
}

function isStore(view: AcpView): view is AcpStore {
  return "observe" in view;
}

/** Returns a getter of the session to read. Throws if nothing names one. */
export function injectSessionId(options: SessionOptions | undefined): () => string {
  const getSessionId = injectOptionalSessionId(options);
  if (getSessionId !== undefined) return getSessionId;
  throw new Error(
    "[acp-store] No session was named. Add provideAcpSession(() => sessionId) to the providers of a component, or pass { sessionId }.",
  );
}

/** Returns a getter of the session to read, or `undefined` if nothing names one. */
export function injectOptionalSessionId(
  options: SessionOptions | undefined,
): (() => string) | undefined {
  if (options?.sessionId === undefined) return inject(SESSION, { optional: true }) ?? undefined;
  const { sessionId } = options;
  return () => toValue(sessionId);
}

/** Returns the drafts of the persistence. Without one, they are kept in memory with the store. */
export function injectDrafts(): Drafts {
  return inject(PERSISTENCE, { optional: true })?.drafts ?? getMemoryDrafts(injectAcpView());
}

/** Returns the persistence that was provided. Throws if there is none. */
export function injectProvidedPersistence(): SessionPersistence {
  const persistence = inject(PERSISTENCE, { optional: true });
  if (persistence !== null) return persistence;
  throw new Error(
    "[acp-store] No persistence was provided. Add provideAcpPersistence(persistence) to the providers of the application, a route, or a component.",
  );
}
