import type { MirrorLink } from "../link.js";
import { acceptAddressedLinks, openAddressedLink, type SharedMedium } from "./addressedLinks.js";

/** The object that `acquireVsCodeApi()` returns in the page of a webview. */
export interface WebviewApi {
  /** Sends a message to the extension. */
  postMessage(message: unknown): void;
}

/** A `WebviewPanel` or `WebviewView` of VS Code, in the extension. */
export interface WebviewContainer {
  /** The webview that the panel shows. */
  readonly webview: {
    /** Sends a message to the page. */
    postMessage(message: unknown): unknown;
    /** Adds a listener for the messages of the page. */
    onDidReceiveMessage(listener: (message: unknown) => void): { dispose(): unknown };
  };
  /** Adds a listener that runs when the panel was closed. */
  onDidDispose(listener: () => void): { dispose(): unknown };
}

/**
 * Opens a link from the page in a VS Code webview to the extension. Pass what `acquireVsCodeApi()`
 * returned. The page and the extension may exchange other messages as well.
 *
 * @example
 * ```ts
 * const vscode = acquireVsCodeApi();
 * const mirror = createMirror(() => webviewLink(vscode));
 * ```
 */
export function webviewLink(api: WebviewApi): MirrorLink {
  return openAddressedLink(
    webviewMedium(
      (message) => api.postMessage(message),
      (listener) => {
        // VS Code posts from a frame of the same origin. Frames inside the page have another one.
        const onMessage = ({ data, origin }: MessageEvent<unknown>): void => {
          if (origin === globalThis.origin) listener(data);
        };
        globalThis.addEventListener("message", onMessage);
        return () => globalThis.removeEventListener("message", onMessage);
      },
    ),
  );
}

/**
 * Accepts the links of the page in a VS Code webview. When the page is loaded again, it opens a new
 * link, and the previous one closes. The page of a hidden webview without `retainContextWhenHidden`
 * is loaded again when it is shown. Everything stops when the panel is disposed, or with the
 * returned function.
 *
 * @example
 * ```ts
 * const panel = vscode.window.createWebviewPanel("agent", "Agent", vscode.ViewColumn.Beside);
 * acceptWebviewLinks(panel, (link) => host.connect(link, { may: () => true }));
 * ```
 */
export function acceptWebviewLinks(
  container: WebviewContainer,
  accept: (link: MirrorLink) => void,
): () => void {
  const { webview } = container;
  let disposed = false;
  const stopAccepting = acceptAddressedLinks(
    webviewMedium(
      (message) => {
        if (!disposed) webview.postMessage(message);
      },
      (listener) => {
        const subscription = webview.onDidReceiveMessage(listener);
        return () => subscription.dispose();
      },
    ),
    accept,
  );
  const stop = (): void => {
    stopAccepting();
    onDispose.dispose();
  };
  const onDispose = container.onDidDispose(() => {
    // A disposed webview throws when it is used.
    disposed = true;
    stop();
  });
  return stop;
}

function webviewMedium(
  post: (message: unknown) => void,
  listen: (listener: (message: unknown) => void) => () => void,
): SharedMedium {
  const open = (listener: (message: unknown) => void) => ({ post, close: listen(listener) });
  return {
    single: true,
    openLobby: open,
    openPort: (_id, listener) => open(listener),
    announceAlive: async () => () => {},
    onGone: () => () => {},
  };
}
