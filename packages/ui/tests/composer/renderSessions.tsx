import { type AcpStore, type ContentBlock, createAcpStore } from "@acp-store/core";
import { AcpSessionProvider, AcpStoreProvider } from "@acp-store/react";
import { render } from "@testing-library/react";
import type { ReactElement } from "react";
import { Composer } from "../../src/composer/Composer.js";
import { AcpUiProvider } from "../../src/context/AcpUiProvider.js";
import type { AcpUi } from "../../src/context/acpUiContext.js";
import type { PanelAgent } from "../../src/context/panelAgent.js";
import { QueuedPrompts } from "../../src/queue/QueuedPrompts.js";

/** The capabilities in the form of each protocol version. */
const CAPABILITIES = {
  1: { promptCapabilities: { image: true, embeddedContext: true } },
  2: { session: { prompt: { image: {}, embeddedContext: {} } } },
};

function initialize(store: AcpStore, version: 1 | 2, capabilities: object): void {
  const params = { protocolVersion: version };
  const field = version === 1 ? "agentCapabilities" : "capabilities";
  const info = { name: "agent", version: "1" };
  const result = { protocolVersion: version, [field]: capabilities, agentInfo: info, info };
  const msg = { jsonrpc: "2.0", id: 0, method: "initialize", params };
  store.observe({ dir: "sent", msg });
  store.observe({ dir: "recv", msg: { jsonrpc: "2.0", id: 0, result } });
}

/**
 * Renders the composer and the queue of the first of two sessions, `s1` and `s2`. `sent` collects the
 * prompts, and `show` switches to another session.
 */
export function renderSessions(
  version: 1 | 2 = 1,
  capabilities: object = CAPABILITIES[version],
  actions: Partial<PanelAgent> = {},
  ui: Pick<AcpUi, "mentions"> = {},
) {
  const store = createAcpStore({ scheduler: "sync" });
  initialize(store, version, capabilities);
  for (const sessionId of ["s1", "s2"]) store.openSession({ sessionId, cwd: "/p" });
  const sent: (readonly ContentBlock[])[] = [];
  const done = async (): Promise<void> => {};
  const agent: PanelAgent = {
    prompt: async (_, blocks) => void sent.push(blocks),
    sendNow: done,
    cancel: done,
    setMode: done,
    setModel: done,
    setConfigOption: done,
    ...actions,
  };
  const createTree = (sessionId: string, isConnected = true): ReactElement => (
    <AcpStoreProvider store={store}>
      <AcpSessionProvider sessionId={sessionId}>
        <AcpUiProvider {...ui} cwd="/p" agent={isConnected ? agent : undefined}>
          <input aria-label="Search" />
          <button type="button">New session</button>
          <QueuedPrompts />
          <Composer />
        </AcpUiProvider>
      </AcpSessionProvider>
    </AcpStoreProvider>
  );
  const { rerender, unmount } = render(createTree("s1"));
  return {
    store,
    sent,
    show: (sessionId: string): void => rerender(createTree(sessionId)),
    /** Connects or disconnects the agent. */
    setConnected: (isConnected: boolean): void => rerender(createTree("s1", isConnected)),
    /** Removes the composer, and renders it again. */
    reopen(): void {
      unmount();
      render(createTree("s1"));
    },
  };
}
