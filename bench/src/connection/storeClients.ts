import { Readable, Writable } from "node:stream";
import { type AgentStream, connectAgent } from "@acp-store/client";
import { agentProcessStream } from "@acp-store/client/node";
import { type AcpStore, createAcpStore } from "@acp-store/core";
import { ndJsonStream } from "@agentclientprotocol/sdk";
import { sink } from "../contestants/contestant.js";
import type { AgentBytes, AgentPipes } from "./agentBytes.js";
import { STREAM_METHOD } from "./agentScript.js";
import type { ByteClient, ByteConnection } from "./byteClient.js";

/** A connection of acp-store. */
interface StoreConnection extends ByteConnection {
  readonly store: AcpStore;
}

/** `connectAgent` with the stream of `spawnAgent`. The targets apply to this contestant. */
export const storeClient: ByteClient<StoreConnection> = {
  name: "acp-store",
  connect: async (agent) => connectStore(agentProcessStream(await agent.startAgent()), agent),
};

/** `connectAgent` with a byte stream that the SDK splits into messages. */
export const storeClientOverSdkStream: ByteClient<StoreConnection> = {
  name: "acp-store, stream of the SDK",
  async connect(agent) {
    const pipes = await agent.openPipes();
    const connection = await connectStore(openSdkStream(pipes), agent);
    // Closing a stream of the SDK does not close the pipes.
    return { ...connection, close: () => connection.close().then(pipes.end) };
  },
};

/** Returns the stream that the SDK's documentation recommends for a process. */
export function openSdkStream({ stdin, stdout }: AgentPipes): ReturnType<typeof ndJsonStream> {
  const input = Readable.toWeb(stdout) as ReadableStream<Uint8Array<ArrayBuffer>>;
  return ndJsonStream(Writable.toWeb(stdin), input);
}

/** The state is read once per task of the event loop, as by an interface that follows it. */
async function connectStore(
  stream: AgentStream,
  { version }: AgentBytes,
): Promise<StoreConnection> {
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
