import type { Readable } from "node:stream";
import { WebSocket } from "ws";
import { isJsonObject } from "../json.js";
import type { AgentLog } from "./agentLog.js";
import { createLineSplitter } from "./lines.js";

const MAX_FRAME_BYTES = 64 * 1024 * 1024;
const MAX_LOG_LINE_BYTES = 64 * 1024;
/** Above this many buffered bytes, the page is slower than the agent, and the agent has to wait. */
const HIGH_WATER_MARK = 1024 * 1024;

/** Sends each line of the agent's stdout as one text frame. Lines that are not JSON are logged. */
export function forwardStdout(stdout: Readable, socket: WebSocket, log: AgentLog): void {
  const resume = (): void => {
    if (stdout.isPaused() && socket.bufferedAmount < HIGH_WATER_MARK / 2) stdout.resume();
  };
  const lines = createLineSplitter({
    maxBytes: MAX_FRAME_BYTES,
    onTooLong: (start) => log.addSkippedStdout(`(over ${MAX_FRAME_BYTES} bytes, dropped) ${start}`),
    onLine(line) {
      if (line.trim() === "") return;
      if (!isJsonObject(line)) return log.addSkippedStdout(line);
      if (socket.readyState !== WebSocket.OPEN) return;
      socket.send(line, resume);
      if (socket.bufferedAmount > HIGH_WATER_MARK) stdout.pause();
    },
  });
  stdout.on("data", (chunk: Buffer) => lines.push(chunk));
  stdout.once("end", lines.flush);
  // Without a page there is no backpressure. The output is discarded until the agent stops.
  socket.once("close", () => stdout.resume());
}

/** Logs the agent's stderr. */
export function logStderr(stderr: Readable, log: AgentLog): void {
  const lines = createLineSplitter({
    maxBytes: MAX_LOG_LINE_BYTES,
    onLine: log.addStderr,
    onTooLong: log.addStderr,
  });
  stderr.on("data", (chunk: Buffer) => lines.push(chunk));
  stderr.once("end", lines.flush);
}
