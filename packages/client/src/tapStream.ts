import type { AcpStore } from "@acp-store/core";
import type { AnyMessage } from "@agentclientprotocol/sdk";
import { withoutListenerErrors } from "./listenerErrors.js";
import { readAhead } from "./readAhead.js";
import { turnTaker } from "./turnTaker.js";

/** A pair of message streams, such as the official SDK's transports make. */
export interface MessageStream<Message = AnyMessage> {
  readonly readable: ReadableStream<Message>;
  readonly writable: WritableStream<Message>;
}

/**
 * Wraps a stream of the official SDK so that the store sees every message in both directions
 * before the SDK parses it. That matters: the SDK drops updates and fields it does not know.
 * Closing and errors pass through unchanged. However much comes at once, timers and the user get
 * their turn in between.
 *
 * @example
 * ```ts
 * const store = createAcpStore();
 * const stream = tapStream(createWebSocketStream(url), store);
 * const connection = client({ name: "my-editor" }).connect(stream);
 * ```
 */
export function tapStream<Message = AnyMessage>(
  stream: MessageStream<Message>,
  store: Pick<AcpStore, "observe">,
): { readable: ReadableStream<Message>; writable: WritableStream<Message> } {
  return tapFor(stream, store, () => true);
}

/** Passes on only those received messages that somebody besides the store wants. */
export function tapFor<Message>(
  stream: MessageStream<Message>,
  store: Pick<AcpStore, "observe">,
  isWanted: (received: Message) => boolean,
): { readable: ReadableStream<Message>; writable: WritableStream<Message> } {
  return {
    readable: tapReceived(stream.readable, store, isWanted),
    writable: tapSent(stream.writable, store),
  };
}

function tapReceived<Message>(
  readable: ReadableStream<Message>,
  store: Pick<AcpStore, "observe">,
  isWanted: (received: Message) => boolean,
): ReadableStream<Message> {
  const ahead = readAhead(readable);
  const turn = turnTaker();
  async function pull(controller: ReadableStreamDefaultController<Message>): Promise<void> {
    for (;;) {
      const message = ahead.take();
      if (message === undefined) {
        if (await ahead.more()) continue;
        return controller.close();
      }
      observe(store, "recv", message);
      if (isWanted(message)) return controller.enqueue(message);
      const pause = turn();
      if (pause) await pause;
    }
  }
  return new ReadableStream({ pull, cancel: ahead.cancel }, { highWaterMark: 0 });
}

function tapSent<Message>(
  writable: WritableStream<Message>,
  store: Pick<AcpStore, "observe">,
): WritableStream<Message> {
  const writer = writable.getWriter();
  return new WritableStream({
    write(message) {
      observe(store, "sent", message);
      return writer.write(message);
    },
    close: () => writer.close(),
    abort: (reason) => writer.abort(reason),
  });
}

function observe(store: Pick<AcpStore, "observe">, dir: "recv" | "sent", msg: unknown): void {
  withoutListenerErrors(() => store.observe({ dir, msg }));
}
