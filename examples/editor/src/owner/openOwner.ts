import { type ConnectOptions, connectAgent } from "@acp-store/client";
import { type AcpState, type AcpStore, createAcpStore } from "@acp-store/core";
import { createHistory, type History } from "@acp-store/devtools";
import type { ResendAgent } from "@acp-store/devtools/panel";
import { hostMirrors, type OwnedHost } from "@acp-store/mirror";
import { type AcpStorage, type Persistence, persistSessions } from "@acp-store/persist";
import type { SessionSaving } from "@acp-store/react";
import type { AgentConfig } from "../config/config.js";
import { createSavedSessions } from "../saved/createSavedSessions.js";
import { isSessionOpen } from "@acp-store/ui";
import { getAgentId } from "./agentId.js";
import { createAgentSource, getOpenSessions } from "./agentSource.js";
import { createOwnerAgent } from "./ownerAgent.js";
import { OwnerRequest } from "./ownerRequests.js";
import { connectPhones } from "./phones.js";
import { type OwnerSaving, publishOwnerState } from "./ownerState.js";

/** Everything that only one tab has: the connection, the store that is written to, and the saving. */
export interface Owner extends OwnedHost {
  readonly store: AcpStore;
  /** The devtools history, which records from the start. */
  readonly history: History;
  /** Sends the messages that the user of the devtools sends again. */
  readonly resendAgent: ResendAgent;
}

interface OwnerOptions {
  readonly config: AgentConfig;
  /** The name that the tabs of this agent share. */
  readonly name: string;
  readonly storage: AcpStorage;
  /** The last state of the previous owner that this tab has seen. */
  readonly previous: AcpState;
  /** Called when a tab asks for a new connection. */
  readonly onReconnect: () => void;
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
    // The page shows the command of the sign-in, to run it in a terminal.
    auth: { terminal: true },
    // Claude's adapter sends command output only to clients that set this.
    _meta: { terminal_output: true },
  },
  requestTimeout: INITIALIZE_TIMEOUT_MS,
};

/**
 * Connects to the agent, and shares the store with all tabs. Continues with the agent of the previous
 * owner if it is still running: its history, its running turns, and the queue. Otherwise starts an
 * agent and opens the sessions of the previous owner again.
 *
 * Resolves when the store shows what the previous owner has shown, so that the tabs can follow it.
 * Never rejects: the store has the status of the connection.
 */
export async function openOwner(options: OwnerOptions): Promise<Owner> {
  const { config, name, storage, previous, onReconnect } = options;
  const { cwd, protocol } = config;
  const store = createAcpStore();
  const history = createHistory(store);
  const state = publishOwnerState(name);
  const persistence = persistSessions(store, storage);
  const agentId = getAgentId(storage);
  const saved = createSavedSessions(storage, persistence.drafts);
  persistence.onStatus(() => state.set({ saving: readSaving(persistence, store.getState()) }));
  const source = createAgentSource({ store, saved, agentId, state, previous });
  const closing = new AbortController();
  const connected = connectAgent(store, source.open, {
    ...CONNECT_OPTIONS,
    ...(protocol !== undefined && { protocolVersions: [protocol] }),
    signal: AbortSignal.any([source.serverGone, closing.signal]),
  });
  const settled = connected.then(source.continueQueues, () => {});
  const agent = createOwnerAgent({
    store,
    connected,
    saved,
    persistence,
    onRequest(method, { phone }) {
      if (method === OwnerRequest.reconnect) return onReconnect();
      if (method === OwnerRequest.invitePhone) return phones.invite();
      if (method === OwnerRequest.disconnectPhone) return phones.disconnect(String(phone));
      throw new Error(`The owner cannot do "${method}".`);
    },
  });
  const host = hostMirrors(store, { agent });
  const phones = connectPhones({
    store,
    cancel: agent.cancel,
    agentId,
    onPhones: (connected) => state.set({ phones: connected }),
  });
  await Promise.race([settled, source.startsNew]);
  void openPreviousSessions();

  /** Opens the sessions that the agent does not have: a new one has none. */
  async function openPreviousSessions(): Promise<void> {
    const sessions = getOpenSessions(previous);
    const loads = sessions.map(({ sessionId, cwd: sessionCwd = cwd }) =>
      agent.loadSession({ sessionId, cwd: sessionCwd }),
    );
    await Promise.allSettled(loads);
    for (const sessionId of await saved.findEmpty())
      if (!isSessionOpen(store.getState(), sessionId)) await persistence.remove(sessionId);
  }

  return {
    store,
    history,
    resendAgent: {
      request: async (method, params) => (await connected).request(method, params),
      notify: async (method, params) => (await connected).notify(method, params),
    },
    host,
    async close() {
      host.close();
      phones.close();
      await persistence.stop();
      // The agent may still be starting.
      closing.abort();
      // A failed connection is in the store.
      await connected.then(
        (connection) => connection.close(),
        () => {},
      );
      history.detach();
      state.close();
    },
  };
}

/** Returns the state of saving without errors, which cannot be sent to other tabs. */
function readSaving(persistence: Persistence, { sessions }: AcpState): OwnerSaving {
  const { status, lastSavedAt } = persistence;
  const known = [...sessions.keys()].flatMap((id): [string, SessionSaving][] => {
    const saving = persistence.sessionStatus(id);
    if (saving === undefined) return [];
    const { error: _, ...rest } = saving;
    return [[id, rest]];
  });
  return {
    status,
    ...(lastSavedAt !== undefined && { lastSavedAt }),
    sessions: Object.fromEntries(known),
  };
}
