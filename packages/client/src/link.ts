import type { AcpStore } from "@acp-store/core";
import { tapStream } from "@acp-store/core/tap";
import type { AnyMessage, ClientApp, Stream } from "@agentclientprotocol/sdk";
import { rejectOnAbort } from "./promises.js";

/** One stream to the agent together with the SDK connection that uses it. */
export interface Link {
  /**
   * Sends a request and resolves with the agent's answer. An aborted signal tells the agent that
   * the answer is no longer needed, and stops waiting for it.
   *
   * @throws RequestError if the agent answers with an error, the signal's reason if it is aborted,
   * or Error if the link ends before the answer arrives.
   */
  request<Result>(method: string, params?: object, signal?: AbortSignal): Promise<Result>;
  /** Sends a notification. */
  notify(method: string, params?: object): Promise<void>;
  /** The reason why the link ended; `undefined` while it is open. */
  readonly endReason: string | undefined;
  /** Resolves with the reason when the link ends. Never rejects. */
  readonly ended: Promise<string>;
  /** Closes the link and its stream. */
  close(reason: string): void;
}

/** The handlers of the messages from the agent. */
export interface LinkApp {
  /** Handles the requests and the notifications that reach the SDK. */
  readonly sdkApp: ClientApp;
  /** The notifications that the application handles. */
  readonly handledNotifications: ReadonlySet<string>;
}

/** Connects the SDK app to a stream. All state comes from the store's tap on that stream. */
export function openLink(
  stream: Stream,
  store: AcpStore,
  { sdkApp, handledNotifications }: LinkApp,
): Link {
  const ignored = { accepted: false, diagnostics: [] };
  let isOpen = true;
  // Messages still in flight when the link ends must not reach the store's next connection.
  const observe: AcpStore["observe"] = (frame) => (isOpen ? store.observe(frame) : ignored);
  const shouldForward = (message: AnyMessage): boolean =>
    isNeededBySdk(message, handledNotifications);
  const tapped = tapStream(stream, { observe }, { shouldForward });
  const connection = sdkApp.connect(tapped);
  const { signal } = connection;
  signal.addEventListener("abort", () => (isOpen = false), { once: true });
  const ended = connection.closed.then(() => {
    // Closing fails if the stream is already broken.
    void tapped.writable.close().catch(() => {});
    return describeEnd(signal.reason);
  });

  return {
    request: <Result>(method: string, params?: object, cancellationSignal?: AbortSignal) => {
      if (cancellationSignal === undefined) return connection.agent.request<Result>(method, params);
      cancellationSignal.throwIfAborted();
      const answer = connection.agent.request<Result>(method, params, { cancellationSignal });
      return rejectOnAbort(answer, cancellationSignal);
    },
    notify: (method, params) => connection.agent.notify(method, params),
    get endReason() {
      return signal.aborted ? describeEnd(signal.reason) : undefined;
    },
    ended,
    close: (reason) => connection.close(new Error(reason)),
  };
}

/**
 * Returns whether the SDK needs a message: requests, responses, cancelled requests, invalid
 * messages, which it answers with an error, and the notifications that the application handles. The
 * store handles all other notifications, and parsing them in the SDK would cost many times as much.
 */
function isNeededBySdk(message: AnyMessage, handledNotifications: ReadonlySet<string>): boolean {
  if (typeof message !== "object" || message === null) return true;
  if (!("method" in message) || "id" in message) return true;
  return message.method === "$/cancel_request" || handledNotifications.has(message.method);
}

function describeEnd(error: unknown): string {
  const message = error instanceof Error ? error.message : "";
  const hasNoDetails = message === "" || message === "ACP connection closed";
  return hasNoDetails ? "The agent closed the connection." : message;
}
