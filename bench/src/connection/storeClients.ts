import { Readable, Writable } from "node:stream";
import { type AgentStream, connectAgent } from "@acp-store/client";
import { type AgentProcess, agentProcessStream } from "@acp-store/client/node";
import { type AcpStore, createAcpStore } from "@acp-store/core";
import { ndJsonStream } from "@agentclientprotocol/sdk";
import { sink } from "../contestants/contestant.js";
import type { Version } from "../wire/update.js";
import type { ByteClient, ByteConnection } from "./byteClient.js";
import { STREAM_METHOD } from "./memoryAgent.js";

/** A connection of acp-store. */
interface StoreConnection extends ByteConnection {
  readonly store: AcpStore;
}

/** `connectAgent` with the stream of `spawnAgent`. */
export const storeClient: ByteClient<StoreConnection> = {
  name: "acp-store",
  connect: (agent, version) => connectStore(agentProcessStream(agent), version),
};

/** `connectAgent` with a byte stream that the SDK splits into messages. */
export const storeClientOverSdkStream: ByteClient<StoreConnection> = {
  name: "acp-store, stream of the SDK",
  async connect(agent, version) {
    const connection = await connectStore(openSdkStream(agent), version);
    // Closing a stream of the SDK does not close the pipes.
    return { ...connection, close: () => connection.close().then(agent.end) };
  },
};

/** Returns the stream that the SDK's documentation recommends for a process. */
export function openSdkStream({
  stdin,
  stdout,
}: Pick<AgentProcess, "stdin" | "stdout">): ReturnType<typeof ndJsonStream> {
  const input = Readable.toWeb(stdout) as ReadableStream<Uint8Array<ArrayBuffer>>;
  return ndJsonStream(Writable.toWeb(stdin), input);
}

/** The state is read once per task of the event loop, as by an interface that follows it. */
async function connectStore(stream: AgentStream, version: Version): Promise<StoreConnection> {
  const store = createAcpStore({ scheduler: (flush) => void setImmediate(flush) });
  store.subscribe((state) => void (sink.state = state));
  const connection = await connectAgent(store, stream, {
    protocolVersions: [version],
    reconnect: false,
  });
  return {
    store,
    stream: () => connection.request(STREAM_METHOD, {}),
    close: () => connection.close(),
  };
}
