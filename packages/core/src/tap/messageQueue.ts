import { findBatches, type MessageBatches, readBatch } from "./batchedReadable.js";
import { yieldToEventLoop } from "./eventLoop.js";

/**
 * The number of messages that are read before other tasks get to run. With a smaller number, the
 * transport's queue grows faster than it is read.
 */
const MESSAGES_PER_TASK = 50_000;

/** The messages that were read from a stream but not yet processed. */
interface MessageQueue<Message> {
  /** Removes and returns the oldest message; `undefined` if none is queued. */
  shift(): Message | undefined;
  /**
   * Resolves with `true` when a message is queued, and with `false` at the end of the stream.
   *
   * @throws the error that broke the stream, after all queued messages were taken.
   */
  waitForMessage(): Promise<boolean>;
  /** Cancels the stream. */
  cancel(reason: unknown): Promise<void>;
}

/** Locks a stream and returns the queue of its messages. */
export function createMessageQueue<Message>(
  readable: ReadableStream<Message>,
): MessageQueue<Message> {
  const reader = readable.getReader();
  const batches = findBatches(readable);
  return batches ? queueBatches(reader, batches) : readAhead(reader);
}

/** Reads a batch when the previous one is processed, so a fast sender has to wait. */
function queueBatches<Message>(
  reader: ReadableStreamDefaultReader<Message>,
  batches: MessageBatches<Message>,
): MessageQueue<Message> {
  let batch: readonly Message[] | undefined = [];
  let nextIndex = 0;
  return {
    shift: () => batch?.[nextIndex++],
    async waitForMessage() {
      batch = await readBatch(batches);
      nextIndex = 0;
      return batch !== undefined;
    },
    cancel: (reason) => reader.cancel(reason),
  };
}

/**
 * Reads a stream as fast as it delivers. A transport without backpressure would otherwise keep a
 * flood of messages in the stream's own queue, where Node's cost per message grows with the queue's
 * length.
 */
function readAhead<Message>(reader: ReadableStreamDefaultReader<Message>): MessageQueue<Message> {
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
      if (count % MESSAGES_PER_TASK === 0) await yieldToEventLoop();
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
