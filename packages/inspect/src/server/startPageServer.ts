import { fileURLToPath } from "node:url";
import { startLocalServer } from "@acp-store/server/local";
import type { WebSocket } from "ws";
import { printMessage } from "../printMessage.js";

/** Pages only receive, so even a small message is an error. */
const MAX_MESSAGE_BYTES = 64;

export interface PageServer {
  /** The address to open first. It contains the token. */
  readonly address: string;
  /** A note that the requested port cannot be used, or an empty string. */
  readonly portNote: string;
}

/**
 * Serves the page, and calls `onPage` with the WebSocket of each page that opens. If `port` is
 * taken, the server uses any free port. When a browser has used the address, the next one is
 * printed.
 */
export async function startPageServer(
  port: number,
  onPage: (page: WebSocket) => void,
): Promise<PageServer> {
  const { address, portError } = await startLocalServer({
    name: "acp_inspect",
    port,
    allowOtherPort: true,
    pageDir: fileURLToPath(new URL("../page", import.meta.url)),
    addressHint: "Open the address that acp-inspect printed last on stderr.",
    endpoints: [{ path: "/frames", maxPayloadBytes: MAX_MESSAGE_BYTES, onConnect: onPage }],
    onAdmitted: (next) => void printMessage(`open ${next} in another browser`),
  });
  const portNote = portError === undefined ? "" : ` (port ${port} cannot be used: ${portError})`;
  return { address, portNote };
}
