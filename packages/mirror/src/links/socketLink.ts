import type { MirrorLink } from "../link.js";
import { createLinkEnd } from "./linkEnd.js";

/** An event of a WebSocket, with the fields that a link reads. */
export interface SocketEvent {
  /** The name of the event. */
  readonly type: string;
  /** The content of a `message` event. */
  readonly data?: unknown;
  /** The status code of a `close` event. */
  readonly code?: number;
  /** The reason of a `close` event, or an empty string. */
  readonly reason?: string;
}

/** A `WebSocket` of a browser or of Node.js, or one of the `ws` package. */
export interface LinkSocket {
  /** The state of the connection: 0 connecting, 1 open, 2 closing, 3 closed. */
  readonly readyState: number;
  /** Sends a text frame. */
  send(text: string): void;
  /** Starts the closing handshake. */
  close(): void;
  /** Adds a listener for `open`, `message`, `close` or `error`. */
  addEventListener(
    type: "open" | "message" | "close" | "error",
    listener: (event: SocketEvent) => void,
  ): void;
  /** Removes a listener. */
  removeEventListener(
    type: "open" | "message" | "close" | "error",
    listener: (event: SocketEvent) => void,
  ): void;
}

const OPEN = 1;
const CLOSING = 2;

/**
 * Returns a link over a WebSocket, for either end. Messages that are sent before the socket is open
 * wait for it. Each message is one text frame, and binary frames are ignored. If a proxy limits the
 * size of a frame, give the link a limit: `{ ...socketLink(socket), maxChars: 32_000 }`.
 *
 * @example
 * ```ts
 * const mirror = createMirror(() => socketLink(new WebSocket("wss://example.com/mirror")));
 * ```
 */
export function socketLink(webSocket: LinkSocket): MirrorLink {
  const waiting: string[] = [];
  const { link, receive, end } = createLinkEnd({
    send(text) {
      if (webSocket.readyState === OPEN) webSocket.send(text);
      else if (webSocket.readyState < OPEN) waiting.push(text);
    },
    close() {
      stop();
      // A socket that is closed before it is open reports an error, which may have no other listener.
      webSocket.addEventListener("error", ignoreError);
      webSocket.close();
    },
  });

  function onOpen(): void {
    for (const text of waiting.splice(0)) webSocket.send(text);
  }
  function onMessage({ data }: SocketEvent): void {
    if (typeof data === "string") receive(data);
  }
  function onClose({ code, reason }: SocketEvent): void {
    stop();
    end(reason || (code === undefined ? undefined : `WebSocket closed with code ${code}`));
  }
  function stop(): void {
    webSocket.removeEventListener("open", onOpen);
    webSocket.removeEventListener("message", onMessage);
    webSocket.removeEventListener("close", onClose);
    webSocket.removeEventListener("error", ignoreError);
  }

  if (webSocket.readyState >= CLOSING) end("The WebSocket is closed");
  else {
    webSocket.addEventListener("open", onOpen);
    webSocket.addEventListener("message", onMessage);
    webSocket.addEventListener("close", onClose);
    webSocket.addEventListener("error", ignoreError);
  }
  return link;
}

/** The `close` event follows. Without a listener, the `ws` package throws the error. */
function ignoreError(): void {}
