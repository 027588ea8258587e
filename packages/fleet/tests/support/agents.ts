import type { AcpState, AcpStore } from "@acp-store/core";
import { type AgentDefinition, createFleet, type FleetOptions } from "@acp-store/fleet/owner";
import {
  type AgentScript,
  memoryTranscripts,
  type ScriptedAgent,
  scriptedAgent,
} from "@acp-store/testing";
import { onTestFinished, vi } from "vitest";
import { waitForState } from "../../../../tests/support/waitForState.js";

/** An agent of a test, and the number of times that it was started. */
export interface TestAgent extends ScriptedAgent {
  readonly definition: AgentDefinition;
  readonly starts: () => number;
}

/** Creates an agent that answers "Done." and can load sessions. Its transcripts outlive its connections. */
export function testAgent(id: string, script: Partial<AgentScript> = {}): TestAgent {
  const agent = scriptedAgent({
    protocolVersions: [1],
    storage: memoryTranscripts(),
    onPrompt: (turn) => turn.say("Done."),
    ...script,
  });
  const source = vi.fn(() => agent.connect());
  const connect = () => ({ reconnect: false }) as const;
  return {
    ...agent,
    definition: { id, name: id.toUpperCase(), source, connect },
    starts: () => source.mock.calls.length,
  };
}

/** Creates a fleet that is closed after the test. Its stores call their listeners at once. */
export function testFleet(
  agents: readonly { readonly definition: AgentDefinition }[],
  options: Partial<FleetOptions> = {},
) {
  const fleet = createFleet({
    agents: agents.map(({ definition }) => definition),
    store: () => ({ scheduler: "sync" }),
    ...options,
  });
  onTestFinished(() => fleet.close());
  const get = (id: string) => {
    const agent = fleet.agents.get(id);
    if (agent === undefined) throw new Error(`There is no agent "${id}".`);
    return agent;
  };
  return {
    fleet,
    get,
    status: (id: string) => fleet.entries.getState().get(id)?.status,
    rows: () => fleet.overview.getState().inbox.map(({ kind, key }) => `${kind} ${key}`),
  };
}

/** Resolves when a session has a pending permission request. */
export function waitForAsk(store: AcpStore, sessionId: string): Promise<AcpState> {
  return waitForState(
    store,
    ({ sessions }) => sessions.get(sessionId)?.pendingPermissions.length === 1,
  );
}
