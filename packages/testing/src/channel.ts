import type { Frame } from "@acp-store/core";
import type { AnyMessage, Stream } from "@agentclientprotocol/sdk";

/** The agent's end of a connection. It records all messages and can send invalid ones. */
export interface Channel {
  /** The stream for the SDK. */
  readonly stream: Stream;
  /** Sends any value in place of a JSON-RPC message. */
  sendRaw(value: unknown): Promise<void>;
  /** Ends both directions with an error, like the end of a process. */
  crash(reason: string): void;
}

/** Opens a channel on the agent's end of a stream. `frames` receives all messages. */
export function openChannel({ readable, writable }: Stream, frames: Frame[]): Channel {
  const writer = writable.getWriter();
  const reader = readable.getReader();
  let hasCrashed = false;
  const record = (dir: Frame["dir"], msg: unknown): void =>
    void frames.push({ dir, msg, t: Date.now() });

  function write(message: AnyMessage): Promise<void> {
    if (!hasCrashed) record("recv", message);
    return writer.write(message);
  }

  return {
    stream: {
      readable: new ReadableStream<AnyMessage>({
        async pull(controller) {
          const { value, done } = await reader.read();
          if (done) return controller.close();
          record("sent", value);
          controller.enqueue(value);
        },
        cancel: (reason) => reader.cancel(reason),
      }),
      writable: new WritableStream<AnyMessage>({
        write,
        close: () => writer.close(),
        abort: (reason) => writer.abort(reason),
      }),
    },
    // Clients have to cope with values of any type.
    sendRaw: (value) => write(value as AnyMessage),
    crash(reason) {
      const error = new Error(reason);
      hasCrashed = true;
      writer.abort(error).catch(() => {});
      reader.cancel(error).catch(() => {});
    },
  };
}

/** Creates the two ends of a connection in this process. */
export function createStreamPair(): { clientEnd: Stream; agentEnd: Stream } {
  const [toAgent, toClient] = [
    new TransformStream<AnyMessage>(),
    new TransformStream<AnyMessage>(),
  ];
  return {
    clientEnd: { readable: toClient.readable, writable: toAgent.writable },
    agentEnd: { readable: toAgent.readable, writable: toClient.writable },
  };
}
