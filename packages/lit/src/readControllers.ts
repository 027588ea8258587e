import {
  createReadSource,
  createStoreSource,
  type StateRead,
  type StateStore,
  type ValueSource,
} from "@acp-store/core/reads";
import { callerOf, consumeSessionId, consumeView, type ControllerHost } from "./context.js";

/**
 * Updates an element when the value of a read differs. The function that names the read is called
 * before each update, so it can use the properties of the element.
 *
 * @example
 * ```ts
 * class ConnectionStatus extends LitElement {
 *   readonly #connection = new ReadController(this, () => connectionRead());
 *   protected override render() {
 *     return html`<p>${this.#connection.value?.status}</p>`;
 *   }
 * }
 * ```
 */
export class ReadController<Value> {
  readonly #getSource: () => ValueSource<Value>;

  /** Creates a controller of the store or mirror that was provided. */
  constructor(host: ControllerHost, getRead: () => StateRead<Value>) {
    const getView = consumeView(host, callerOf("ReadController", host));
    this.#getSource = followSource(host, () => createReadSource(getView(), getRead()));
  }

  /**
   * The current value.
   * @throws AcpProviderError if no store was provided.
   */
  get value(): Value {
    return this.#getSource().get();
  }
}

/**
 * Updates an element when the value of a read of the provided session differs. The function that
 * names the read is called before each update, so it can use the properties of the element.
 *
 * @example
 * ```ts
 * class ToolCallRow extends LitElement {
 *   static override properties = { callId: {} };
 *   declare callId: string;
 *   readonly #call = new SessionReadController(this, (id) => toolCallRead(id, this.callId));
 *   protected override render() {
 *     return html`<p>${this.#call.value?.title}</p>`;
 *   }
 * }
 * ```
 */
export class SessionReadController<Value> {
  readonly #getSource: () => ValueSource<Value>;

  /** Creates a controller of the session that was provided. */
  constructor(host: ControllerHost, createRead: (sessionId: string) => StateRead<Value>) {
    const caller = callerOf("SessionReadController", host);
    const getView = consumeView(host, caller);
    const getSessionId = consumeSessionId(host, caller);
    this.#getSource = followSource(host, () =>
      createReadSource(getView(), createRead(getSessionId())),
    );
  }

  /**
   * The current value.
   * @throws AcpProviderError if no store was provided or no session was named.
   */
  get value(): Value {
    return this.#getSource().get();
  }
}

/**
 * Updates an element when a value of another store differs, such as the overview of several agents or a
 * store of zustand. It needs no provider. Both functions can use the properties of the element.
 *
 * @example
 * ```ts
 * class InboxList extends LitElement {
 *   static override properties = { fleet: { attribute: false } };
 *   declare fleet: FleetView;
 *   readonly #inbox = new StoreValueController(this, () => this.fleet.overview, (state) => state.inbox);
 *   protected override render() {
 *     return html`<p>${this.#inbox.value.length}</p>`;
 *   }
 * }
 * ```
 */
export class StoreValueController<State, Value> {
  readonly #getSource: () => ValueSource<Value>;

  /** Creates a controller of a store. `getStore` is called before each update. */
  constructor(
    host: ControllerHost,
    getStore: () => StateStore<State>,
    select: (state: State) => Value,
  ) {
    this.#getSource = followSource(host, () => createStoreSource(getStore(), select));
  }

  /** The current value. */
  get value(): Value {
    return this.#getSource().get();
  }
}

/**
 * Updates a host when the value of a source changes, as long as the host is connected. Returns a
 * getter of the source, which is chosen again before each update.
 */
export function followSource<Source extends ValueSource<unknown>>(
  host: ControllerHost,
  getSource: () => Source,
): () => Source {
  let source: Source | undefined;
  let stop: (() => void) | undefined;
  const end = (): void => {
    stop?.();
    stop = undefined;
  };
  host.addController({
    // Lit does not update an element that is connected again, but the value may have changed.
    hostConnected: () => host.requestUpdate(),
    hostUpdate() {
      const next = getSource();
      if (next !== source) end();
      source = next;
      // A pending update also runs after the element was removed.
      if (host.isConnected) stop ??= source.subscribe(() => host.requestUpdate());
    },
    hostDisconnected: end,
  });
  // The renderer for servers calls no `hostUpdate`.
  return () => (source ??= getSource());
}
