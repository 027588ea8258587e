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
import {
  createSavedSessions,
  type SavedQueue,
  type SavedSessions,
} from "../saved/createSavedSessions.js";
import { findSessionIds, hasWholeTranscripts } from "../saved/history.js";
import { continueQueue } from "../saved/keptQueue.js";
import { openStorage } from "../saved/openStorage.js";
import { getAgentId } from "./agentId.js";
import { openAgentSocket } from "./agentSocket.js";
import { createLinkState, type LinkState } from "./linkState.js";
import { createPanelActions } from "./createPanelActions.js";
import { createSessionActions, type SessionActions } from "./createSessionActions.js";

/** A connection to an agent, its store, and the page's own state of the connection. */
export interface AgentLink extends SessionActions {
  readonly id: string;
  readonly store: AcpStore;
  readonly saved: SavedSessions;
  getState(): LinkState;
  subscribe(listener: () => void): () => void;
  /** Returns the actions that a panel can take in a session. */
  actionsFor(sessionId: string): PanelActions;
  /** Connects to the agent. To be called once. */
  readonly connect: ConnectStore<AgentConnection>;
}

interface AgentLinkOptions {
  readonly config: AgentConfig;
  /** The link that this one replaces. */
  readonly previous?: AgentLink;
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
 * reloaded. Otherwise it shows what was saved of the last session, starts an agent, and opens the
 * session again or a new one. If the agent exits, a new one is started and its sessions are restored.
 * The store reflects all of this.
 */
export function createAgentLink(options: AgentLinkOptions): AgentLink {
  const { config, previous } = options;
  const { cwd, protocol } = config;
  const store = createAcpStore();
  const state = createLinkState();
  const serverGone = new AbortController();
  let settle: (connection: Promise<AgentConnection>) => void;
  const connected = new Promise<AgentConnection>((resolve) => (settle = resolve));
  // A failure to connect is already in the store.
  connected.catch(() => {});
  const storage = openStorage(config);
  const saved = createSavedSessions(store, storage);
  const sessionActions = createSessionActions({ store, state, connected, cwd, saved });
  /** The queues of the sessions whose agent has kept running. */
  const keptQueues = new Map<string, SavedQueue>();
  let isFirstSocket = true;

  async function openSocket(continues: boolean): Promise<AgentStream> {
    const { id, stream, ended } = openAgentSocket({
      agentId: await getAgentId(storage),
      continues,
    });
    state.set({ socketId: id });
    void ended.then((end) => {
      state.set({ end: { ...end, socketId: id } });
      if (end.isPermanent) serverGone.abort();
    });
    return stream;
  }

  /** Continues with a running agent, or restores the last session for a new agent. */
  async function openFirstSocket(): Promise<AgentStream> {
    await previous?.saved.persistence.stop();
    const stream = await openSocket(true);
    const { history = [] } = stream;
    // The history replaces what was saved, but prompts in the queue were never sent.
    for (const sessionId of findSessionIds(history)) {
      const queue = await saved.readQueue(sessionId);
      if (queue !== undefined) keptQueues.set(sessionId, queue);
    }
    // A session without a turn would send the prompts of a paused queue.
    const isPaused = [...keptQueues.values()].some(({ isHeld, isBusy }) => isHeld && !isBusy);
    const canContinue = hasWholeTranscripts(history) && !isPaused;
    if (history.length > 0 && canContinue) return stream;
    keptQueues.clear();
    await sessionActions.restoreLastSession();
    const { end } = state.get();
    // The agent may have ended in the meantime.
    if (end !== undefined) throw new Error(`${end.title}. ${end.detail}`);
    if (canContinue) return stream;
    await stream.writable.close();
    return openSocket(false);
  }

  return {
    ...sessionActions,
    id: crypto.randomUUID(),
    store,
    saved,
    getState: state.get,
    subscribe: state.subscribe,
    actionsFor: (sessionId) =>
      createPanelActions({ store, connected, sessionId, drafts: saved.persistence.drafts }),
    async connect(_store, signal) {
      const openStream = (): Promise<AgentStream> => {
        // A history is only for a new store.
        const isFirst = isFirstSocket;
        isFirstSocket = false;
        return isFirst ? openFirstSocket() : openSocket(false);
      };
      const connection = connectAgent(store, openStream, {
        ...CONNECT_OPTIONS,
        ...(protocol !== undefined && { protocolVersions: [protocol] }),
        signal: AbortSignal.any([signal, serverGone.signal]),
      });
      settle(connection);
      const agent = await connection;
      for (const [sessionId, queue] of keptQueues) continueQueue(store, sessionId, queue);
      sessionActions.openLastSession();
      return agent;
    },
  };
}
