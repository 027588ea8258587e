import type { WebSocket } from "ws";

/**
 * The codes with which the server closes the WebSocket `/acp`. The close reason has the details.
 */
export const CloseCode = {
  /** The agent could not be started. The reason is a sentence for the user. */
  couldNotStart: 4001,
  /** The agent's process ended. The reason contains its exit code or signal. */
  agentEnded: 4002,
  /** The server stopped, so reconnecting is pointless. */
  serverStopped: 4003,
  /** The server runs as many agents as it may. The reason is a sentence for the user. */
  tooManyAgents: 4004,
} as const;

/** The codes of a socket whose page was reloaded or closed, or whose browser is gone. */
const UNLOAD_CODES: ReadonlySet<number> = new Set([1001, 1006]);

/** Returns whether the page is gone, as opposed to a page that closed its socket on purpose. */
export function isPageUnload(code: number): boolean {
  return UNLOAD_CODES.has(code);
}

/** A close frame holds 125 bytes, and the code takes two of them. */
const MAX_REASON_BYTES = 123;

/** Closes a WebSocket and truncates the reason if it is too long. */
export function closeSocket(socket: WebSocket, code: number, reason: string): void {
  socket.close(code, truncateReason(reason));
}

export function describeExit(code: number | null, signal: string | null): string {
  return signal === null ? `agent exited with code ${code}` : `agent was terminated by ${signal}`;
}

/** Truncates between two characters, because a close frame must be valid UTF-8. */
export function truncateReason(reason: string): string {
  if (Buffer.byteLength(reason) <= MAX_REASON_BYTES) return reason;
  let truncated = "";
  for (const character of reason) {
    if (Buffer.byteLength(`${truncated}${character}…`) > MAX_REASON_BYTES) break;
    truncated += character;
  }
  return `${truncated}…`;
}
