import type { WebSocket } from "ws";

/** Why the server closed the WebSocket `/acp`; the reason sent with it says more. */
export const CloseCode = {
  /** The command could not be started: the reason names the command and the error. */
  couldNotStart: 4001,
  /** The agent's process ended: the reason holds its exit code or signal. */
  agentEnded: 4002,
  /** The server ends: there is nothing left to connect to. */
  serverStopped: 4003,
} as const;

/** A close frame holds 125 bytes, two of them for the code. */
const MAX_REASON_BYTES = 123;

export function closeSocket(socket: WebSocket, code: number, reason: string): void {
  socket.close(code, shorten(reason));
}

export function describeExit(code: number | null, signal: string | null): string {
  return signal === null ? `agent exited with code ${code}` : `agent was ended by ${signal}`;
}

/** Cuts at a character's edge, since half a character would be an invalid close frame. */
export function shorten(reason: string): string {
  if (Buffer.byteLength(reason) <= MAX_REASON_BYTES) return reason;
  let short = "";
  for (const character of reason) {
    if (Buffer.byteLength(`${short}${character}…`) > MAX_REASON_BYTES) break;
    short += character;
  }
  return `${short}…`;
}
