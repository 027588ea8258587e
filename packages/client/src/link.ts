import type { AcpStore } from "@acp-store/core";
import type { AnyMessage, ClientApp } from "@agentclientprotocol/sdk";
import { type MessageStream, tapFor } from "./tapStream.js";

/** One stream to the agent, with the SDK's connection on it. */
export interface Link {
  /** @throws RequestError as the agent answered it; Error when the link ends before the answer. */
  request<Result>(method: string, params: object): Promise<Result>;
  notify(method: string, params: object): Promise<void>;
  /** Why it ended, once it has. */
  readonly endReason: string | undefined;
  /** Resolves with why it ended. Never rejects. */
  readonly ended: Promise<string>;
  /** Ends it, and the stream. */
  close(reason: string): void;
}

/** Joins a stream, the store and what answers the agent. All that is state comes from the tap. */
export function openLink(stream: MessageStream, store: AcpStore, app: ClientApp): Link {
  const ignored = { accepted: false, diagnostics: [] };
  let isOpen = true;
  // Frames that are still on their way when the link ends belong to no connection any more.
  const observe: AcpStore["observe"] = (frame) => (isOpen ? store.observe(frame) : ignored);
  const tapped = tapFor(stream, { observe }, isForSdk);
  const connection = app.connect(tapped);
  const { signal } = connection;
  signal.addEventListener("abort", () => (isOpen = false), { once: true });
  const ended = connection.closed.then(() => {
    // It may be broken already.
    void tapped.writable.close().catch(() => {});
    return reasonOf(signal.reason);
  });

  return {
    request: (method, params) => connection.agent.request(method, params),
    notify: (method, params) => connection.agent.notify(method, params),
    get endReason() {
      return signal.aborted ? reasonOf(signal.reason) : undefined;
    },
    ended,
    close: (reason) => connection.close(new Error(reason)),
  };
}

/**
 * The store takes notifications, and the SDK's parsing of them costs many times as much. It needs
 * requests, answers, and to know which requests the agent took back.
 */
function isForSdk(message: AnyMessage): boolean {
  return !("method" in message) || "id" in message || message.method === "$/cancel_request";
}

function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : "";
  const isPlainEnd = message === "" || message === "ACP connection closed";
  return isPlainEnd ? "The agent closed the connection." : message;
}
