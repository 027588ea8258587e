import type { Writable } from "node:stream";
import type { RawData, WebSocket } from "ws";
import { frameText } from "./frameText.js";

const UNSUPPORTED_DATA = 1003;

/** Writes each text frame as one line to the agent's stdin. */
export function forwardFrames(socket: WebSocket, stdin: Writable): void {
  // Writing to an agent that has just ended fails; its exit is what the page is told.
  stdin.on("error", () => {});
  stdin.on("drain", () => socket.resume());
  socket.on("message", (data: RawData, isBinary: boolean) => {
    if (isBinary) return socket.close(UNSUPPORTED_DATA, "send ACP messages as text frames");
    if (!stdin.writable) return;
    if (!stdin.write(`${oneLine(data)}\n`)) socket.pause();
  });
}

/** In JSON text a line break can only stand between tokens, where a blank means the same. */
const oneLine = (data: RawData): string => frameText(data).replace(/[\r\n]+/g, " ");
