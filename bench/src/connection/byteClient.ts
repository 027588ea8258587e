import type { Contestant } from "../contestants/contestant.js";
import type { AgentBytes } from "./agentBytes.js";

/** One connection to an agent. */
export interface ByteConnection {
  /** Requests the agent's lines. Resolves when the last one has been processed. */
  stream(): Promise<unknown>;
  /** Ends the connection and the agent. */
  close(): Promise<unknown>;
}

/** A way to get from the bytes of an agent to the state. */
export interface ByteClient<Connected extends ByteConnection = ByteConnection>
  extends Pick<Contestant, "name" | "note" | "maxLines"> {
  /** Connects to the agent. `earlier` are lines that the state already contains. */
  connect(agent: AgentBytes, earlier: readonly string[]): Promise<Connected>;
}
