import { connectAgent } from "@acp-store/client";
import { createAcpStore } from "@acp-store/core";
import { createWebSocketStream } from "@agentclientprotocol/sdk/experimental/ws-client";
import { hostMirrors, type SharedTab, shareBetweenTabs } from "../../src/index.js";

const tab = shareBetweenTabs("e2e", async (previous) => {
  const store = createAcpStore();
  const agent = await connectAgent(store, () =>
    createWebSocketStream(`ws://${location.host}/agent`),
  );
  const sessions = [...previous.sessions.values()];
  if (sessions.length === 0) await agent.newSession({ cwd: "/project" });
  for (const { sessionId, cwd } of sessions)
    if (cwd !== undefined) await agent.loadSession({ sessionId, cwd });
  return { host: hostMirrors(store, { agent }), close: () => agent.close() };
});

declare global {
  /** The shared store, for the test. */
  var tab: SharedTab;
}
globalThis.tab = tab;
