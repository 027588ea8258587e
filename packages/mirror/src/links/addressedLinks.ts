import type { MirrorLink } from "../link.js";
import { randomId } from "../randomId.js";
import { createLinkEnd } from "./linkEnd.js";

/** A message on a medium that several links share. */
interface AddressedMessage {
  readonly acpMirror: "ready" | "open" | "accepted" | "text" | "close";
  /** The id of the link. In `ready`, the id of the accepting end. */
  readonly id: string;
  /** The text of `text`, the reason of `close`, the id of the accepting end in `accepted`. */
  readonly text?: string;
}

/** One side of a medium. */
interface MediumPort {
  post(message: AddressedMessage): void;
  close(): void;
}

/** A medium that carries several links, for example a channel that many tabs listen to. */
export interface SharedMedium {
  /** Listens to the messages that open links. */
  openLobby(listener: (message: unknown) => void): MediumPort;
  /** Listens to the messages of one link. */
  openPort(id: string, listener: (message: unknown) => void): MediumPort;
  /**
   * Announces that the side with this id is alive. Resolves, when the other side could notice its
   * end, to a function that ends the announcement.
   */
  announceAlive(id: string): Promise<() => void>;
  /** Calls the listener when the side with this id has closed or crashed. */
  onGone(id: string, listener: () => void): () => void;
  /** Whether a new link replaces the others, because there is only one page on the other side. */
  readonly single: boolean;
}

/**
 * Opens a link over a shared medium. If nothing accepts it yet, the link waits: the accepting end
 * announces itself when it starts. `onOpen` is called when it has accepted the link.
 */
export function openAddressedLink(medium: SharedMedium, onOpen?: () => void): MirrorLink {
  const id = randomId();
  const waiting: string[] = [];
  const stops: (() => void)[] = [];
  let acceptedBy: string | undefined;
  let closed = false;

  const { link, receive, end } = createLinkEnd({
    send(text) {
      if (acceptedBy === undefined) waiting.push(text);
      else port.post({ acpMirror: "text", id, text });
    },
    close() {
      port.post({ acpMirror: "close", id });
      stop();
    },
  });
  const port = medium.openPort(id, (message) => {
    if (!isAddressed(message, id)) return;
    if (message.acpMirror === "accepted") onAccepted(message.text ?? "");
    else if (message.acpMirror === "text" && message.text !== undefined) receive(message.text);
    else if (message.acpMirror === "close") endWith(message.text);
  });
  const lobby = medium.openLobby((message) => {
    if (!isAddressed(message) || message.acpMirror !== "ready") return;
    if (acceptedBy === undefined) lobby.post({ acpMirror: "open", id });
    else if (acceptedBy !== message.id) endWith("Another host has taken over");
  });
  stops.push(
    () => port.close(),
    () => lobby.close(),
  );
  void medium.announceAlive(id).then((release) => {
    if (closed) return release();
    stops.push(release);
    lobby.post({ acpMirror: "open", id });
  });

  function onAccepted(hostId: string): void {
    if (acceptedBy !== undefined) return;
    acceptedBy = hostId;
    stops.push(medium.onGone(hostId, () => endWith("The host is gone")));
    for (const text of waiting.splice(0)) port.post({ acpMirror: "text", id, text });
    onOpen?.();
  }
  function endWith(reason: string | undefined): void {
    stop();
    end(reason);
  }
  function stop(): void {
    closed = true;
    for (const undo of stops.splice(0)) undo();
  }
  return link;
}

/** Accepts the links of a shared medium. Returns a function that closes all of them. */
export function acceptAddressedLinks(
  medium: SharedMedium,
  accept: (link: MirrorLink) => void,
): () => void {
  const hostId = randomId();
  const links = new Map<string, (reason?: string) => void>();
  let release: (() => void) | undefined;
  let closed = false;

  const lobby = medium.openLobby((message) => {
    if (!isAddressed(message) || message.acpMirror !== "open") return;
    if (release !== undefined && !links.has(message.id)) acceptLink(message.id);
  });
  void medium.announceAlive(hostId).then((undo) => {
    if (closed) return undo();
    release = undo;
    lobby.post({ acpMirror: "ready", id: hostId });
  });

  function acceptLink(id: string): void {
    if (medium.single) for (const close of [...links.values()]) close("The page was loaded again");
    const closeEnd = (): void => {
      links.delete(id);
      stopWatching();
      port.close();
    };
    const { link, receive, end } = createLinkEnd({
      send: (text) => port.post({ acpMirror: "text", id, text }),
      close() {
        port.post({ acpMirror: "close", id });
        closeEnd();
      },
    });
    const endWith = (reason?: string): void => {
      closeEnd();
      end(reason);
    };
    const port = medium.openPort(id, (message) => {
      if (!isAddressed(message, id)) return;
      if (message.acpMirror === "text" && message.text !== undefined) receive(message.text);
      else if (message.acpMirror === "close") endWith(message.text);
    });
    const stopWatching = medium.onGone(id, () => endWith("The other side is gone"));
    links.set(id, (reason) => {
      port.post({ acpMirror: "close", id, ...(reason !== undefined && { text: reason }) });
      endWith(reason);
    });
    port.post({ acpMirror: "accepted", id, text: hostId });
    accept(link);
  }

  return () => {
    if (closed) return;
    closed = true;
    for (const close of [...links.values()]) close("The host has stopped");
    lobby.close();
    release?.();
  };
}

function isAddressed(message: unknown, id?: string): message is AddressedMessage {
  return (
    typeof message === "object" &&
    message !== null &&
    "acpMirror" in message &&
    "id" in message &&
    typeof message.id === "string" &&
    (id === undefined || message.id === id) &&
    (!("text" in message) || message.text === undefined || typeof message.text === "string")
  );
}
