/** What the extension tells the page: a button was pressed. */
export interface ExtensionMessage {
  readonly type: string;
  readonly payload?: {
    readonly type?: string;
    readonly status?: boolean;
    readonly nextLiftedState?: unknown;
  };
}

/** The extension's side of a connection. */
export interface ExtensionConnection {
  init(state: unknown): void;
  /** With `null` for an action, the state is the whole list of the extension. */
  send(action: { readonly type: string } | null, state: unknown): void;
  subscribe(listener: (message: ExtensionMessage) => void): (() => void) | undefined;
}

interface Extension {
  connect(options: object): ExtensionConnection;
}

/** Buttons that would have to change the store are hidden. */
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
/** Actions that the extension keeps; its own 50 are over within a second of a busy agent. */
const MOST_ACTIONS = 500;

/** Connects to the extension, if the browser has it. */
export function connectExtension(name: string): ExtensionConnection | undefined {
  const { __REDUX_DEVTOOLS_EXTENSION__: extension } = globalThis as {
    __REDUX_DEVTOOLS_EXTENSION__?: Extension;
  };
  return extension?.connect({ name, features: FEATURES, maxAge: MOST_ACTIONS });
}
