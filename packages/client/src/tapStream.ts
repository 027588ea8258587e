import type { AcpStore } from "@acp-store/core";
import type { AnyMessage } from "@agentclientprotocol/sdk";
import { createYielder } from "./eventLoop.js";
import { isolateListenerErrors } from "./isolateListenerErrors.js";
import { createReadAhead } from "./readAhead.js";

/** A pair of message streams, such as the official SDK's transports create. */
export interface MessageStream<Message = AnyMessage> {
  /** The incoming messages, from the agent. */
  readonly readable: ReadableStream<Message>;
  /** The outgoing messages, to the agent. */
  readonly writable: WritableStream<Message>;
}

/**
 * Returns a stream that shows the store every message in both directions before the official SDK
 * parses it. The SDK drops updates and fields that it does not know; the store keeps them. Closing
 * and errors pass through unchanged. Timers and user input get to run even during a flood of
 * messages.
 *
 * @example
 * ```ts
 * import { tapStream } from "@acp-store/client";
 * import { createAcpStore } from "@acp-store/core";
 * import { client } from "@agentclientprotocol/sdk";
 * import { createWebSocketStream } from "@agentclientprotocol/sdk/experimental/ws-client";
 *
 * const store = createAcpStore();
 * const stream = tapStream(createWebSocketStream("ws://127.0.0.1:4317/acp"), store);
 * const connection = client({ name: "my-editor" }).connect(stream);
 * ```
 */
export function tapStream<Message = AnyMessage>(
  stream: MessageStream<Message>,
  store: Pick<AcpStore, "observe">,
): { readable: ReadableStream<Message>; writable: WritableStream<Message> } {
  return tapAndFilterStream(stream, store, () => true);
}

/**
 * Taps a stream like {@link tapStream}, but passes on only those incoming messages for which
 * `shouldForward` returns `true`.
 */
export function tapAndFilterStream<Message>(
  stream: MessageStream<Message>,
  store: Pick<AcpStore, "observe">,
  shouldForward: (incoming: Message) => boolean,
): { readable: ReadableStream<Message>; writable: WritableStream<Message> } {
  return {
    readable: tapReadable(stream.readable, store, shouldForward),
    writable: tapWritable(stream.writable, store),
  };
}

function tapReadable<Message>(
  readable: ReadableStream<Message>,
  store: Pick<AcpStore, "observe">,
  shouldForward: (incoming: Message) => boolean,
): ReadableStream<Message> {
  const buffer = createReadAhead(readable);
  const yieldIfDue = createYielder();
  async function pull(controller: ReadableStreamDefaultController<Message>): Promise<void> {
    for (;;) {
      const message = buffer.shift();
      if (message === undefined) {
        if (await buffer.waitForMessage()) continue;
        return controller.close();
      }
      observeMessage(store, "recv", message);
      if (shouldForward(message)) return controller.enqueue(message);
      const pause = yieldIfDue();
      if (pause) await pause;
    }
  }
  return new ReadableStream({ pull, cancel: buffer.cancel }, { highWaterMark: 0 });
}

function tapWritable<Message>(
  writable: WritableStream<Message>,
  store: Pick<AcpStore, "observe">,
): WritableStream<Message> {
  const writer = writable.getWriter();
  return new WritableStream({
    write(message) {
      observeMessage(store, "sent", message);
      return writer.write(message);
    },
    close: () => writer.close(),
    abort: (reason) => writer.abort(reason),
  });
}

function observeMessage(
  store: Pick<AcpStore, "observe">,
  dir: "recv" | "sent",
  msg: unknown,
): void {
  isolateListenerErrors(() => store.observe({ dir, msg }));
}
