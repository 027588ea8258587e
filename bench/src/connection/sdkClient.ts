import { client, methods, PROTOCOL_VERSION } from "@agentclientprotocol/sdk";
import * as v2 from "@agentclientprotocol/sdk/experimental/v2";
import type { ByteClient, ByteConnection } from "./byteClient.js";
import { STREAM_METHOD } from "./memoryAgent.js";
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
  async connect(process, version) {
    const stream = openSdkStream(process);
    let updates = 0;
    const handle = (): void => void updates++;
    const connection = version === 1 ? connectV1(stream, handle) : connectV2(stream, handle);
    await connection.initialize();
    return {
      stream: connection.stream,
      countUpdates: () => updates,
      async close() {
        connection.close();
        await process.end();
      },
    };
  },
};

/** A connection of the SDK in one version of the protocol. */
interface SdkConnection {
  initialize(): Promise<unknown>;
  stream(): Promise<unknown>;
  close(): void;
}

function connectV1(stream: ReturnType<typeof openSdkStream>, handle: () => void): SdkConnection {
  const connection = client({ name: INFO.name })
    .onNotification(methods.client.session.update, handle)
    .connect(stream);
  const params = { protocolVersion: PROTOCOL_VERSION, clientCapabilities: {} };
  return {
    initialize: () => connection.agent.request(methods.agent.initialize, params),
    stream: () => connection.agent.request(STREAM_METHOD, {}),
    close: () => connection.close(),
  };
}

function connectV2(stream: ReturnType<typeof openSdkStream>, handle: () => void): SdkConnection {
  const connection = v2
    .client({ name: INFO.name })
    .onNotification(v2.methods.client.session.update, handle)
    .connect(stream);
  const params = { protocolVersion: v2.PROTOCOL_VERSION, info: INFO, capabilities: {} };
  return {
    initialize: () => connection.agent.request(v2.methods.agent.initialize, params),
    stream: () => connection.agent.request(STREAM_METHOD, {}),
    close: () => connection.close(),
  };
}
