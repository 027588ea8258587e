import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import type { TestContext } from "vitest";

/** A port to which a process connects, so that a test sees when the process ends. */
export interface Lifeline {
  readonly port: string;
  /** Resolves when the process has connected, with a promise that resolves when it has ended. */
  readonly connected: Promise<{ readonly ended: Promise<unknown> }>;
}

/** Opens a lifeline for one process. Concurrent tests need the hook of their own context. */
export async function openLifeline(
  onTestFinished: TestContext["onTestFinished"],
): Promise<Lifeline> {
  const server = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? String(address?.port) : "";
  const connected = once(server, "connection").then(([socket]: Socket[]) => {
    // Killing a process may reset its connection.
    socket?.resume().on("error", () => {});
    onTestFinished(() => void socket?.destroy());
    return { ended: new Promise((resolve) => socket?.once("close", resolve)) };
  });
  return { port, connected };
}
