import type { MirrorLink } from "../link.js";

/** The part of a link that depends on the transport. */
interface LinkTransport {
  send(text: string): void;
  /** Closes this end, removes the listeners, and tells the other end if it can. */
  close(reason?: string): void;
}

/** A link with the functions that its transport calls. */
interface LinkEnd {
  readonly link: MirrorLink;
  /** Passes a message of the other end on. Messages wait for the first listener. */
  receive(text: string): void;
  /** Tells the listeners that the link is closed. Only the first call has an effect. */
  end(reason?: string): void;
}

/** Creates the part of a link that is the same for each transport: its listeners and its end. */
export function createLinkEnd(transport: LinkTransport): LinkEnd {
  const messageListeners = new Set<(text: string) => void>();
  const closeListeners = new Set<(reason?: string) => void>();
  let early: string[] = [];
  let ended: { readonly reason: string | undefined } | undefined;

  function deliverEarly(): void {
    const texts = early;
    early = [];
    texts.forEach(receive);
  }

  function receive(text: string): void {
    if (ended !== undefined) return;
    if (messageListeners.size === 0 || early.length > 0) early.push(text);
    else for (const listener of messageListeners) listener(text);
  }

  function end(reason?: string): void {
    if (ended !== undefined) return;
    ended = { reason };
    early = [];
    messageListeners.clear();
    const listeners = [...closeListeners];
    closeListeners.clear();
    for (const listener of listeners) listener(reason);
  }

  const link: MirrorLink = {
    send(text) {
      if (ended === undefined) transport.send(text);
    },
    onMessage(listener) {
      messageListeners.add(listener);
      if (early.length > 0) queueMicrotask(deliverEarly);
      return () => messageListeners.delete(listener);
    },
    onClose(listener) {
      if (ended === undefined) closeListeners.add(listener);
      else {
        const { reason } = ended;
        queueMicrotask(() => listener(reason));
      }
      return () => closeListeners.delete(listener);
    },
    close() {
      if (ended !== undefined) return;
      transport.close();
      end();
    },
  };
  return { link, receive, end };
}
