import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import { type FleetHost, type FleetRights, NOT_ADMITTED } from "@acp-store/fleet/mirror";
import { socketLink } from "@acp-store/mirror";
import { type WebSocket, WebSocketServer } from "ws";

/** The largest message of a page, in bytes. Prompts may contain images and files. */
export const MAX_MESSAGE_BYTES: number = 100 * 1024 * 1024;
/** The time between two pings, in ms. A page that has not answered the last one is gone. */
const PING_MS = 30_000;
/** The code with which a page that is not admitted is closed. Codes from 4000 on are for applications. */
const NOT_ADMITTED_CODE = 4401;

/** The WebSockets of the pages of a fleet. */
export interface AgentSockets {
  /** Accepts an upgrade request, and shows the fleet to the page. */
  accept(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /**
   * Accepts an upgrade request, and closes the WebSocket at once with the reason. A page cannot read the
   * status of a refused upgrade, so that it could not tell it from a server that is not there.
   */
  refuse(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /** Shows the fleet to the page of a WebSocket that was accepted elsewhere. */
  connect(socket: WebSocket, request: IncomingMessage): void;
  /** Ends the connections of all pages. */
  close(): void;
}

/** Creates the {@link AgentSockets} of a fleet. `rights` decides what each page may see and do. */
export function createAgentSockets(
  host: FleetHost,
  rights: (request: IncomingMessage) => FleetRights,
): AgentSockets {
  const server = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: MAX_MESSAGE_BYTES,
  });
  /** The connected pages, and whether each has answered the last ping. */
  const pages = new Map<WebSocket, boolean>();
  const timer = setInterval(() => {
    for (const [page, hasAnswered] of pages) {
      if (!hasAnswered) page.terminate();
      pages.set(page, false);
      page.ping();
    }
  }, PING_MS);
  timer.unref();

  function connect(page: WebSocket, request: IncomingMessage): void {
    page.on("error", () => page.terminate());
    const granted = rightsOf(request);
    if (granted === undefined) return page.close(NOT_ADMITTED_CODE, NOT_ADMITTED);
    pages.set(page, true);
    page.on("pong", () => pages.set(page, true));
    page.on("close", () => pages.delete(page));
    host.connect(socketLink(page), granted);
  }

  /** An error of the application admits nobody, and must not end the server. */
  function rightsOf(request: IncomingMessage): FleetRights | undefined {
    try {
      return rights(request);
    } catch {
      return undefined;
    }
  }

  return {
    accept: (request, socket, head) =>
      server.handleUpgrade(request, socket, head, (page) => connect(page, request)),
    refuse: (request, socket, head) =>
      server.handleUpgrade(request, socket, head, (page) => {
        page.on("error", () => page.terminate());
        page.close(NOT_ADMITTED_CODE, NOT_ADMITTED);
      }),
    connect,
    close() {
      clearInterval(timer);
      for (const page of pages.keys()) page.terminate();
      pages.clear();
    },
  };
}
