import { toSentence } from "../ui/texts.js";

/** A message for the user about why the connection ended. */
export interface ConnectionEnd {
  readonly title: string;
  readonly detail: string;
  /** Whether the server is gone, and with it every agent. */
  readonly isServerGone: boolean;
  /** Whether a reconnect would fail, because this page does not know the server's address. */
  readonly isPermanent: boolean;
}

/** The answer of the server when it is asked after the end of a socket. */
export type ServerStatus = "running" | "restarted" | "unreachable";

/** The close event of a WebSocket. */
export interface SocketEnd {
  readonly code: number;
  readonly reason: string;
  readonly wasOpen: boolean;
  readonly server: ServerStatus;
  /** The lines that the agent wrote to stderr right before it ended. */
  readonly lastWords: readonly string[];
}

/** The WebSocket close codes of the server, see `server/bridge/close.ts`. */
const COULD_NOT_START = 4001;
const AGENT_ENDED = 4002;
const SERVER_STOPPED = 4003;
const TOO_MANY_AGENTS = 4004;

/** The code of the JSON-RPC error with which an agent asks the user to sign in. */
export const AUTH_REQUIRED = -32000;

const ADDRESS_HINT = "Start it again in the terminal, then open the address it prints.";

/** Describes the end of a socket: either the agent or the server is gone. */
export function describeSocketEnd(end: SocketEnd): ConnectionEnd {
  const { code, reason, wasOpen, server, lastWords } = end;
  const agentEnd = { isServerGone: false, isPermanent: false };
  switch (code) {
    case COULD_NOT_START:
      return {
        ...agentEnd,
        title: "The agent could not be started",
        detail: toSentence(reason),
      };
    case AGENT_ENDED:
      return {
        ...agentEnd,
        title: "The agent has stopped",
        detail: toSentence(lastWords.length === 0 ? reason : addOutput(reason, lastWords)),
      };
    case SERVER_STOPPED:
      return {
        title: "The server has stopped",
        detail: ADDRESS_HINT,
        isServerGone: true,
        isPermanent: true,
      };
    case TOO_MANY_AGENTS:
      return {
        ...agentEnd,
        title: "The server runs too many agents",
        detail: toSentence(reason),
      };
  }
  switch (server) {
    case "restarted":
      return {
        title: "The server was restarted and has a new address",
        detail: "Open the address that it printed last in the terminal.",
        isServerGone: true,
        isPermanent: true,
      };
    case "unreachable":
      return {
        title: wasOpen ? "The server has stopped" : "Cannot reach the server",
        detail: ADDRESS_HINT,
        isServerGone: true,
        isPermanent: false,
      };
    case "running":
      return {
        ...agentEnd,
        title: "The connection was lost",
        detail: toSentence(reason === "" ? `WebSocket code ${code}` : reason),
      };
  }
}

/** Adds output to a reason. Several lines stay separate lines. */
function addOutput(reason: string, lines: readonly string[]): string {
  return `${reason}:${lines.length > 1 ? "\n" : " "}${lines.join("\n")}`;
}
