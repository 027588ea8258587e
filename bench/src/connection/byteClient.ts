import type { AgentProcess } from "@acp-store/client/node";
import type { Version } from "../wire/update.js";

/** One connection to an agent. */
export interface ByteConnection {
  /** Requests the agent's lines. Resolves when the last one has been processed. */
  stream(): Promise<unknown>;
  /** Ends the connection and the agent. */
  close(): Promise<unknown>;
}

/** A way to get from the bytes of an agent to the state. */
export interface ByteClient<Connected extends ByteConnection = ByteConnection> {
  readonly name: string;
  readonly note?: string;
  /** Connects to the agent. */
  connect(agent: AgentProcess, version: Version): Promise<Connected>;
}
