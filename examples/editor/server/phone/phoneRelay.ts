import { randomUUID } from "node:crypto";
import type { Guest, GuestAccess } from "@acp-store/server/local";
import { WebSocket } from "ws";
import { CloseCode, closeSocket } from "../bridge/close.js";
import { frameText } from "../bridge/input.js";
import { PhoneCloseCode, type RelayDownMessage, type RelayUpMessage } from "./relayMessages.js";

/** A tab that does not read as much as this many bytes has stopped. */
const MAX_BUFFERED_BYTES = 16 * 1024 * 1024;
/** The number of pages that one phone may have open. */
const MAX_PAGES = 4;

interface PhoneRelayOptions {
  readonly access: GuestAccess;
  /** Returns the link for a token. */
  readonly linkFor: (token: string) => string;
}

/**
 * Forwards texts between phones and the tab that is connected to the agent. The tab has the state,
 * and decides what a phone sees and does. The server does not read the texts.
 */
export interface PhoneRelay {
  /** Connects the tab that owns an agent. It replaces an earlier one. */
  connectOwner(socket: WebSocket, agentId: string): void;
  /** Connects a phone. Without an owner, it waits for one. */
  connectPhone(socket: WebSocket, guest: Guest): void;
  close(): void;
}

interface PhoneSocket {
  readonly id: string;
  readonly socket: WebSocket;
  readonly guest: Guest;
}

/** The owner of an agent, and the phones that it has invited. */
interface Room {
  owner?: WebSocket | undefined;
  readonly phones: Map<string, PhoneSocket>;
}

export function createPhoneRelay({ access, linkFor }: PhoneRelayOptions): PhoneRelay {
  const rooms = new Map<string, Room>();

  function roomOf(agentId: string): Room {
    const room = rooms.get(agentId) ?? { phones: new Map<string, PhoneSocket>() };
    rooms.set(agentId, room);
    return room;
  }

  function sendToOwner({ owner }: Room, message: RelayDownMessage): void {
    if (owner?.readyState !== WebSocket.OPEN) return;
    if (owner.bufferedAmount > MAX_BUFFERED_BYTES) return owner.terminate();
    owner.send(JSON.stringify(message));
  }

  function sendPhones(agentId: string): void {
    const room = roomOf(agentId);
    const connected = new Set([...room.phones.values()].map(({ guest }) => guest.id));
    const phones = access
      .list(agentId)
      .map(({ id, name }) => ({ id, name, isConnected: connected.has(id) }));
    sendToOwner(room, { type: "phones", phones });
  }

  function connectOwner(socket: WebSocket, agentId: string): void {
    const room = roomOf(agentId);
    room.owner?.terminate();
    room.owner = socket;
    socket.on("error", () => {});
    socket.on("message", (data, isBinary) => {
      const message = isBinary ? undefined : parseUpMessage(frameText(data));
      if (message !== undefined) onOwnerMessage(agentId, room, message);
    });
    socket.once("close", () => {
      if (room.owner !== socket) return;
      room.owner = undefined;
      for (const phone of room.phones.values())
        closeSocket(phone.socket, PhoneCloseCode.ownerGone, "the page on the computer is gone");
    });
    for (const { id, guest } of room.phones.values())
      sendToOwner(room, { type: "opened", socketId: id, name: guest.name });
    sendPhones(agentId);
  }

  function onOwnerMessage(agentId: string, room: Room, message: RelayUpMessage): void {
    switch (message.type) {
      case "text":
        return room.phones.get(message.socketId)?.socket.send(message.text);
      case "close":
        return room.phones.get(message.socketId)?.socket.close();
      case "invite": {
        const { token, expiresAt } = access.invite(agentId);
        return sendToOwner(room, { type: "invitation", link: linkFor(token), expiresAt });
      }
      case "disconnect":
        return disconnect(agentId, room, message.phone);
    }
  }

  function disconnect(agentId: string, { phones }: Room, phone: string): void {
    // The id of another inviter's guest has no effect.
    if (!access.list(agentId).some(({ id }) => id === phone)) return;
    access.remove(phone);
    for (const { guest, socket } of phones.values())
      if (guest.id === phone)
        closeSocket(socket, PhoneCloseCode.disconnected, "disconnected by the user");
    sendPhones(agentId);
  }

  function connectPhone(socket: WebSocket, guest: Guest): void {
    const room = roomOf(guest.inviter);
    socket.on("error", () => {});
    const pages = [...room.phones.values()].filter((phone) => phone.guest.id === guest.id);
    if (pages.length >= MAX_PAGES)
      return closeSocket(socket, PhoneCloseCode.tooManyPages, "too many pages of this phone");
    const id = randomUUID();
    room.phones.set(id, { id, socket, guest });
    socket.on("message", (data, isBinary) => {
      if (!isBinary) sendToOwner(room, { type: "text", socketId: id, text: frameText(data) });
    });
    socket.once("close", () => {
      room.phones.delete(id);
      sendToOwner(room, { type: "closed", socketId: id });
      sendPhones(guest.inviter);
    });
    sendToOwner(room, { type: "opened", socketId: id, name: guest.name });
    sendPhones(guest.inviter);
  }

  function close(): void {
    for (const { owner, phones } of rooms.values())
      for (const socket of [owner, ...[...phones.values()].map((phone) => phone.socket)])
        if (socket) closeSocket(socket, CloseCode.serverStopped, "the server was stopped");
  }

  return { connectOwner, connectPhone, close };
}

function parseUpMessage(text: string): RelayUpMessage | undefined {
  try {
    const message: unknown = JSON.parse(text);
    return isUpMessage(message) ? message : undefined;
  } catch {
    return undefined;
  }
}

function isUpMessage(message: unknown): message is RelayUpMessage {
  if (typeof message !== "object" || message === null || !("type" in message)) return false;
  const hasSocket = "socketId" in message && typeof message.socketId === "string";
  switch (message.type) {
    case "invite":
      return true;
    case "close":
      return hasSocket;
    case "text":
      return hasSocket && "text" in message && typeof message.text === "string";
    case "disconnect":
      return "phone" in message && typeof message.phone === "string";
    default:
      return false;
  }
}
