import type { JsonObject } from "../json.js";
import type { EntryReader, LineReading, LogEntry } from "./lineReading.js";
import { readDirection, readTextTime } from "./logPrefix.js";

/** A JSON-RPC message between two components, as the conductor writes it. */
interface ConductorEvent {
  readonly type: "request" | "response" | "notification";
  readonly from: string;
  readonly to: string;
  readonly line: JsonObject;
}

/** An event that belongs to a connection other than the client's. */
const OTHER_CONNECTION: LineReading = {};

/**
 * Creates a reader for the lines of a `.jsons` file of the
 * [ACP conductor](https://github.com/agentclientprotocol/rust-sdk), which connects a client with an
 * agent through any number of proxies. The file has the messages between all of them, but not the
 * messages from the first proxy to the client. The reader keeps the connection of the
 * client: all messages between the client and the component next to it, and the requests and
 * notifications that this component receives from the agent's side, with its responses. It skips the
 * MCP messages between proxies and the agent.
 *
 * The reader must get the lines in order.
 */
export function createConductorReader(): EntryReader {
  /** The component next to the client: the first proxy, or the agent. */
  let neighbor: string | undefined;
  /** The ids of the agent's requests that have no response yet. */
  const agentRequests = new Set<unknown>();

  function readDirection({ type, from, to, line }: ConductorEvent): "recv" | "sent" | undefined {
    if (isClient(from)) {
      neighbor = to;
      return "sent";
    }
    if (isClient(to)) return "recv";
    if (type === "response") return agentRequests.delete(line["id"]) ? "sent" : undefined;
    if (to !== neighbor || isMcp(line)) return undefined;
    if (type === "request") agentRequests.add(line["id"]);
    return "recv";
  }

  return ({ value: line }) => {
    const event = parseEvent(line);
    if (event === undefined) return undefined;
    const dir = readDirection(event);
    if (dir === undefined) return OTHER_CONNECTION;
    const { ts } = line;
    // The conductor counts seconds.
    const time = typeof ts === "number" ? { t: Math.round(ts * 1_000_000) / 1000 } : {};
    return { frame: { ...time, dir, msg: toMessage(event) } };
  };
}

const DEBUG_PREFIX = /^(C|\d+) [→←] \+\d+ms $/;

/**
 * Reads a message of the log that the conductor writes with `--debug`. Lines with `C` are the
 * connection of the client, and lines with a number are that of a component.
 */
export function readConductorDebugLine({ value, prefix }: LogEntry): LineReading | undefined {
  const component = DEBUG_PREFIX.exec(prefix)?.[1];
  if (component === undefined) return undefined;
  if (component !== "C") return OTHER_CONNECTION;
  return { message: { msg: value, dir: readDirection(prefix), t: readTextTime(prefix) } };
}

function parseEvent(line: JsonObject): ConductorEvent | undefined {
  const { type, from, to } = line;
  if (type !== "request" && type !== "response" && type !== "notification") return undefined;
  return typeof from === "string" && typeof to === "string" ? { type, from, to, line } : undefined;
}

function isClient(component: string): boolean {
  return component.toLowerCase() === "client";
}

/** Returns whether a message carries MCP traffic through the connection. */
function isMcp({ protocol, method }: JsonObject): boolean {
  return protocol === "mcp" || (typeof method === "string" && method.startsWith("mcp/"));
}

/** Restores the JSON-RPC message of an event. */
function toMessage({ type, line }: ConductorEvent): JsonObject {
  const { id, method, params, payload } = line;
  if (type === "response")
    return { jsonrpc: "2.0", id, [line["is_error"] === true ? "error" : "result"]: payload };
  return {
    jsonrpc: "2.0",
    ...(type === "request" && { id }),
    // Proxies are initialized with their own method.
    method: method === "_proxy/initialize" ? "initialize" : method,
    ...(params !== null && params !== undefined && { params }),
  };
}
