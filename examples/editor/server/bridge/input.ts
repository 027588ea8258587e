import type { Writable } from "node:stream";
import type { RawData, WebSocket } from "ws";

const UNSUPPORTED_DATA = 1003;

/** Writes each text frame as one line to the agent's stdin, until the socket closes. */
export function forwardFrames(
  socket: WebSocket,
  stdin: Writable,
  onFrame: (json: string) => void,
): void {
  const resume = (): void => socket.resume();
  stdin.on("drain", resume);
  socket.once("close", () => stdin.off("drain", resume));
  socket.on("message", (data: RawData, isBinary: boolean) => {
    if (isBinary) return socket.close(UNSUPPORTED_DATA, "send ACP messages as text frames");
    if (!stdin.writable) return;
    const line = joinLines(frameText(data));
    onFrame(line);
    if (!stdin.write(`${line}\n`)) socket.pause();
  });
}

/** Returns the text of a text frame. */
export function frameText(data: RawData): string {
  if (Array.isArray(data)) return Buffer.concat(data).toString("utf8");
  return Buffer.isBuffer(data) ? data.toString("utf8") : Buffer.from(data).toString("utf8");
}

/** Replaces line breaks, which are only allowed between the tokens of JSON, with spaces. */
const joinLines = (json: string): string => json.replace(/[\r\n]+/g, " ");
