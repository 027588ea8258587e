import { Readable, Writable } from "node:stream";
import { client, methods, PROTOCOL_VERSION } from "@agentclientprotocol/sdk";
import * as v2 from "@agentclientprotocol/sdk/experimental/v2";
import * as sdk04 from "acp-sdk-0.4";
import { useAcp } from "../contestants/useAcp.js";
import type { AgentPipes } from "./agentBytes.js";
import { STREAM_METHOD } from "./agentScript.js";
import type { ByteClient, ByteConnection } from "./byteClient.js";
import { openSdkStream } from "./storeClients.js";

/** A connection whose handler counts the updates. */
interface CountingConnection extends ByteConnection {
  /** Returns the number of updates that reached the handler. */
  countUpdates(): number;
}

const INFO = { name: "bench", version: "1" };

/** The SDK with a handler that does nothing. */
export const sdkClient: ByteClient<CountingConnection> = {
  name: "SDK, empty handler",
  note: "no state",
  async connect(agent) {
    const pipes = await agent.openPipes();
    let updates = 0;
    const handle = (): void => void updates++;
    const connect = agent.version === 1 ? connectV1 : connectV2;
    return { ...(await connect(pipes, handle)), countUpdates: () => updates };
  },
};

async function connectV1(pipes: AgentPipes, handle: () => void): Promise<ByteConnection> {
  const connection = client({ name: INFO.name })
    .onNotification(methods.client.session.update, handle)
    .connect(openSdkStream(pipes));
  const { agent } = connection;
  await agent.request(methods.agent.initialize, {
    protocolVersion: PROTOCOL_VERSION,
    clientCapabilities: {},
  });
  return {
    stream: () => agent.request(STREAM_METHOD, {}),
    close: () => closeConnection(connection, pipes),
  };
}

async function connectV2(pipes: AgentPipes, handle: () => void): Promise<ByteConnection> {
  const connection = v2
    .client({ name: INFO.name })
    .onNotification(v2.methods.client.session.update, handle)
    .connect(openSdkStream(pipes));
  const { agent } = connection;
  await agent.request(v2.methods.agent.initialize, {
    protocolVersion: v2.PROTOCOL_VERSION,
    info: INFO,
    capabilities: {},
  });
  return {
    stream: () => agent.request(STREAM_METHOD, {}),
    close: () => closeConnection(connection, pipes),
  };
}

async function closeConnection(connection: { close(): void }, pipes: AgentPipes): Promise<void> {
  connection.close();
  await pipes.end();
}

/**
 * The store of use-acp behind the SDK version that the package depends on. Its hook connects both in
 * the same way, but only over a WebSocket.
 */
export const useAcpClient: ByteClient = {
  name: useAcp.name,
  ...(useAcp.maxLines && { maxLines: useAcp.maxLines }),
  note: "no patches",
  async connect(agent, earlier) {
    const pipes = await agent.openPipes();
    const run = useAcp.start(agent.version);
    run.load(earlier);
    const handlers: sdk04.Client = {
      sessionUpdate: async (params) => run.addNotification(params),
      requestPermission: async () => ({ outcome: { outcome: "cancelled" } }),
    };
    const input = Readable.toWeb(pipes.stdout) as ReadableStream<Uint8Array>;
    const stream = sdk04.ndJsonStream(Writable.toWeb(pipes.stdin), input);
    const connection = new sdk04.ClientSideConnection(() => handlers, stream);
    await connection.initialize({ protocolVersion: 1, clientCapabilities: {} });
    // This version of the SDK adds the underscore.
    const method = STREAM_METHOD.slice(1);
    return { stream: () => connection.extMethod(method, {}), close: () => pipes.end() };
  },
};
