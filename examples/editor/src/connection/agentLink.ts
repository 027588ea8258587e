import { type AgentConnection, type ConnectOptions, connectAgent } from "@acp-store/client";
import { type AcpStore, createAcpStore } from "@acp-store/core";
import type { AgentConfig } from "../config/config.js";
import type { PanelActions } from "../shell/panelScope.js";
import { type AgentSocket, openAgentSocket } from "./agentSocket.js";
import { describeSocketEnd, SERVER_STOPPED } from "./connectionEnd.js";
import { holdLinkState, type LinkState } from "./linkState.js";
import { panelActions } from "./panelActions.js";
import { openSessions, type SessionOpener } from "./sessionOpener.js";

/** One connection to an agent, with the one store that belongs to it. */
export interface AgentLink extends SessionOpener {
  readonly id: string;
  readonly store: AcpStore;
  getState(): LinkState;
  subscribe(listener: () => void): () => void;
  /** What a panel can ask of the agent in this session. */
  actionsFor(sessionId: string): PanelActions;
  close(): void;
}

/** Agents that are fetched by a package runner need their time. */
const INITIALIZE_TIMEOUT_MS = 120_000;

/** Honest: this page reads no files and runs no commands for the agent. */
const OPTIONS: ConnectOptions = {
  clientInfo: { name: "acp-store-editor", title: "acp-store editor", version: "0.1.0" },
  capabilities: {
    session: { configOptions: { boolean: {} } },
    // Claude's adapter shows the output of commands only to clients that say this.
    _meta: { terminal_output: true },
  },
  initializeTimeout: INITIALIZE_TIMEOUT_MS,
};

/**
 * Starts an agent and opens a session. When the agent goes, a new one is started and its sessions
 * are brought back; all that comes of it is in the store.
 */
export function openAgentLink({ cwd, protocol }: AgentConfig): AgentLink {
  const store = createAcpStore();
  const state = holdLinkState();
  const stop = new AbortController();

  function openSocket(): AgentSocket["stream"] {
    const { id, stream, ended } = openAgentSocket();
    state.set({ socketId: id });
    void ended.then((how) => {
      state.set({ end: { ...describeSocketEnd(how), socketId: id } });
      // Another try would find nobody.
      if (how.code === SERVER_STOPPED) stop.abort();
    });
    return stream;
  }

  const connected: Promise<AgentConnection> = connectAgent(store, openSocket, {
    ...OPTIONS,
    ...(protocol !== undefined && { protocolVersions: [protocol] }),
    signal: stop.signal,
  });
  const opener = openSessions({ store, state, connected, cwd });
  // How it failed is in the store.
  connected.then(opener.newSession, () => {});

  return {
    ...opener,
    id: crypto.randomUUID(),
    store,
    getState: state.get,
    subscribe: state.subscribe,
    actionsFor: (sessionId) => panelActions(store, connected, sessionId),
    close: () => stop.abort(),
  };
}
