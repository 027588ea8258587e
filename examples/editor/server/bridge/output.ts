import type { Readable } from "node:stream";
import { isJsonObject } from "../json.js";
import type { AgentLog } from "./agentLog.js";
import { createLineSplitter } from "./lines.js";

const MAX_FRAME_BYTES = 64 * 1024 * 1024;
const MAX_LOG_LINE_BYTES = 64 * 1024;

/** Calls `onFrame` with each line of the agent's stdout. Lines that are not JSON are logged. */
export function readStdout(stdout: Readable, log: AgentLog, onFrame: (json: string) => void): void {
  const lines = createLineSplitter({
    maxBytes: MAX_FRAME_BYTES,
    onTooLong: (start) => log.addSkippedStdout(`(over ${MAX_FRAME_BYTES} bytes, dropped) ${start}`),
    onLine(line) {
      if (line.trim() === "") return;
      if (isJsonObject(line)) onFrame(line);
      else log.addSkippedStdout(line);
    },
  });
  stdout.on("data", (chunk: Buffer) => lines.push(chunk));
  stdout.once("end", lines.flush);
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
