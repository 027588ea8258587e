import type { AnyMessage, Stream } from "@agentclientprotocol/sdk";

/** Creates the two ends of a connection. */
function createStreamPair(): { clientEnd: Stream; agentEnd: Stream } {
  const [toAgent, toClient] = [
    new TransformStream<AnyMessage>(),
    new TransformStream<AnyMessage>(),
  ];
  return {
    clientEnd: { readable: toClient.readable, writable: toAgent.writable },
    agentEnd: { readable: toAgent.readable, writable: toClient.writable },
  };
}

/** Returns the client's end of a stream after connecting an agent to the other end. */
export function streamTo(connect: (agentEnd: Stream) => unknown): Stream {
  const { clientEnd, agentEnd } = createStreamPair();
  connect(agentEnd);
  return clientEnd;
}

/**
 * Creates an agent without the SDK. `onMessage` receives each message and can write any response. It
 * is for tests of the messages themselves: `scriptedAgent` of `@acp-store/testing` only sends valid
 * responses.
 */
export function rawAgent(
  onMessage: (message: RawMessage, write: (message: object) => void, hangUp: () => void) => void,
): (agentEnd: Stream) => void {
  return ({ readable, writable }) => {
    const writer = writable.getWriter();
    const write = (message: object): void =>
      void writer.write({ jsonrpc: "2.0", ...message } as AnyMessage).catch(() => {});
    const hangUp = (): void => void writer.close().catch(() => {});
    void (async () => {
      for await (const message of readable) onMessage(message as RawMessage, write, hangUp);
    })().catch(() => {});
  };
}

/** A JSON-RPC message as a raw agent receives it. */
export interface RawMessage {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
}

/** Connects an agent to a stream that can be made to fail. */
export function crashableStream(connect: (agentEnd: Stream) => unknown): {
  stream: Stream;
  crash: (error: Error) => void;
} {
  let controller: ReadableStreamDefaultController<AnyMessage> | undefined;
  const readable = new ReadableStream<AnyMessage>({ start: (own) => void (controller = own) });
  const toAgent = new TransformStream<AnyMessage>();
  const writable = new WritableStream<AnyMessage>({
    write: (message) => void (isBroken || controller?.enqueue(message)),
    close: () => controller?.close(),
  });
  let isBroken = false;
  connect({ readable: toAgent.readable, writable });
  return {
    stream: { readable, writable: toAgent.writable },
    crash(error) {
      isBroken = true;
      controller?.error(error);
    },
  };
}
