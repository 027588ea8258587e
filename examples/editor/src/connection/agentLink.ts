import { type AgentConnection, type ConnectOptions, connectAgent } from "@acp-store/client";
import { type AcpStore, createAcpStore } from "@acp-store/core";
import type { AgentConfig } from "../config/config.js";
import type { PanelActions } from "../shell/panelScope.js";
import { type AgentSocket, openAgentSocket } from "./agentSocket.js";
import { describeSocketEnd, SERVER_STOPPED } from "./connectionEnd.js";
import { createLinkState, type LinkState } from "./linkState.js";
import { createPanelActions } from "./createPanelActions.js";
import { createSessionActions, type SessionActions } from "./createSessionActions.js";

/** A connection to an agent, its store, and the page's own state of the connection. */
export interface AgentLink extends SessionActions {
  readonly id: string;
  readonly store: AcpStore;
  getState(): LinkState;
  subscribe(listener: () => void): () => void;
  /** Returns the actions that a panel can take in a session. */
  actionsFor(sessionId: string): PanelActions;
  close(): void;
}

/** Agents that a package runner downloads first take long to start. */
const INITIALIZE_TIMEOUT_MS = 120_000;

/**
 * No file or terminal capabilities: this page does not read files or run commands for the agent.
 */
const CONNECT_OPTIONS: ConnectOptions = {
  clientInfo: { name: "acp-store-editor", title: "acp-store editor", version: "0.1.0" },
  capabilities: {
    session: { configOptions: { boolean: {} } },
    // Claude's adapter sends command output only to clients that set this.
    _meta: { terminal_output: true },
  },
  requestTimeout: INITIALIZE_TIMEOUT_MS,
};

/**
 * Starts an agent and opens a session. If the agent exits, a new one is started and its sessions
 * are restored. The store reflects all of this.
 */
export function openAgentLink({ cwd, protocol }: AgentConfig): AgentLink {
  const store = createAcpStore();
  const state = createLinkState();
  const stop = new AbortController();

  function openSocket(): AgentSocket["stream"] {
    const { id, stream, ended } = openAgentSocket();
    state.set({ socketId: id });
    void ended.then((socketEnd) => {
      state.set({ end: { ...describeSocketEnd(socketEnd), socketId: id } });
      // A reconnect would fail, because the server itself is gone.
      if (socketEnd.code === SERVER_STOPPED) stop.abort();
    });
    return stream;
  }

  const connected: Promise<AgentConnection> = connectAgent(store, openSocket, {
    ...CONNECT_OPTIONS,
    ...(protocol !== undefined && { protocolVersions: [protocol] }),
    signal: stop.signal,
  });
  const sessionActions = createSessionActions({ store, state, connected, cwd });
  // A failure to connect is already in the store.
  connected.then(sessionActions.newSession, () => {});

  return {
    ...sessionActions,
    id: crypto.randomUUID(),
    store,
    getState: state.get,
    subscribe: state.subscribe,
    actionsFor: (sessionId) => createPanelActions(store, connected, sessionId),
    close: () => stop.abort(),
  };
}
