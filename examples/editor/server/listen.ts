import { once } from "node:events";
import type { Server } from "node:http";

const HOST = "127.0.0.1";
const DEFAULT_PORT = 4317;

/**
 * Listens on loopback only, and returns the port. Without a wanted port, a taken default port
 * gives way to any free one.
 *
 * @throws when the wanted port cannot be had.
 */
export async function listen(server: Server, wanted: number | undefined): Promise<number> {
  try {
    return await listenOn(server, wanted ?? DEFAULT_PORT);
  } catch (error) {
    if (wanted === undefined) return listenOn(server, 0);
    const why = error instanceof Error ? error.message : String(error);
    throw new Error(
      `--port ${wanted} cannot be used (${why}). Choose another, or leave --port out.`,
    );
  }
}

async function listenOn(server: Server, port: number): Promise<number> {
  server.listen(port, HOST);
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no TCP port was opened");
  return address.port;
}
