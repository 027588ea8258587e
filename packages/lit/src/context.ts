import type { AcpStore, AcpView } from "@acp-store/core";
import {
  type Caller,
  type Drafts,
  getMemoryDrafts,
  type MaybeGetter,
  NO_SESSION,
  requireProvided,
  requireStore,
  type SessionPersistence,
  toValue,
} from "@acp-store/core/reads";
import { type Context, ContextConsumer, ContextProvider, createContext } from "@lit/context";
import type { ReactiveControllerHost } from "lit";

/** An element with reactive controllers, such as a `LitElement`. */
export type ControllerHost = ReactiveControllerHost & HTMLElement;

/** An element that provides something: one with reactive controllers, or any other, such as the body. */
export type ProviderHost = Partial<ReactiveControllerHost> & HTMLElement;

/** The context of the store or mirror, for `ContextProvider`, `@provide` and `@consume`. */
export const acpStoreContext: Context<symbol, AcpView> = createContext<AcpView, symbol>(
  Symbol.for("@acp-store/lit store"),
);

/** The context of the id of the session that the controllers read. */
export const acpSessionContext: Context<symbol, string> = createContext<string, symbol>(
  Symbol.for("@acp-store/lit session"),
);

/** The context of the saving of sessions and drafts. */
export const acpPersistenceContext: Context<symbol, SessionPersistence> = createContext<
  SessionPersistence,
  symbol
>(Symbol.for("@acp-store/lit persistence"));

/** A value that an element provides. */
interface Provision<Value> {
  getValue: () => Value;
  readonly provider: ContextProvider<Context<symbol, Value>>;
}

/** The values by their elements, because a provider of a context skips its own element. */
type Provided<Value> = WeakMap<HTMLElement, Provision<Value>>;

const providedViews: Provided<AcpView> = new WeakMap();
const providedSessions: Provided<string> = new WeakMap();
const providedPersistences: Provided<SessionPersistence> = new WeakMap();

/**
 * Provides a store, or a mirror of one, to an element and those inside it. A function is called when
 * the element connects and before each of its updates. A second call replaces the store.
 *
 * @example
 * ```ts
 * provideAcpStore(document.body, store);
 * ```
 */
export function provideAcpStore(host: ProviderHost, store: MaybeGetter<AcpView>): void {
  provideContext(host, acpStoreContext, providedViews, () => toValue(store));
}

/**
 * Names the session that the controllers of an element read, and those of the elements inside it. Their
 * values are empty while it is `undefined`. A function is called when the element connects and before
 * each of its updates.
 *
 * @example
 * ```ts
 * class AgentPanel extends LitElement {
 *   static override properties = { sessionId: {} };
 *   declare sessionId: string;
 *   constructor() {
 *     super();
 *     provideAcpSession(this, () => this.sessionId);
 *   }
 * }
 * ```
 */
export function provideAcpSession(
  host: ProviderHost,
  sessionId: MaybeGetter<string | undefined>,
): void {
  provideContext(host, acpSessionContext, providedSessions, () => toValue(sessionId) ?? NO_SESSION);
}

/**
 * Provides the saving of sessions and drafts to `SavingController` and `DraftController`. A function
 * is called when the element connects and before each of its updates.
 *
 * @example
 * ```ts
 * provideAcpPersistence(document.body, persistSessions(store, idbStorage("my-app")));
 * ```
 */
export function provideAcpPersistence(
  host: ProviderHost,
  persistence: MaybeGetter<SessionPersistence>,
): void {
  provideContext(host, acpPersistenceContext, providedPersistences, () => toValue(persistence));
}

function provideContext<Value>(
  host: ProviderHost,
  context: Context<symbol, Value>,
  provided: Provided<Value>,
  getValue: () => Value,
): void {
  const known = provided.get(host);
  if (known !== undefined) {
    known.getValue = getValue;
    known.provider.setValue(getValue());
    host.requestUpdate?.();
    return;
  }
  const provision = { getValue, provider: new ContextProvider(host, { context }) };
  provided.set(host, provision);
  const update = (): void => provision.provider.setValue(provision.getValue());
  if (host.addController !== undefined) {
    host.addController({ hostConnected: update, hostUpdate: update });
    return;
  }
  update();
  // An element without controllers does not tell the provider that it is connected.
  provision.provider.hostConnected();
}

/** Returns a getter of the nearest value, even if the host itself provides it. */
function consumeContext<Value>(
  host: ControllerHost,
  context: Context<symbol, Value>,
  provided: Provided<Value>,
): () => Value | undefined {
  const consumer = new ContextConsumer(host, { context, subscribe: true });
  return () => {
    const own = provided.get(host);
    return own === undefined ? consumer.value : own.getValue();
  };
}

/** Returns a getter of the store or mirror that was provided. It throws if there is none. */
export function consumeView(host: ControllerHost, caller: Caller): () => AcpView {
  const getView = consumeContext(host, acpStoreContext, providedViews);
  return () => requireProvided(getView(), "store", caller, "element");
}

/** Returns a getter of the session that was provided, or `undefined` if there is none. */
export function consumeOptionalSessionId(host: ControllerHost): () => string | undefined {
  return consumeContext(host, acpSessionContext, providedSessions);
}

/** Returns a getter of the session that was provided. It throws if there is none. */
export function consumeSessionId(host: ControllerHost, caller: Caller): () => string {
  const getSessionId = consumeOptionalSessionId(host);
  return () => requireProvided(getSessionId(), "session", caller, "element");
}

/** Returns a getter of the drafts. Without a persistence, they are kept in memory with the store. */
export function consumeDrafts(host: ControllerHost, caller: Caller): () => Drafts {
  const getPersistence = consumeContext(host, acpPersistenceContext, providedPersistences);
  const getView = consumeView(host, caller);
  return () => getPersistence()?.drafts ?? getMemoryDrafts(getView());
}

/** Returns a getter of the persistence that was provided. It throws if there is none. */
export function consumePersistence(host: ControllerHost, caller: Caller): () => SessionPersistence {
  const getPersistence = consumeContext(host, acpPersistenceContext, providedPersistences);
  return () => requireProvided(getPersistence(), "persistence", caller, "element");
}

/** Returns the name of a controller for errors. */
export function callerOf(controller: string, host: ControllerHost): Caller {
  return { name: `${controller} of <${host.localName}>` };
}

/**
 * Gives an element the store or mirror that was provided, for actions.
 *
 * @example
 * ```ts
 * class StopButton extends LitElement {
 *   readonly #acp = new StoreController(this);
 *   readonly #stop = () => this.#acp.view.cancelTurn("s1");
 *   protected override render() {
 *     return html`<button @click=${this.#stop}>Stop</button>`;
 *   }
 * }
 * ```
 */
export class StoreController {
  readonly #caller: Caller;
  readonly #getView: () => AcpView;

  /** Creates a controller. The element must have a provider when it reads `view` or `store`. */
  constructor(host: ControllerHost) {
    this.#caller = callerOf("StoreController", host);
    this.#getView = consumeView(host, this.#caller);
  }

  /**
   * The store or mirror that was provided, with what both can do.
   * @throws AcpProviderError if none was provided.
   */
  get view(): AcpView {
    return this.#getView();
  }

  /**
   * The store that was provided.
   * @throws AcpProviderError if none was provided, or if it is a mirror: only the window that owns the
   *   connection has the store.
   */
  get store(): AcpStore {
    return requireStore(this.view, this.#caller, "`view`");
  }
}
