import {
  agentProtocolRouter,
  type AgentProtocolRouter,
} from "@agentclientprotocol/sdk/experimental/v2";
import type { Pace } from "./pace.js";
import { createSessions } from "./sessions.js";
import { createAgentV1 } from "./v1/agent.js";
import { createAgentV2 } from "./v2/agent.js";

export interface DemoAgent {
  readonly app: AgentProtocolRouter;
  /** Cancels every turn, and with it every command that runs. */
  stop(): void;
}

/**
 * An ACP agent that needs no model: it plays a script on real files and processes. It speaks the
 * highest version of the protocol that the client offers. One agent has one connection.
 */
export function createDemoAgent(pace: Pace): DemoAgent {
  const sessions = createSessions();
  const app = agentProtocolRouter()
    .withV1(createAgentV1(sessions, pace))
    .withV2(createAgentV2(sessions, pace));
  return { app, stop: sessions.stop };
}
