import type { Version } from "../wire/update.js";

/** The request that makes an agent of the suite stream its lines. It replies after the last one. */
export const STREAM_METHOD = "_bench/stream";

/** The reaction of an agent to one line from the client. */
export interface AgentReaction {
  /** Whether the agent first sends its lines. */
  readonly streams: boolean;
  /** The line that answers the request. */
  readonly reply: string;
}

/** The agents of the suite announce no capabilities. */
const INITIALIZE_RESULTS: Readonly<Record<Version, object>> = {
  1: { protocolVersion: 1, agentCapabilities: {} },
  2: { protocolVersion: 2, info: { name: "bench", version: "1" }, capabilities: { session: {} } },
};

/** Returns how an agent reacts to a line. Notifications have no reaction. */
export function reactToLine(line: string, version: Version): AgentReaction | undefined {
  const { id, method } = JSON.parse(line) as { id?: unknown; method?: string };
  if (id === undefined) return undefined;
  const result = method === "initialize" ? INITIALIZE_RESULTS[version] : {};
  const reply = `${JSON.stringify({ jsonrpc: "2.0", id, result })}\n`;
  return { streams: method === STREAM_METHOD, reply };
}
