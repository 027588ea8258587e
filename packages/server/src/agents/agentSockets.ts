import type { IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";
import type { FleetHost, FleetRights } from "@acp-store/fleet/mirror";
import { socketLink } from "@acp-store/mirror";
import { type WebSocket, WebSocketServer } from "ws";
import { closeNotAdmitted } from "../local/notAdmitted.js";

/** The largest message of a page, in bytes. Prompts may contain images and files. */
export const MAX_MESSAGE_BYTES: number = 100 * 1024 * 1024;
/** The time between two pings, in ms. A page that has not answered the last one is gone. */
const PING_MS = 30_000;

/** Decides what a page may see and do. An error of the application admits nobody. */
type GetRights = () => FleetRights;

/** The WebSockets of the pages of a fleet. */
export interface AgentSockets {
  /** Accepts an upgrade request, and shows the fleet to the page. */
  accept(request: IncomingMessage, socket: Duplex, head: Buffer, rights: GetRights): void;
  /**
   * Shows the fleet to the page of a WebSocket that was accepted elsewhere. Returns a function that ends it:
   * nothing that the page sends afterwards has an effect.
   */
  connect(socket: WebSocket, rights: GetRights): () => void;
  /** Ends the connections of all pages. */
  close(): void;
}

/** Creates the {@link AgentSockets} of a fleet. */
export function createAgentSockets(host: FleetHost): AgentSockets {
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

  function connect(page: WebSocket, getRights: GetRights): () => void {
    const granted = tryRights(getRights);
    if (granted === undefined) {
      closeNotAdmitted(page);
      return () => {};
    }
    page.on("error", () => page.terminate());
    pages.set(page, true);
    page.on("pong", () => pages.set(page, true));
    page.on("close", () => pages.delete(page));
    return host.connect(socketLink(page), granted);
  }

  return {
    accept: (request, socket, head, getRights) =>
      server.handleUpgrade(request, socket, head, (page) => void connect(page, getRights)),
    connect,
    close() {
      clearInterval(timer);
      for (const page of pages.keys()) page.terminate();
      pages.clear();
    },
  };
}

/** An error of the application must not end the server. */
function tryRights(getRights: GetRights): FleetRights | undefined {
  try {
    return getRights();
  } catch {
    return undefined;
  }
}
