import type { AcpState, AcpStore } from "@acp-store/core";
import { type AgentDefinition, createFleet, type FleetOptions } from "@acp-store/fleet/owner";
import {
  type AgentScript,
  memoryTranscripts,
  type ScriptedAgent,
  scriptedAgent,
} from "@acp-store/testing";
import { onTestFinished, vi } from "vitest";

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

/** Something that can be read and followed, such as a store. */
interface Readable<State> {
  getState(): State;
  subscribe(listener: () => void): () => void;
}

/** Resolves with the state as soon as it fulfills a condition. */
export function waitFor<State>(
  store: Readable<State>,
  condition: (state: State) => boolean | undefined,
): Promise<State> {
  return new Promise((resolve) => {
    const check = (): void => {
      const state = store.getState();
      if (!condition(state)) return;
      unsubscribe();
      resolve(state);
    };
    const unsubscribe = store.subscribe(check);
    check();
  });
}

/** Resolves when a session has a pending permission request. */
export function waitForAsk(store: AcpStore, sessionId: string): Promise<AcpState> {
  return waitFor(store, ({ sessions }) => sessions.get(sessionId)?.pendingPermissions.length === 1);
}
