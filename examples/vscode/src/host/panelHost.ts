import { acceptWebviewLinks, type WebviewContainer } from "@acp-store/mirror";
import { type HostMessage, isPanelMessage, type PanelCommand } from "../shared/messages.js";
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

/** Creates the host of the panels. `run` runs the commands that the page asks for. */
export function createPanelHost(
  agentHost: AgentHost,
  run: (command: PanelCommand) => void,
): PanelHost {
  const containers = new Set<PanelContainer>();

  function post(message: HostMessage): void {
    for (const { webview } of containers) webview.postMessage(message);
  }

  function postShown(sessionId: string | undefined): void {
    post({ type: "shown", ...(sessionId !== undefined && { sessionId }) });
  }

  agentHost.onShown(postShown);

  function onMessage(message: unknown): void {
    if (!isPanelMessage(message)) return;
    if (message.type === "loaded") postShown(agentHost.shownSession());
    else if (message.type === "show") agentHost.show(message.sessionId);
    else run(message.command);
  }

  return {
    attach(container) {
      containers.add(container);
      const listening = container.webview.onDidReceiveMessage(onMessage);
      container.onDidDispose(() => {
        containers.delete(container);
        listening.dispose();
      });
      // The panel belongs to the user of this window, so it may do everything.
      acceptWebviewLinks(container, (link) =>
        agentHost.mirrors.connect(link, { name: "Panel", may: () => true }),
      );
    },
    focusMessageField: () => post({ type: "focusMessageField" }),
    isVisible: () => [...containers].some(({ visible }) => visible),
  };
}
