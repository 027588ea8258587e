import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";

/** Opens a port to which an agent connects, so the test can detect when the agent exits. */
export async function openLifeline() {
  const server = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? String(address?.port) : "";
  return { port, started: once(server, "connection") };
}

/** Resolves when the process at the other end of the connection has exited. */
export async function endOf(process: Socket): Promise<"ended"> {
  // Killing a process may reset its connection.
  process.resume().on("error", () => {});
  await once(process, "close");
  return "ended";
}
