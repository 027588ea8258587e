/** A message for the user about why the connection ended. */
export interface ConnectionEnd {
  readonly title: string;
  readonly detail: string;
}

/** The close event of a WebSocket. */
export interface SocketEnd {
  readonly code: number;
  readonly reason: string;
  readonly wasOpen: boolean;
}

/** The WebSocket close codes of the server, see `server/bridge/close.ts`. */
const COULD_NOT_START = 4001;
const AGENT_ENDED = 4002;
export const SERVER_STOPPED = 4003;
const TOO_MANY_AGENTS = 4004;

export function describeSocketEnd({ code, reason, wasOpen }: SocketEnd): ConnectionEnd {
  switch (code) {
    case COULD_NOT_START:
      return { title: "The agent could not be started", detail: toSentence(reason) };
    case AGENT_ENDED:
      return { title: "The agent has stopped", detail: toSentence(reason) };
    case SERVER_STOPPED:
      return {
        title: "The server has stopped",
        detail: "Start it again in the terminal, then open the address it prints.",
      };
    case TOO_MANY_AGENTS:
      return { title: "The server runs too many agents", detail: toSentence(reason) };
    default:
      return wasOpen
        ? { title: "The connection was lost", detail: describeConnectionLoss(code, reason) }
        : {
            title: "Cannot reach the server",
            detail: "Check that it is still running in the terminal.",
          };
  }
}

/** Returns the message of an error without the package prefix. */
export function getErrorMessage(error: unknown): string {
  const text = error instanceof Error && error.message !== "" ? error.message : String(error);
  return text.replace(/^\[acp-store\] /, "");
}

function describeConnectionLoss(code: number, reason: string): string {
  const cause = reason === "" ? `WebSocket code ${code}` : `${reason}, WebSocket code ${code}`;
  return `Check that the server is still running in the terminal (${cause}).`;
}

/** Capitalizes the text and adds a period, unless it already ends with punctuation. */
export function toSentence(text: string): string {
  if (text === "") return "";
  const capital = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?…]$/.test(capital) ? capital : `${capital}.`;
}
