import { acceptWebviewLinks, type WebviewContainer } from "@acp-store/mirror";
import type { FleetRights } from "@acp-store/fleet/mirror";
import { type HostMessage, isPanelMessage } from "../shared/messages.js";
import type { AgentHost } from "./agentHost.js";

/** The part of a `WebviewView` or `WebviewPanel` that the host of a panel needs. */
export interface PanelContainer extends WebviewContainer {
  /** Whether the user can see the panel. */
  readonly visible: boolean;
}

/** Connects the pages of webviews to the agent host. */
export interface PanelHost {
  /** Serves the page of a webview, even when it is loaded again, until the webview is disposed. */
  attach(container: PanelContainer): void;
  /** Moves the keyboard focus to the message field. */
  focusMessageField(): void;
  /** Whether the user can see a panel. */
  isVisible(): boolean;
}

/** The panel belongs to the user of this window, so it may do everything. */
const ALL_RIGHTS: FleetRights = {
  agent: () => ({ name: "Panel", may: () => true }),
  manageAgents: true,
  review: true,
};

/** The wishes of the user in a panel that VS Code carries out. */
export interface PanelActions {
  /** Shows a file in an editor. The path is absolute, or relative to the folder of a session. */
  openFile(path: string, line?: number): void;
  /** Creates a session with an agent. */
  newSession(agentId: string): void;
}

/** Creates the host of the panels. */
export function createPanelHost(agentHost: AgentHost, actions: PanelActions): PanelHost {
  const containers = new Set<PanelContainer>();

  function post(message: HostMessage): void {
    for (const { webview } of containers) webview.postMessage(message);
  }

  function postShown(key: string | undefined): void {
    post({ type: "shown", ...(key !== undefined && { key }) });
  }

  agentHost.onShown(postShown);

  function onMessage(message: unknown): void {
    if (!isPanelMessage(message)) return;
    if (message.type === "loaded") postShown(agentHost.shownKey());
    else if (message.type === "show") agentHost.show(message.key);
    else if (message.type === "open") actions.openFile(message.path, message.line);
    else actions.newSession(message.agentId);
  }

  return {
    attach(container) {
      containers.add(container);
      const listening = container.webview.onDidReceiveMessage(onMessage);
      container.onDidDispose(() => {
        containers.delete(container);
        listening.dispose();
      });
      acceptWebviewLinks(container, (link) => agentHost.pages.connect(link, ALL_RIGHTS));
    },
    focusMessageField: () => post({ type: "focusMessageField" }),
    isVisible: () => [...containers].some(({ visible }) => visible),
  };
}
