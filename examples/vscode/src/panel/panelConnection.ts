import { connectFleet, type RemoteFleet } from "@acp-store/fleet/mirror";
import { webviewLink } from "@acp-store/mirror";
import { type HostMessage, isHostMessage, type PanelMessage } from "../shared/messages.js";

/** The object that VS Code gives to the page of a webview, once. */
interface VsCodeApi {
  postMessage(message: unknown): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

/** The connection of the page to the extension. */
export interface PanelConnection {
  readonly fleet: RemoteFleet;
  /** Sends a message to the extension. */
  post(message: PanelMessage): void;
  /** Calls a listener with each message of the extension. Returns a function that removes it. */
  onMessage(listener: (message: HostMessage) => void): () => void;
}

/** Connects the page. Called once, because VS Code gives its API to a page only once. */
export function connectPanel(): PanelConnection {
  const api = acquireVsCodeApi();
  return {
    fleet: connectFleet(() => webviewLink(api)),
    post: (message) => api.postMessage(message),
    onMessage(listener) {
      const receive = ({ data, origin }: MessageEvent<unknown>): void => {
        if (origin === globalThis.origin && isHostMessage(data)) listener(data);
      };
      globalThis.addEventListener("message", receive);
      return () => globalThis.removeEventListener("message", receive);
    },
  };
}
