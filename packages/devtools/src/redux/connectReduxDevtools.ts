import type { ReadableAcpStore } from "@acp-store/core";
import { describeEvent } from "../describeEvent.js";
import { createPlainStateConverter } from "./plainState.js";

/** The options of {@link connectReduxDevtools}. */
export interface ReduxDevtoolsOptions {
  /** The name of the store in the extension. Default: `acp-store`. */
  readonly name?: string;
}

/** A message from the extension, such as a click on one of its buttons. */
interface ExtensionMessage {
  readonly type: string;
  readonly payload?: {
    readonly type?: string;
    readonly status?: boolean;
    readonly nextLiftedState?: unknown;
  };
}

interface ExtensionConnection {
  init(state: unknown): void;
  /** If the action is `null`, the state replaces the extension's whole list of actions. */
  send(action: { readonly type: string } | null, state: unknown): void;
  subscribe(listener: (message: ExtensionMessage) => void): (() => void) | undefined;
}

interface Extension {
  connect(options: object): ExtensionConnection;
}

/** The buttons of the extension. Buttons that would have to change the store are hidden. */
const FEATURES = {
  pause: true,
  export: true,
  import: true,
  jump: true,
  lock: false,
  persist: false,
  skip: false,
  reorder: false,
  dispatch: false,
  test: false,
};

/** The number of actions that the extension keeps. A busy agent exceeds its default of 50 in a second. */
const MAX_ACTIONS = 500;

/**
 * Connects a store to the Redux DevTools extension, which then shows an action for each commit and the
 * state after it. The extension cannot change the store. For the effect of each button, see
 * https://github.com/acp-store/acp-store/blob/main/docs/devtools.md. Does nothing if the extension is
 * not installed.
 *
 * @returns A function that disconnects the store.
 *
 * @example
 * ```ts
 * const disconnect = connectReduxDevtools(store, { name: "gemini" });
 * ```
 */
export function connectReduxDevtools(
  store: Pick<ReadableAcpStore, "getState" | "inspect">,
  { name = "acp-store" }: ReduxDevtoolsOptions = {},
): () => void {
  const connection = connectExtension(name);
  if (connection === undefined) return () => {};
  const toPlainState = createPlainStateConverter();
  const currentState = (): object => toPlainState(store.getState());
  let isPaused = false;

  function onMessage({ type, payload }: ExtensionMessage): void {
    if (type !== "DISPATCH") return;
    switch (payload?.type) {
      case "PAUSE_RECORDING":
        isPaused = payload.status ?? !isPaused;
        return;
      case "IMPORT_STATE":
        return connection?.send(null, payload.nextLiftedState);
      case "COMMIT":
      case "RESET":
      case "ROLLBACK":
        // The extension cannot move the store, so all three restart the list at the current state.
        return connection?.init(currentState());
    }
  }

  connection.init(currentState());
  const stopListening = connection.subscribe(onMessage);
  const stopInspecting = store.inspect((record) => {
    if (record.type !== "commit" || isPaused) return;
    const { event, frame } = record;
    connection.send(
      { type: describeEvent(event), event, ...(frame && { message: frame.msg }) } as {
        type: string;
      },
      currentState(),
    );
  });
  return () => {
    stopInspecting();
    stopListening?.();
  };
}

function connectExtension(name: string): ExtensionConnection | undefined {
  const { __REDUX_DEVTOOLS_EXTENSION__: extension } = globalThis as {
    __REDUX_DEVTOOLS_EXTENSION__?: Extension;
  };
  return extension?.connect({ name, features: FEATURES, maxAge: MAX_ACTIONS });
}
