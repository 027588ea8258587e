import type { MirrorLink } from "../link.js";

/** The part of a `MessagePort` or `Worker` of a browser that a link uses. */
export interface MessagePortLike {
  /** Sends a message to the other end. */
  postMessage(message: unknown): void;
  /** Adds a listener. Not all ports report their end with `close`. */
  addEventListener(type: "close" | "message", listener: (event: object) => void): void;
  /** Removes a listener. */
  removeEventListener(type: "close" | "message", listener: (event: object) => void): void;
  /** Starts the delivery of messages, for ports that need it. */
  start?(): void;
  /** Closes the port. */
  close?(): void;
}

/** The part of a `Worker` of Node or a `MessagePortMain` of Electron that a link uses. */
export interface MessageEmitterLike {
  /** Sends a message to the other end. */
  postMessage(message: unknown): void;
  /** Adds a listener. */
  on(type: "close" | "exit" | "message", listener: (event?: unknown) => void): unknown;
  /** Removes a listener. */
  off(type: "close" | "exit" | "message", listener: (event?: unknown) => void): unknown;
  /** Starts the delivery of messages, for ports that need it. */
  start?(): void;
  /** Closes the port. */
  close?(): void;
}

/**
 * Creates a link over one end of a `MessageChannel`, a `Worker` or the global scope of a worker, in
 * browsers, Node and Electron. The port must be used for nothing else.
 *
 * @example
 * ```ts
 * const { port1, port2 } = new MessageChannel();
 * hostMirrors(store).connect(portLink(port1));
 * const mirror = createMirror(() => portLink(port2));
 * ```
 */
export function portLink(port: MessagePortLike | MessageEmitterLike): MirrorLink {
  function listen(type: "close" | "message", listener: (event?: unknown) => void): () => void {
    if ("addEventListener" in port) {
      port.addEventListener(type, listener);
      return () => port.removeEventListener(type, listener);
    }
    // A worker of Node ends with `exit`.
    const types = type === "close" ? (["close", "exit"] as const) : ([type] as const);
    for (const name of types) port.on(name, listener);
    return () => {
      for (const name of types) port.off(name, listener);
    };
  }
  return {
    send: (text) => port.postMessage(text),
    onMessage: (listener) => {
      const stop = listen("message", (event) => {
        const data = typeof event === "object" && event && "data" in event ? event.data : event;
        if (typeof data === "string") listener(data);
      });
      port.start?.();
      return stop;
    },
    onClose: (listener) => listen("close", () => listener()),
    close: () => port.close?.(),
  };
}
