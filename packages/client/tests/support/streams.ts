import type { MessageStream } from "@acp-store/client";
import type { AnyMessage } from "@agentclientprotocol/sdk";

/** Two streams that are each other's ends. */
function pair(): { clientEnd: MessageStream; agentEnd: MessageStream } {
  const [toAgent, toClient] = [
    new TransformStream<AnyMessage>(),
    new TransformStream<AnyMessage>(),
  ];
  return {
    clientEnd: { readable: toClient.readable, writable: toAgent.writable },
    agentEnd: { readable: toAgent.readable, writable: toClient.writable },
  };
}

/** The client's end of a stream on which something connects. */
export function streamTo(connect: (agentEnd: MessageStream) => unknown): MessageStream {
  const { clientEnd, agentEnd } = pair();
  connect(agentEnd);
  return clientEnd;
}

/** An agent that is no program of the SDK: gets each message, and writes what it likes. */
export function rawAgent(
  onMessage: (message: RawMessage, write: (message: object) => void, hangUp: () => void) => void,
): (agentEnd: MessageStream) => void {
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

export interface RawMessage {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
}

/** A stream on which something connects, and how to break it. */
export function breakable(connect: (agentEnd: MessageStream) => unknown): {
  stream: MessageStream;
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
