import { type AgentProcessOptions, spawnAgentProcess } from "./agentProcess.js";
import {
  agentProcessStream,
  type AgentProcessStream,
  type AgentProcessStreamOptions,
} from "./agentProcessStream.js";

/** The options of {@link spawnAgent}. */
export interface SpawnAgentOptions extends AgentProcessOptions, AgentProcessStreamOptions {}

/**
 * Returns a source for `connectAgent` that starts the agent as a process and talks to it over
 * stdio. Each call of the source starts a new process. Closing the stream ends the process like
 * `spawnAgentProcess` describes, and the agent does not outlive this process either.
 * {@link https://agentclientprotocol.com/protocol/v1/transports}
 *
 * The source rejects with an `Error` if the process cannot be started, and the stream fails with an
 * `Error` when it exits. Both errors have the fields of `ProcessDetails`.
 *
 * @example
 * ```ts
 * import { connectAgent } from "@acp-store/client";
 * import { spawnAgent } from "@acp-store/client/node";
 * import { createAcpStore } from "@acp-store/core";
 *
 * const store = createAcpStore();
 * const agent = await connectAgent(store, spawnAgent("npx", ["@google/gemini-cli", "--acp"]));
 * ```
 */
export function spawnAgent(
  command: string,
  args: readonly string[] = [],
  options: SpawnAgentOptions = {},
): () => Promise<AgentProcessStream> {
  return async () => agentProcessStream(await spawnAgentProcess(command, args, options), options);
}
