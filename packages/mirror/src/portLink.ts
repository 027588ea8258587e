import type { MirrorLink } from "./link.js";

/** The part of a `MessagePort`, a `Worker` or a port of Electron that a link uses. */
export interface MessagePortLike {
  /** Sends a message to the other end. */
  postMessage(message: unknown): void;
  /** Adds a listener for messages. */
  addEventListener(type: "message", listener: (event: { readonly data: unknown }) => void): void;
  /** Adds a listener for the end of the port. Not all ports report it. */
  addEventListener(type: "close", listener: () => void): void;
  /** Removes a listener. */
  removeEventListener(type: "message", listener: (event: { readonly data: unknown }) => void): void;
  /** Removes a listener. */
  removeEventListener(type: "close", listener: () => void): void;
  /** Starts the delivery of messages, for ports that need it. */
  start?(): void;
  /** Closes the port. */
  close?(): void;
}

/**
 * Creates a link over one end of a `MessageChannel`, a `Worker` or the global scope of a worker. The
 * port must be used for nothing else.
 *
 * @example
 * ```ts
 * const { port1, port2 } = new MessageChannel();
 * hostMirrors(store).connect(portLink(port1));
 * const mirror = createMirror(() => portLink(port2));
 * ```
 */
export function portLink(port: MessagePortLike): MirrorLink {
  return {
    send: (text) => port.postMessage(text),
    onMessage: (listener) => {
      const onMessage = ({ data }: { readonly data: unknown }): void => {
        if (typeof data === "string") listener(data);
      };
      port.addEventListener("message", onMessage);
      port.start?.();
      return () => port.removeEventListener("message", onMessage);
    },
    onClose: (listener) => {
      const onClose = (): void => listener();
      port.addEventListener("close", onClose);
      return () => port.removeEventListener("close", onClose);
    },
    close: () => port.close?.(),
  };
}
