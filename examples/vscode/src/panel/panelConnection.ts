import { createMirror, type Mirror, webviewLink } from "@acp-store/mirror";
import { type HostMessage, isHostMessage, type PanelMessage } from "../shared/messages.js";

/** The object that VS Code gives to the page of a webview, once. */
interface VsCodeApi {
  postMessage(message: unknown): void;
  getState(): PanelState | undefined;
  setState(state: PanelState): PanelState;
}

declare function acquireVsCodeApi(): VsCodeApi;

/** The values that VS Code keeps while the page is not loaded. */
interface PanelState {
  /** The unsent prompts, by session. */
  readonly drafts: Readonly<Record<string, string>>;
}

/** The connection of the page to the extension. */
export interface PanelConnection {
  readonly mirror: Mirror;
  /** Sends a message to the extension. */
  post(message: PanelMessage): void;
  /** Calls a listener with each message of the extension. Returns a function that removes it. */
  onMessage(listener: (message: HostMessage) => void): () => void;
  /** Returns the unsent prompt of a session. */
  getDraft(sessionId: string): string;
  /** Keeps the unsent prompt of a session, also while the page is not loaded. */
  setDraft(sessionId: string, text: string): void;
}

/** Connects the page. Called once, because VS Code gives its API to a page only once. */
export function connectPanel(): PanelConnection {
  const api = acquireVsCodeApi();
  const getDrafts = () => api.getState()?.drafts ?? {};
  return {
    mirror: createMirror(() => webviewLink(api), { sessions: [] }),
    post: (message) => api.postMessage(message),
    onMessage(listener) {
      const receive = ({ data, origin }: MessageEvent<unknown>): void => {
        if (origin === globalThis.origin && isHostMessage(data)) listener(data);
      };
      globalThis.addEventListener("message", receive);
      return () => globalThis.removeEventListener("message", receive);
    },
    getDraft: (sessionId) => getDrafts()[sessionId] ?? "",
    setDraft(sessionId, text) {
      const { [sessionId]: _, ...others } = getDrafts();
      api.setState({ drafts: text === "" ? others : { ...others, [sessionId]: text } });
    },
  };
}
