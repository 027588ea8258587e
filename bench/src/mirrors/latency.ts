import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { MessageChannel, type MessagePort, Worker } from "node:worker_threads";
import { createAcpStore } from "@acp-store/core";
import { hostMirrors, type MirrorLink, portLink, socketLink } from "@acp-store/mirror";
import { WebSocketServer } from "ws";
import { benchFolder } from "../folders.js";
import { LATENCY_MESSAGE, LATENCY_SESSION, type LatencyTask, now } from "./latencyTask.js";

/** A transport between two threads. */
export type LatencyTransport = "MessagePort" | "WebSocket";

/** The pause between two updates, in ms. Several updates come within one batch of 16 ms. */
const PAUSE_MS = 5;

/**
 * Resolves with the times from `ingest` at the owner to a listener of `watch` in a mirror, which runs
 * in another thread. In ms, one for each update.
 */
export async function measureLatency(
  transport: LatencyTransport,
  batchMs: number,
  count: number,
): Promise<readonly number[]> {
  const store = createAcpStore();
  const host = hostMirrors(store, { batchMs });
  sendCharacter();
  const far = await openFarEnd(transport, (link) => host.connect(link));
  const worker = new Worker(join(benchFolder, "dist/mirrors/latencyWorker.js"), {
    workerData: { ...far.task, count } satisfies LatencyTask,
    transferList: [...far.transferred],
    // A test runs with the sources of the packages, which only its loader can read.
    execArgv: [],
  });
  // The worker reports when its mirror is live, and later the times at which updates arrived.
  await once(worker, "message");
  const sent: number[] = [];
  for (let index = 0; index < count; index++) {
    await setTimeout(PAUSE_MS);
    sent.push(now());
    sendCharacter();
  }
  const [arrived] = (await once(worker, "message")) as [readonly number[]];
  host.close();
  await worker.terminate();
  far.close();
  return sent.map((time, index) => (arrived[index] ?? Number.NaN) - time);

  function sendCharacter(): void {
    const content = { type: "text", text: "x" };
    const update = {
      sessionUpdate: "agent_message_chunk",
      messageId: LATENCY_MESSAGE,
      content,
    };
    store.ingest({ sessionId: LATENCY_SESSION, update });
  }
}

/** The far end of a transport. */
interface FarEnd {
  readonly task: Omit<LatencyTask, "count">;
  readonly transferred: readonly MessagePort[];
  close(): void;
}

async function openFarEnd(
  transport: LatencyTransport,
  onLink: (link: MirrorLink) => void,
): Promise<FarEnd> {
  if (transport === "MessagePort") {
    const { port1, port2 } = new MessageChannel();
    onLink(portLink(port1));
    return { task: { port: port2 }, transferred: [port2], close: () => port1.close() };
  }
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0, perMessageDeflate: true });
  server.on("connection", (socket) => onLink(socketLink(socket)));
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    task: { url: `ws://127.0.0.1:${port}` },
    transferred: [],
    close: () => server.close(),
  };
}
