import type { Drafts, SessionPersistence } from "@acp-store/core/reads";
import { sessionKey } from "@acp-store/fleet";
import { connectFleet, type RemoteFleet } from "@acp-store/fleet/mirror";
import { webviewLink } from "@acp-store/mirror";
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
  /** The unsent prompts, by the key of the session. */
  readonly drafts: Readonly<Record<string, string>>;
}

/** The connection of the page to the extension. */
export interface PanelConnection {
  readonly fleet: RemoteFleet;
  /** Sends a message to the extension. */
  post(message: PanelMessage): void;
  /** Calls a listener with each message of the extension. Returns a function that removes it. */
  onMessage(listener: (message: HostMessage) => void): () => void;
  /**
   * Keeps the unsent prompts of an agent, even while the page is not loaded. The extension saves the
   * sessions.
   */
  persistenceOf(agentId: string): SessionPersistence;
}

/** Connects the page. Called once, because VS Code gives its API to a page only once. */
export function connectPanel(): PanelConnection {
  const api = acquireVsCodeApi();
  const persistences = new Map<string, SessionPersistence>();
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
    persistenceOf(agentId) {
      const persistence = persistences.get(agentId) ?? {
        status: "ok",
        lastSavedAt: undefined,
        sessionStatus: () => undefined,
        onStatus: () => () => {},
        drafts: createDrafts(api, agentId),
      };
      persistences.set(agentId, persistence);
      return persistence;
    },
  };
}

/** Keeps the drafts of an agent in the state that VS Code keeps for the page. */
function createDrafts(api: VsCodeApi, agentId: string): Drafts {
  const listeners = new Set<Parameters<Drafts["onChange"]>[0]>();
  const getTexts = () => api.getState()?.drafts ?? {};
  return {
    get: async (sessionId) => getTexts()[sessionKey({ agentId, sessionId })] ?? "",
    set(sessionId, text) {
      const key = sessionKey({ agentId, sessionId });
      const { [key]: _, ...others } = getTexts();
      api.setState({ drafts: text === "" ? others : { ...others, [key]: text } });
      for (const listener of [...listeners]) listener({ sessionId, text });
    },
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
