import type { Frame } from "@acp-store/core";
import type { AnyMessage, AnyRequest, Stream } from "@agentclientprotocol/sdk";
import { isObject, type JsonObject } from "./isObject.js";

/**
 * Returns the stream for an SDK connection that continues the one of the history. The agent's
 * requests without an answer come first, so that the handlers answer them. The SDK counts its
 * requests from 0 again, so their ids get a prefix that no earlier request has. Responses to
 * earlier requests stop here, because only the store knows the requests.
 */
export function continueStream(stream: Stream, history: readonly Frame[]): Stream {
  // Every request makes the history longer, so no other connection to this process has this prefix.
  const prefix = `${history.length}:`;
  const sdkIds = new Map<unknown, AnyRequest["id"]>();
  const writer = stream.writable.getWriter();

  function addPrefix(message: AnyMessage): AnyMessage {
    if (!("method" in message)) return message;
    if ("id" in message) {
      const id = `${prefix}${message.id}`;
      sdkIds.set(id, message.id);
      return { ...message, id };
    }
    if (message.method !== "$/cancel_request" || !isObject(message.params)) return message;
    const requestId = `${prefix}${String(message.params["requestId"])}`;
    return { ...message, params: { ...message.params, requestId } };
  }

  function forward(
    message: AnyMessage,
    controller: TransformStreamDefaultController<AnyMessage>,
  ): void {
    if (!isObject(message) || "method" in message) return controller.enqueue(message);
    const id = sdkIds.get(message.id);
    if (id === undefined) return;
    sdkIds.delete(message.id);
    controller.enqueue({ ...message, id });
  }

  return {
    readable: stream.readable.pipeThrough(
      new TransformStream<AnyMessage, AnyMessage>({
        start: (controller) =>
          findUnanswered(history).forEach((message) => controller.enqueue(message)),
        transform: forward,
      }),
    ),
    writable: new WritableStream({
      write: (message) => writer.write(addPrefix(message)),
      close: () => writer.close(),
      abort: (reason) => writer.abort(reason),
    }),
  };
}

/** Returns the agent's requests that have no answer, each followed by its cancellation, if any. */
function findUnanswered(history: readonly Frame[]): readonly AnyMessage[] {
  const unanswered = new Map<unknown, AnyMessage[]>();
  for (const { dir, msg } of history) {
    if (dir === "sent") {
      if (isObject(msg) && !("method" in msg)) unanswered.delete(msg["id"]);
    } else if (isRequest(msg)) unanswered.set(msg.id, [msg]);
    else if (isCancellation(msg)) unanswered.get(msg.params["requestId"])?.push(msg);
  }
  return [...unanswered.values()].flat();
}

/** Returns whether a message is a JSON-RPC request. */
export function isRequest(message: unknown): message is AnyRequest {
  return isObject(message) && typeof message["method"] === "string" && "id" in message;
}

function isCancellation(message: unknown): message is AnyMessage & { readonly params: JsonObject } {
  return (
    isObject(message) && message["method"] === "$/cancel_request" && isObject(message["params"])
  );
}
