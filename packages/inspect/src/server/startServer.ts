import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { fileURLToPath } from "node:url";
import type { WebSocket } from "ws";
import { createAccess } from "./access.js";
import { createRequestListener } from "./requests.js";
import { createUpgradeListener } from "./upgrade.js";

/** Nothing outside this computer gets here. */
const HOST = "127.0.0.1";

/** Where the page can be opened, and what to say of the port if it is not the one that was wanted. */
export interface Served {
  readonly address: string;
  readonly remark: string;
}

const PAGE = fileURLToPath(new URL("../page", import.meta.url));

/** Serves the page; each that opens comes to `onPage`. Where the port is taken, any free one does. */
export async function startServer(
  wanted: number,
  onPage: (page: WebSocket) => void,
): Promise<Served> {
  const server = createServer();
  let remark = "";
  const port = await listen(server, wanted).catch((error: unknown) => {
    if (wanted === 0) throw error;
    remark = ` (port ${wanted} cannot be used: ${String(error)})`;
    return listen(server, 0);
  });
  const access = createAccess(port);
  server.on("request", createRequestListener(port, access, PAGE));
  server.on("upgrade", createUpgradeListener(port, access, onPage));
  return { address: access.address, remark };
}

async function listen(server: Server, wanted: number): Promise<number> {
  server.listen(wanted, HOST);
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no TCP port was opened");
  return address.port;
}
