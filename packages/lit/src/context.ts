import type { AcpStore, AcpView } from "@acp-store/core";
import { type Drafts, getMemoryDrafts, type SessionPersistence } from "@acp-store/core/reads";
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
export function provideAcpStore(host: ProviderHost, store: AcpView | (() => AcpView)): void {
  provideContext(host, acpStoreContext, providedViews, toGetter(store));
}

/**
 * Names the session that the controllers of an element read, and those of the elements inside it. A
 * function is called when the element connects and before each of its updates.
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
export function provideAcpSession(host: ProviderHost, sessionId: string | (() => string)): void {
  provideContext(host, acpSessionContext, providedSessions, toGetter(sessionId));
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
  persistence: SessionPersistence | (() => SessionPersistence),
): void {
  provideContext(host, acpPersistenceContext, providedPersistences, toGetter(persistence));
}

function toGetter<Value>(value: Value | (() => Value)): () => Value {
  return isGetter(value) ? value : () => value;
}

function isGetter<Value>(value: Value | (() => Value)): value is () => Value {
  return typeof value === "function";
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

/** Returns a getter of the nearest value, also if the host itself provides it. */
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
export function consumeView(host: ControllerHost): () => AcpView {
  const getView = consumeContext(host, acpStoreContext, providedViews);
  return () => {
    const view = getView();
    if (view !== undefined) return view;
    throw new Error(
      `[acp-store] No store was provided for <${host.localName}>. Call provideAcpStore(element, store) with an element around it, or with this in its constructor.`,
    );
  };
}

/** Returns a getter of the session that was provided, or `undefined` if there is none. */
export function consumeOptionalSessionId(host: ControllerHost): () => string | undefined {
  return consumeContext(host, acpSessionContext, providedSessions);
}

/** Returns a getter of the session that was provided. It throws if there is none. */
export function consumeSessionId(host: ControllerHost): () => string {
  const getSessionId = consumeOptionalSessionId(host);
  return () => {
    const sessionId = getSessionId();
    if (sessionId !== undefined) return sessionId;
    throw new Error(
      `[acp-store] No session was named for <${host.localName}>. Call provideAcpSession(element, sessionId) with an element around it, or provideAcpSession(this, () => this.sessionId) in its constructor.`,
    );
  };
}

/** Returns a getter of the drafts. Without a persistence, they are kept in memory with the store. */
export function consumeDrafts(host: ControllerHost): () => Drafts {
  const getPersistence = consumeContext(host, acpPersistenceContext, providedPersistences);
  const getView = consumeView(host);
  return () => getPersistence()?.drafts ?? getMemoryDrafts(getView());
}

/** Returns a getter of the persistence that was provided. It throws if there is none. */
export function consumePersistence(host: ControllerHost): () => SessionPersistence {
  const getPersistence = consumeContext(host, acpPersistenceContext, providedPersistences);
  return () => {
    const persistence = getPersistence();
    if (persistence !== undefined) return persistence;
    throw new Error(
      `[acp-store] No persistence was provided for <${host.localName}>. Call provideAcpPersistence(element, persistence) with an element around it, or with this in its constructor.`,
    );
  };
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
  readonly #getView: () => AcpView;

  /** Creates a controller. The element must have a provider when it reads `view` or `store`. */
  constructor(host: ControllerHost) {
    this.#getView = consumeView(host);
  }

  /**
   * The store or mirror that was provided, with what both can do.
   * @throws Error if none was provided.
   */
  get view(): AcpView {
    return this.#getView();
  }

  /**
   * The store that was provided.
   * @throws Error if none was provided, or if it is a mirror: only the window that owns the
   *   connection has the store.
   */
  get store(): AcpStore {
    const { view } = this;
    if (isStore(view)) return view;
    throw new Error(
      "[acp-store] This element needs the store itself, but a mirror was provided. Use `view`, or show the element in the window that owns the connection.",
    );
  }
}

function isStore(view: AcpView): view is AcpStore {
  return "observe" in view;
}
