import type { AcpStore } from "@acp-store/core";
import { hostMirrors, type MirrorHost, type MirrorLink } from "@acp-store/mirror";
import type {
  ConnectedPhone,
  RelayDownMessage,
  RelayUpMessage,
} from "../../server/phone/relayMessages.js";
import type { PhoneInvitation } from "./ownerRequests.js";

/** The phones that follow the store through the server. */
export interface Phones {
  /**
   * Resolves with a link for one phone.
   *
   * @throws {Error} if there is no connection to the server.
   */
  invite(): Promise<PhoneInvitation>;
  /** Refuses a phone from now on. */
  disconnect(phone: string): void;
  close(): void;
}

interface PhonesOptions {
  readonly store: AcpStore;
  readonly cancel: (sessionId: string) => Promise<unknown>;
  /** The id under which the server knows the agent, and this tab as its owner. */
  readonly agentId: Promise<string>;
  /** Called when a phone is added or removed, or opens or closes its page. */
  readonly onPhones: (phones: readonly ConnectedPhone[]) => void;
}

interface WaitingInvitation {
  readonly resolve: (invitation: PhoneInvitation) => void;
  readonly reject: (error: Error) => void;
}

const RETRY_MS = 1_000;

/**
 * Connects phones through the server. It only forwards the texts of their links: what a phone sees and
 * does is decided here. While there is an agent, the WebSocket to the server is open, so that phones
 * find this tab.
 */
export function connectPhones({ store, cancel, agentId, onPhones }: PhonesOptions): Phones {
  const links = new Map<string, RelayedLink>();
  const invitations: WaitingInvitation[] = [];
  let socket: WebSocket | undefined;
  let host: Promise<MirrorHost> | undefined;
  let isClosed = false;

  const isReady = (): boolean => !isClosed && store.getState().connection?.status === "ready";
  const stopWatching = store.subscribe((state) => state.connection?.status, open);

  function open(): void {
    if (isReady() && socket === undefined) void agentId.then(openSocket);
  }

  function openSocket(id: string): void {
    if (!isReady() || socket !== undefined) return;
    const url = new URL(`/phones?agent=${encodeURIComponent(id)}`, location.href);
    url.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    const opened = new WebSocket(url);
    socket = opened;
    opened.addEventListener("message", ({ data }: MessageEvent<string>) =>
      receive(JSON.parse(data) as RelayDownMessage),
    );
    opened.addEventListener("close", () => {
      for (const link of links.values()) link.end();
      links.clear();
      for (const { reject } of invitations.splice(0)) reject(notConnected());
      onPhones([]);
      socket = undefined;
      setTimeout(open, RETRY_MS);
    });
  }

  function receive(message: RelayDownMessage): void {
    switch (message.type) {
      case "opened":
        return void connectPhone(message.socketId, message.name);
      case "text":
        return links.get(message.socketId)?.receive(message.text);
      case "closed":
        links.get(message.socketId)?.end();
        return void links.delete(message.socketId);
      case "phones":
        return onPhones(message.phones);
      case "invitation":
        return invitations.shift()?.resolve(message);
    }
  }

  async function connectPhone(socketId: string, name: string): Promise<void> {
    const relayed = createRelayedLink(
      (text) => send({ type: "text", socketId, text }),
      () => send({ type: "close", socketId }),
    );
    links.set(socketId, relayed);
    host ??= createHost();
    (await host).connect(relayed.link, {
      name,
      may: (action) => action.name === "respondToPermission" || action.name === "cancel",
    });
  }

  /** The code that summarizes changes is loaded when the first phone connects. */
  async function createHost(): Promise<MirrorHost> {
    const { createPhoneRedaction, PHONE_SESSION_PARTS } = await import("./phoneRedaction.js");
    return hostMirrors(store, {
      agent: { cancel },
      redact: createPhoneRedaction(store),
      sessionParts: PHONE_SESSION_PARTS,
    });
  }

  function send(message: RelayUpMessage): void {
    if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  }

  open();
  return {
    invite() {
      if (socket?.readyState !== WebSocket.OPEN) return Promise.reject(notConnected());
      return new Promise((resolve, reject) => {
        invitations.push({ resolve, reject });
        send({ type: "invite" });
      });
    },
    disconnect: (phone) => send({ type: "disconnect", phone }),
    close() {
      isClosed = true;
      stopWatching();
      socket?.close();
    },
  };
}

function notConnected(): Error {
  return new Error("There is no connection to the server.");
}

interface RelayedLink {
  readonly link: MirrorLink;
  receive(text: string): void;
  end(): void;
}

/** Creates the link to one phone. Texts wait for the first listener. */
function createRelayedLink(send: (text: string) => void, close: () => void): RelayedLink {
  const early: string[] = [];
  let onText: ((text: string) => void) | undefined;
  let onClose: (() => void) | undefined;
  return {
    link: {
      send,
      close,
      onMessage(listener) {
        onText = listener;
        queueMicrotask(() => early.splice(0).forEach(listener));
        return () => void (onText = undefined);
      },
      onClose(listener) {
        onClose = listener;
        return () => void (onClose = undefined);
      },
    },
    receive: (text) => (onText === undefined ? early.push(text) : onText(text)),
    end: () => onClose?.(),
  };
}
