import {
  type AgentConnection,
  type AgentStream,
  type ConnectOptions,
  connectAgent,
} from "@acp-store/client";
import { type AcpStore, createAcpStore } from "@acp-store/core";
import type { ConnectStore } from "@acp-store/react";
import type { AgentConfig } from "../config/config.js";
import type { PanelActions } from "../shell/panelScope.js";
import { getAgentId } from "./agentId.js";
import { openAgentSocket } from "./agentSocket.js";
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
  /** Connects to the agent. To be called once. */
  readonly connect: ConnectStore<AgentConnection>;
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
 * Prepares a connection. `connect` continues with the agent that this page used before it was
 * reloaded, or else starts one and opens the last session of this tab or a new one. If the agent
 * exits, a new one is started and its sessions are restored. The store reflects all of this.
 */
export function createAgentLink({ cwd, protocol }: AgentConfig): AgentLink {
  const store = createAcpStore();
  const state = createLinkState();
  const serverGone = new AbortController();
  let settle: (connection: Promise<AgentConnection>) => void;
  const connected = new Promise<AgentConnection>((resolve) => (settle = resolve));
  // A failure to connect is already in the store.
  connected.catch(() => {});

  let isFirstSocket = true;

  async function openSocket(): Promise<AgentStream> {
    // A history is only for a new store.
    const continues = isFirstSocket;
    isFirstSocket = false;
    const { id, stream, ended } = openAgentSocket({ agentId: await getAgentId(), continues });
    state.set({ socketId: id });
    void ended.then((end) => {
      state.set({ end: { ...end, socketId: id } });
      if (end.isPermanent) serverGone.abort();
    });
    return stream;
  }

  const sessionActions = createSessionActions({ store, state, connected, cwd });
  return {
    ...sessionActions,
    id: crypto.randomUUID(),
    store,
    getState: state.get,
    subscribe: state.subscribe,
    actionsFor: (sessionId) => createPanelActions({ store, state, connected, sessionId }),
    async connect(_store, signal) {
      const connection = connectAgent(store, openSocket, {
        ...CONNECT_OPTIONS,
        ...(protocol !== undefined && { protocolVersions: [protocol] }),
        signal: AbortSignal.any([signal, serverGone.signal]),
      });
      settle(connection);
      const agent = await connection;
      sessionActions.openLastSession();
      return agent;
    },
  };
}
