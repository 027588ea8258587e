import { createAcpStore } from "@acp-store/core";
import { hostMirrors, portLink } from "../../src/index.js";

// Shares one store with everything that connects to this worker.
const host = hostMirrors(createStoreWithSession());
const rights = { may: () => true };

if ("SharedWorkerGlobalScope" in globalThis)
  addEventListener("connect", (event) => {
    const [port] = (event as MessageEvent).ports;
    if (port !== undefined) host.connect(portLink(port), rights);
  });
else host.connect(portLink(globalThis), rights);

function createStoreWithSession() {
  const store = createAcpStore();
  store.ingest({
    sessionId: "s1",
    update: { sessionUpdate: "agent_message_chunk", content: { type: "text", text: "Hello" } },
  });
  return store;
}
