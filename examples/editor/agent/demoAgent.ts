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
  /** Cancels every turn and kills every running command. */
  stop(): void;
}

/**
 * Creates an ACP agent that needs no model: it plays a script on real files and processes. It uses
 * the highest protocol version that the client offers and serves a single connection.
 */
export function createDemoAgent(pace: Pace): DemoAgent {
  const sessions = createSessions();
  const app = agentProtocolRouter()
    .withV1(createAgentV1(sessions, pace))
    .withV2(createAgentV2(sessions, pace));
  return { app, stop: sessions.stop };
}
