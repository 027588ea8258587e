import { parentPort, workerData } from "node:worker_threads";
import { createMirror, type MirrorLink, portLink, socketLink } from "@acp-store/mirror";
import { WebSocket } from "ws";
import { LATENCY_SESSION, type LatencyTask, now } from "./latencyTask.js";

// Follows the store of another thread. Posts `null` when the mirror is live, and the times at which
// the updates arrived when it has all of them.

const { count, port, url } = workerData as LatencyTask;
const arrived: number[] = [];
const mirror = createMirror(connect);
const stop = mirror.onStatus((status) => {
  if (status === "live") begin();
});

function connect(): MirrorLink {
  if (port !== undefined) return portLink(port);
  return socketLink(new WebSocket(url ?? ""));
}

/** The message has one character for each update, after the first one. */
function begin(): void {
  stop();
  mirror.watch({ type: "table", sessionId: LATENCY_SESSION, table: "messages" }, () => {
    const time = now();
    while (arrived.length < countCharacters() - 1) arrived.push(time);
    if (arrived.length < count) return;
    mirror.close();
    parentPort?.postMessage(arrived);
  });
  parentPort?.postMessage(null);
}

function countCharacters(): number {
  const [message] = mirror.getState().sessions.get(LATENCY_SESSION)?.messages.values() ?? [];
  const [block] = message?.content ?? [];
  return block?.type === "text" ? block.text.length : 0;
}
