import { type AcpStore, createAcpStore } from "@acp-store/core";
import { AcpStoreProvider } from "@acp-store/react";
import { createRoot } from "react-dom/client";
import { expect, onTestFinished } from "vitest";
import { page } from "vitest/browser";
import { AgentPanel, type AgentPanelProps } from "../../src/index.js";
import styleText from "../../src/style.css?inline";
import { IDLE_AGENT, SESSION } from "./session.js";

/** A panel on the page with a session that the test fills. */
export interface ShownSession {
  readonly store: AcpStore;
  /** Sends an update of the agent. */
  update(fields: object): void;
  /** Adds a text of the agent, and waits until it is shown. */
  say(text: string): Promise<void>;
  /** Returns the element that scrolls the messages. */
  findScroller(): HTMLElement;
  /** Returns the number of elements in the panel. */
  countElements(): number;
}

interface ShownSessionOptions extends Partial<AgentPanelProps> {
  /** The width of the window in pixels. Default: 1280. */
  readonly width?: number;
}

/** Shows the panel of an empty session, as a page does: React may render in small steps. */
export async function showSession(options: ShownSessionOptions = {}): Promise<ShownSession> {
  const { width = 1280, ...props } = options;
  await page.viewport(width, 860);
  const store = createAcpStore();
  store.openSession({ sessionId: SESSION, cwd: "/project" });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(styleText);
  document.adoptedStyleSheets = [sheet];
  const parent = document.body.appendChild(document.createElement("div"));
  parent.style.height = "100vh";
  const reactRoot = createRoot(parent);
  reactRoot.render(
    <AcpStoreProvider store={store}>
      <AgentPanel agent={IDLE_AGENT} sessionId={SESSION} cwd="/project" {...props} />
    </AcpStoreProvider>,
  );
  // Measured rows change the height of the conversation. The browser reports that it continues with
  // their observers in the next frame.
  const ignored = new AbortController();
  const ignore = (event: ErrorEvent): void => {
    if (event.message.startsWith("ResizeObserver loop")) event.stopImmediatePropagation();
  };
  addEventListener("error", ignore, { capture: true, signal: ignored.signal });
  onTestFinished(() => {
    reactRoot.unmount();
    parent.remove();
    document.adoptedStyleSheets = [];
    ignored.abort();
  });
  let messageCount = 0;
  const update = (fields: object): void =>
    void store.ingest({ sessionId: SESSION, update: fields });
  return {
    store,
    update,
    async say(text) {
      const content = { type: "text", text };
      const messageId = `message-${messageCount++}`;
      update({ sessionUpdate: "agent_message_chunk", messageId, content });
      const [lastLine = ""] = text.split("\n").slice(-1);
      await expect.element(page.getByText(lastLine, { exact: true }).last()).toBeInTheDocument();
    },
    findScroller() {
      const scroller = parent.querySelector<HTMLElement>(".acp-conversation-scroll");
      if (scroller === null) throw new Error("There is no conversation.");
      return scroller;
    },
    countElements: () => parent.querySelectorAll("*").length,
  };
}
