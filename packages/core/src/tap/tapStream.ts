import type { DiagnosticCode, IngestResult } from "../diagnostics.js";
import type { AcpStore } from "../store/types.js";
import { createYielder } from "./eventLoop.js";
import { isolateListenerErrors } from "./isolateListenerErrors.js";
import { createMessageQueue } from "./messageQueue.js";

/**
 * A pair of streams of JSON-RPC messages. Every version of the official SDK has a type of this
 * shape, and so do transports without an SDK.
 */
export interface MessageStream<Message> {
  /** The incoming messages, from the agent. */
  readonly readable: ReadableStream<Message>;
  /** The outgoing messages, to the agent. */
  readonly writable: WritableStream<Message>;
}

/** The options of {@link tapStream}. */
export interface TapOptions<Message> {
  /**
   * Returns whether to pass on an incoming message. The store is shown every message. An SDK that
   * only needs requests and responses is faster if it does not receive the updates. Default: all
   * messages are passed on.
   */
  readonly shouldForward?: (incoming: Message) => boolean;
}

/**
 * Returns a stream that shows the store every message in both directions. It works with any version
 * of the official SDK, and without one. The store sees a message before the SDK parses it, so it
 * keeps updates and fields that the SDK drops. Closing and errors pass through unchanged. Timers
 * and user input get to run even during a flood of messages.
 *
 * A value that is not a message, or a response that answers no request, becomes a diagnostic and is not
 * passed on: the SDK would answer it, and an agent that logs to its stdout would log the answer.
 *
 * @example
 * ```ts
 * import { createAcpStore } from "@acp-store/core";
 * import { tapStream } from "@acp-store/core/tap";
 * import { client } from "@agentclientprotocol/sdk";
 * import { createWebSocketStream } from "@agentclientprotocol/sdk/experimental/ws-client";
 *
 * const store = createAcpStore();
 * const stream = tapStream(createWebSocketStream("ws://127.0.0.1:4317/acp"), store);
 * const connection = client({ name: "my-editor" }).connect(stream);
 * ```
 */
export function tapStream<Message>(
  { readable, writable }: MessageStream<Message>,
  store: Pick<AcpStore, "observe">,
  { shouldForward = () => true }: TapOptions<Message> = {},
): { readable: ReadableStream<Message>; writable: WritableStream<Message> } {
  return {
    readable: tapReadable(readable, store, shouldForward),
    writable: tapWritable(writable, store),
  };
}

function tapReadable<Message>(
  readable: ReadableStream<Message>,
  store: Pick<AcpStore, "observe">,
  shouldForward: (incoming: Message) => boolean,
): ReadableStream<Message> {
  const queue = createMessageQueue(readable);
  const yieldIfDue = createYielder();
  async function pull(controller: ReadableStreamDefaultController<Message>): Promise<void> {
    for (;;) {
      const pause = yieldIfDue();
      if (pause) await pause;
      const message = queue.shift();
      if (message === undefined) {
        if (await queue.waitForMessage()) continue;
        return controller.close();
      }
      const result = observeMessage(store, "recv", message);
      if (isUnanswered(result) || !shouldForward(message)) continue;
      return controller.enqueue(withVersion(message));
    }
  }
  return new ReadableStream({ pull, cancel: queue.cancel }, { highWaterMark: 0 });
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
): IngestResult | undefined {
  let result: IngestResult | undefined;
  isolateListenerErrors(() => {
    result = store.observe({ dir, msg });
  });
  return result;
}

const UNANSWERED: ReadonlySet<DiagnosticCode> = new Set([
  "invalid_envelope",
  "answer_without_request",
]);

function isUnanswered(result: IngestResult | undefined): boolean {
  if (result?.accepted !== false) return false;
  return result.diagnostics.some(({ code }) => UNANSWERED.has(code));
}

/** Adds the version that some agents leave out. The store ignores it, but the SDK requires it. */
function withVersion<Message>(message: Message): Message {
  if (typeof message !== "object" || message === null) return message;
  const { jsonrpc }: { readonly jsonrpc?: unknown } = message;
  return jsonrpc === "2.0" ? message : { ...message, jsonrpc: "2.0" };
}
