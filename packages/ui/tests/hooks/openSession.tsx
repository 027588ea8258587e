import { connectAgent } from "@acp-store/client";
import { createAcpStore } from "@acp-store/core";
import { AcpSessionProvider, AcpStoreProvider } from "@acp-store/react";
import { type AgentScript, scriptedAgent } from "@acp-store/testing";
import { render } from "@testing-library/react";
import type { ReactElement } from "react";
import { onTestFinished } from "vitest";
import { AcpUiProvider } from "../../src/index.js";

/** Connects to a scripted agent, and renders markup of the test under the providers. */
export async function openSession(
  version: 1 | 2,
  script: Partial<AgentScript>,
  createMarkup: (opened: Opened) => ReactElement,
) {
  const store = createAcpStore();
  const scripted = scriptedAgent({
    protocolVersions: [version],
    onPrompt: async () => {},
    ...script,
  });
  const agent = await connectAgent(store, scripted.connect);
  const { sessionId } = await agent.newSession({ cwd: "/project" });
  const opened = { store, agent, sessionId };
  const { unmount } = render(
    <AcpStoreProvider store={store}>
      <AcpSessionProvider sessionId={sessionId}>
        <AcpUiProvider agent={agent} cwd="/project">
          {createMarkup(opened)}
        </AcpUiProvider>
      </AcpSessionProvider>
    </AcpStoreProvider>,
  );
  onTestFinished(async () => {
    unmount();
    await agent.close();
  });
  return opened;
}

interface Opened {
  readonly store: ReturnType<typeof createAcpStore>;
  readonly agent: Awaited<ReturnType<typeof connectAgent>>;
  readonly sessionId: string;
}
