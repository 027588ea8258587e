import {
  agentProtocolRouter,
  type AgentProtocolRouter,
} from "@agentclientprotocol/sdk/experimental/v2/unstable";
import type { Pace } from "./pace.js";
import { createSessions } from "./sessions.js";
import { createSignIn } from "./signIn.js";
import { createAgentV1 } from "./v1/agent.js";
import { createAgentV2 } from "./v2/agent.js";

export interface DemoAgent {
  readonly app: AgentProtocolRouter;
  /** Cancels every turn and kills every running command. */
  stop(): void;
}

interface DemoAgentOptions {
  readonly pace: Pace;
  /** Whether the user has to sign in before the agent opens a session. */
  readonly requiresSignIn: boolean;
}

/**
 * Creates an ACP agent that needs no model: it plays a script on real files and processes. It uses
 * the highest protocol version that the client offers and serves a single connection.
 */
export function createDemoAgent({ pace, requiresSignIn }: DemoAgentOptions): DemoAgent {
  const signIn = createSignIn(pace, requiresSignIn);
  const sessions = createSessions(signIn.require);
  const app = agentProtocolRouter()
    .withV1(createAgentV1(sessions, signIn, pace))
    .withV2(createAgentV2(sessions, signIn, pace));
  return { app, stop: sessions.stop };
}
