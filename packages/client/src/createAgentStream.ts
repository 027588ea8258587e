import { batchedReadable } from "@acp-store/core/tap";
import type { AnyMessage } from "@agentclientprotocol/sdk";
import { describeError } from "./errors.js";
import { parseMessageLine } from "./messageLine.js";
import type { AgentStream } from "./options.js";

/** The way in which an application carries messages to an agent and back. */
export interface AgentTransport {
  /**
   * Sends one message to the agent. An agent that is a process expects it as one line of JSON on its
   * stdin. If it throws or rejects, the connection ends.
   */
  readonly send: (message: AnyMessage) => void | Promise<void>;
  /**
   * Starts to receive messages, and returns or resolves with a function that stops it. The first message
   * is sent after that. The function is called once, when the connection ends: it should also end an agent
   * that was started for this connection. If `subscribe` throws or rejects, the connection fails.
   *
   * `receive` takes a message as an object, or as text with one message in each line. `end` reports that
   * the agent is gone, with a sentence for the user.
   */
  readonly subscribe: (
    receive: (message: unknown) => void,
    end: (reason?: string) => void,
  ) => (() => void | Promise<void>) | Promise<() => void | Promise<void>>;
}

/**
 * Returns a stream for `connectAgent` over the application's own transport, for example the events of
 * Tauri or a `MessagePort`. Pass `connectAgent` a function that creates the stream, so that it can
 * reconnect.
 *
 * {@link https://agentclientprotocol.com/protocol/v1/transports}
 *
 * @example
 * ```ts
 * import { connectAgent, createAgentStream } from "@acp-store/client";
 * import { createAcpStore } from "@acp-store/core";
 *
 * export function connectThroughPort(port: MessagePort) {
 *   const stream = createAgentStream({
 *     send: (message) => port.postMessage(message),
 *     subscribe(receive, end) {
 *       port.onmessage = ({ data }) => (data === "exit" ? end("The agent exited.") : receive(data));
 *       return () => port.close();
 *     },
 *   });
 *   return connectAgent(createAcpStore(), stream);
 * }
 * ```
 */
export function createAgentStream({ send, subscribe }: AgentTransport): AgentStream {
  let received: unknown[] = [];
  let endError: Error | undefined;
  let stopped: Promise<void> | undefined;
  let wakeReader = (): void => {};

  function receive(message: unknown): void {
    if (stopped !== undefined) return;
    if (typeof message !== "string") received.push(message);
    else for (const parsed of parseLines(message)) received.push(parsed);
    wakeReader();
  }

  /** Ends both directions, once. Rejects if the function that stops receiving does. */
  function stop(error?: Error): Promise<void> {
    if (stopped !== undefined) return stopped;
    endError = error;
    stopped = receiving.then(
      (stopReceiving) => stopReceiving(),
      () => {},
    );
    // Only the caller that closes the stream gets the error.
    stopped.catch(() => {});
    wakeReader();
    return stopped;
  }

  const receiving = Promise.resolve().then(() =>
    subscribe(receive, (reason) => void stop(reason === undefined ? undefined : new Error(reason))),
  );
  receiving.catch((error: unknown) => stop(toError(error)));

  return {
    readable: batchedReadable({
      async read() {
        if (received.length === 0 && stopped === undefined)
          await new Promise<void>((resolve) => (wakeReader = resolve));
        const messages = received;
        received = [];
        if (messages.length === 0 && endError !== undefined) throw endError;
        // The SDK and the store check each message themselves.
        return messages.length === 0 ? undefined : (messages as AnyMessage[]);
      },
      cancel: () => stop(),
    }),
    writable: new WritableStream({
      async write(message) {
        try {
          await receiving;
          if (stopped !== undefined)
            throw endError ?? new Error("The agent closed the connection.");
          await send(message);
        } catch (thrown) {
          const error = toError(thrown);
          void stop(error);
          throw error;
        }
      },
      close: () => stop(),
      abort: () => stop(),
    }),
  };
}

function parseLines(text: string): unknown[] {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return lines.map((line) => parseMessageLine(line));
}

/** Applications also throw texts, such as the errors of Rust. */
function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error(describeError(error));
}
