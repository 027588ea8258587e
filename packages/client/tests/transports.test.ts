import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { MessageChannel } from "node:worker_threads";
import { connectAgent, createAgentStream } from "@acp-store/client";
import { createAcpStore } from "@acp-store/core";
import { scriptedAgent } from "@acp-store/testing";
import type { AnyMessage, Stream } from "@agentclientprotocol/sdk";
import { createHttpStream } from "@agentclientprotocol/sdk/experimental/http-client";
import {
  createNodeHttpHandler,
  createNodeWebSocketUpgradeHandler,
} from "@agentclientprotocol/sdk/experimental/node";
import { AcpServer } from "@agentclientprotocol/sdk/experimental/server";
import { createWebSocketStream } from "@agentclientprotocol/sdk/experimental/ws-client";
import { describe, expect, it, onTestFinished } from "vitest";
import { WebSocket, WebSocketServer } from "ws";

const createAgent = () => scriptedAgent({ onPrompt: async () => {} });

/**
 * Starts the SDK's server for HTTP with server-sent events and for WebSocket. Resolves with its
 * address.
 */
async function startServer(): Promise<string> {
  const { serve } = createAgent();
  const acp = new AcpServer({
    createAgent: () => ({ connect: (stream) => ({ closed: serve(stream) }) }),
  });
  const http = createServer(createNodeHttpHandler(acp));
  const sockets = new WebSocketServer({ noServer: true });
  http.on("upgrade", createNodeWebSocketUpgradeHandler(acp, sockets));
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  onTestFinished(async () => {
    await acp.close();
    sockets.close();
    http.closeAllConnections();
    http.close();
  });
  return `127.0.0.1:${(http.address() as AddressInfo).port}/acp`;
}

/** Connects an agent to the other end of a channel of messages. */
function openChannel(): Stream {
  const { port1, port2 } = new MessageChannel();
  const incoming = new ReadableStream<AnyMessage>({
    start: (controller) => void port2.on("message", (message) => controller.enqueue(message)),
  });
  const outgoing = new WritableStream<AnyMessage>({
    write: (message) => port2.postMessage(message),
  });
  void createAgent().serve({ readable: incoming, writable: outgoing });
  return createAgentStream({
    send: (message) => port1.postMessage(message),
    subscribe(receive, end) {
      port1.on("message", receive).on("close", () => end());
      return () => port1.close();
    },
  });
}

const TRANSPORTS: Readonly<Record<string, () => Promise<Stream>>> = {
  memory: async () => createAgent().connect(),
  "a message port": async () => openChannel(),
  HTTP: async () => createHttpStream(`http://${await startServer()}`),
  WebSocket: async () => createWebSocketStream(`ws://${await startServer()}`, { WebSocket }),
};

describe.each(Object.entries(TRANSPORTS))("connectAgent over %s", (_name, open) => {
  it.each([1, 2] as const)("connects and completes a turn in version %i", async (version) => {
    const store = createAcpStore();
    const agent = await connectAgent(store, await open(), { protocolVersions: [version] });
    const { sessionId } = await agent.newSession({ cwd: "/w" });
    expect(await agent.prompt(sessionId, "Go")).toEqual({ stopReason: "end_turn" });
    expect(store.getState()).toMatchObject({
      protocolVersion: version,
      connection: { status: "ready" },
    });
    const [turn] = store.getState().sessions.get(sessionId)?.turns.values() ?? [];
    expect(turn).toMatchObject({ status: "ended", stopReason: "end_turn" });
    void agent.close();
    await agent.closed;
    expect(store.getState().connection?.status).toBe("closed");
  });
});
