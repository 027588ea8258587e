/** Why there is no agent any more, in words for the user. */
export interface ConnectionEnd {
  readonly title: string;
  readonly detail: string;
}

/** How a WebSocket ended. */
export interface SocketEnd {
  readonly code: number;
  readonly reason: string;
  readonly wasOpen: boolean;
}

/** The codes with which the server closes the socket: see `server/bridge/close.ts`. */
const COULD_NOT_START = 4001;
const AGENT_ENDED = 4002;
export const SERVER_STOPPED = 4003;

export function describeSocketEnd({ code, reason, wasOpen }: SocketEnd): ConnectionEnd {
  switch (code) {
    case COULD_NOT_START:
      return { title: "The agent could not be started", detail: whyNotStarted(reason) };
    case AGENT_ENDED:
      return { title: "The agent has ended", detail: sentence(reason) };
    case SERVER_STOPPED:
      return {
        title: "The server has stopped",
        detail: "Start it again in the terminal, and open the address it prints.",
      };
    default:
      return wasOpen
        ? { title: "The connection was lost", detail: lost(code, reason) }
        : { title: "No connection to the server", detail: "Is it still running in the terminal?" };
  }
}

export function messageOf(error: unknown): string {
  const text = error instanceof Error && error.message !== "" ? error.message : String(error);
  return text.replace(/^\[acp-store\] /, "");
}

function whyNotStarted(reason: string): string {
  const why = reason.replace(/^could not start: /, "");
  const missing = /^spawn (.+) ENOENT$/.exec(why)?.[1];
  if (missing === undefined) return sentence(why);
  return `There is no program "${missing}". Is it installed, and spelled right?`;
}

function lost(code: number, reason: string): string {
  const how = reason === "" ? `WebSocket code ${code}` : `${reason}, WebSocket code ${code}`;
  return `Is the server still running in the terminal? (${how})`;
}

/** With a capital and a full stop, whatever it came from. */
export function sentence(text: string): string {
  if (text === "") return "";
  const capital = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?…]$/.test(capital) ? capital : `${capital}.`;
}
