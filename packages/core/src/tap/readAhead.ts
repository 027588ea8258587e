import { yieldToEventLoop } from "./eventLoop.js";

/**
 * The number of messages that are read before other tasks get to run. With a smaller number, the
 * transport's queue grows faster than it is read.
 */
const MESSAGES_PER_BATCH = 50_000;

/** The messages that were read from a stream but not yet processed. */
export interface ReadAhead<Message> {
  /** Removes and returns the oldest message; `undefined` if none is buffered. */
  shift(): Message | undefined;
  /**
   * Resolves with `true` when a message is buffered, and with `false` at the end of the stream.
   *
   * @throws the error that broke the stream, after all buffered messages were taken.
   */
  waitForMessage(): Promise<boolean>;
  /** Cancels the stream. */
  cancel(reason: unknown): Promise<void>;
}

/**
 * Reads a stream as fast as it delivers. A transport without backpressure would otherwise keep a
 * flood of messages in the stream's own queue, where Node's cost per message grows with the queue's
 * length.
 */
export function createReadAhead<Message>(stream: ReadableStream<Message>): ReadAhead<Message> {
  const reader = stream.getReader();
  // Two arrays form a queue whose `shift` takes constant time.
  let incoming: Message[] = [];
  let outgoing: Message[] = [];
  let nextIndex = 0;
  let wake = (): void => {};
  let end: { readonly error?: unknown } | undefined;

  async function readAll(): Promise<void> {
    for (let count = 1; ; count++) {
      const { done, value } = await reader.read();
      if (done) return;
      incoming.push(value);
      wake();
      if (count % MESSAGES_PER_BATCH === 0) await yieldToEventLoop();
    }
  }
  readAll().then(
    () => finish({}),
    (error: unknown) => finish({ error }),
  );

  function finish(result: { readonly error?: unknown }): void {
    end = result;
    wake();
  }

  function shift(): Message | undefined {
    if (nextIndex === outgoing.length) {
      outgoing = incoming;
      incoming = [];
      nextIndex = 0;
    }
    return nextIndex < outgoing.length ? outgoing[nextIndex++] : undefined;
  }

  async function waitForMessage(): Promise<boolean> {
    while (incoming.length === 0 && end === undefined)
      await new Promise<void>((resolve) => (wake = resolve));
    if (incoming.length > 0) return true;
    if (end && "error" in end) throw end.error;
    return false;
  }

  return { shift, waitForMessage, cancel: (reason) => reader.cancel(reason) };
}
