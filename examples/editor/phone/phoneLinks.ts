import { type MirrorLink, socketLink } from "@acp-store/mirror";
import { PhoneCloseCode } from "../server/phone/relayMessages.js";

/** The reason why this phone is no longer admitted. */
export type PhoneEnd = "disconnected" | "not_admitted" | "too_many_pages";

/** Makes the links of this phone to the computer, until it is no longer admitted. */
export interface PhoneLinks {
  readonly connect: () => Promise<MirrorLink>;
  getEnd(): PhoneEnd | undefined;
  /** Calls a listener when `getEnd` changes. Returns a function that removes it. */
  onEnd(listener: () => void): () => void;
}

export function createPhoneLinks(): PhoneLinks {
  const listeners = new Set<() => void>();
  let phoneEnd: PhoneEnd | undefined;

  function end(reason: PhoneEnd): void {
    phoneEnd = reason;
    for (const listener of listeners) listener();
  }

  async function connect(): Promise<MirrorLink> {
    const url = new URL("/phone/socket", location.href);
    url.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(url);
    const isOpen = await new Promise<boolean>((resolve) => {
      socket.addEventListener("open", () => resolve(true));
      socket.addEventListener("close", ({ code }) => {
        if (code === PhoneCloseCode.disconnected) end("disconnected");
        if (code === PhoneCloseCode.tooManyPages) end("too_many_pages");
        resolve(false);
      });
    });
    if (isOpen) return socketLink(socket);
    // A socket does not tell why it was refused, so this asks with a request.
    const status = await fetch("/phone", { method: "HEAD" }).then(
      (response) => response.status,
      () => undefined,
    );
    if (status === 403) end("not_admitted");
    throw new Error("The computer cannot be reached.");
  }

  return {
    connect,
    getEnd: () => phoneEnd,
    onEnd(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
