import type { AcpMirrorError, Mirror } from "@acp-store/mirror";
import { shareBetweenTabs } from "@acp-store/mirror";
import { drafts as openDrafts } from "@acp-store/persist";
import type { SessionPersistence } from "@acp-store/core/reads";
import type { AgentConfig } from "../config/config.js";
import { openOwner, type Owner } from "../owner/openOwner.js";
import { OwnerRequest, type PhoneInvitation } from "../owner/ownerRequests.js";
import { followOwnerState } from "../owner/ownerState.js";
import { createSavedSessions } from "../saved/createSavedSessions.js";
import { getWorkspaceName, openStorage } from "../saved/openStorage.js";
import type { PanelAgent } from "@acp-store/ui";
import { createPanelAgent } from "./createPanelAgent.js";
import { createTabSessions, type TabActions } from "./createTabSessions.js";
import { describeRefusal } from "./describeRefusal.js";
import { type ActionError, createTabState, type AgentTabState } from "./tabState.js";
import { getErrorMessage, toSentence } from "../ui/texts.js";

/**
 * The access of one browser tab to the agent. One of the tabs is the owner, which has the connection and
 * the store. All tabs show a mirror of that store, and act through it.
 */
export interface AgentTab extends TabActions {
  readonly id: string;
  readonly mirror: Mirror;
  /** The drafts, and whether the owner saves the sessions. */
  readonly persistence: SessionPersistence;
  getState(): AgentTabState;
  subscribe(listener: () => void): () => void;
  /** The requests that a panel can make. */
  readonly agent: PanelAgent;
  /** Returns the connection and the store, if this tab is the owner. */
  getOwner(): Owner | undefined;
  /** Calls a listener when this tab becomes or stops being the owner. */
  onOwnerChange(listener: () => void): () => void;
  /**
   * Resolves with a link that admits one phone.
   *
   * @throws {AcpMirrorError} if there is no connection to the server.
   */
  invitePhone(): Promise<PhoneInvitation>;
  /** Refuses a phone from now on. */
  disconnectPhone(phone: string): void;
  /** Ends the connection of the owner. A tab connects to a new agent. */
  reconnect(): void;
  /** Gives up the mirror and the ownership, so that another tab takes over. */
  close(): Promise<void>;
}

interface AgentTabOptions {
  readonly config: AgentConfig;
  /** Called when this object has ended because of `reconnect`, and a new one is needed. */
  readonly onEnded: () => void;
}

/** Joins the tabs that share the agent, or connects to it if there is no other tab. */
export function createAgentTab({ config, onEnded }: AgentTabOptions): AgentTab {
  const { cwd } = config;
  const name = getWorkspaceName(config);
  const storage = openStorage(config);
  const drafts = openDrafts(storage);
  const saved = createSavedSessions(storage, drafts);
  // A draft that was sent must not come back. The page shows problems with saving.
  drafts.onChange(({ text }) => {
    if (text === "") drafts.flush().catch(() => {});
  });
  const ownerState = followOwnerState(name);
  const tabState = createTabState();
  let owner: Owner | undefined;
  let agentTabState: AgentTabState = { ...ownerState.get(), ...tabState.get() };

  const tab = shareBetweenTabs(name, async (previous) => {
    owner = await openOwner({ config, name, storage, previous, onReconnect: end });
    return owner;
  });
  const { mirror } = tab;
  tab.ended.catch((error: unknown) => {
    const detail = toSentence(getErrorMessage(error));
    tabState.set({ actionError: { title: "Could not connect", detail, canRetry: false } });
  });
  const { actions, openFirst, followState } = createTabSessions({
    ...{ mirror, state: tabState, cwd, saved, drafts },
  });

  async function close(): Promise<void> {
    await tab.close();
    ownerState.close();
    await drafts.stop();
  }

  /** Ends the access of this tab, so that `onEnded` can start from scratch. */
  function end(): void {
    void close().then(onEnded);
  }

  function reconnect(): void {
    // Without a live owner, there is nobody to ask.
    if (tab.isOwner || mirror.status !== "live") return end();
    // The owner ends before it can answer.
    mirror.actions.request(OwnerRequest.reconnect).catch(() => {});
  }

  let hasStarted = false;
  let hasReconnected = false;
  mirror.onStatus((status) => {
    if (status !== "live" || hasStarted) return;
    // The server may have a new address, which only this tab was opened with.
    const isClosed = mirror.getState().connection?.status === "closed";
    if (isClosed && !tab.isOwner && !hasReconnected) {
      hasReconnected = true;
      return reconnect();
    }
    hasStarted = true;
    openFirst();
  });
  mirror.subscribe(followState);
  mirror.onRefused((error: AcpMirrorError) => {
    const actionError = describeRefusal(mirror.getState(), error);
    if (actionError !== undefined) tabState.set({ actionError });
  });

  return {
    ...actions,
    id: crypto.randomUUID(),
    mirror,
    persistence: {
      get status() {
        return ownerState.get().saving.status;
      },
      get lastSavedAt() {
        return ownerState.get().saving.lastSavedAt;
      },
      sessionStatus: (sessionId) => ownerState.get().saving.sessions[sessionId],
      onStatus: ownerState.subscribe,
      drafts,
    },
    getState() {
      const next = { ...ownerState.get(), ...tabState.get() };
      // React needs the same object until something changes.
      if (!areEqual(next, agentTabState)) agentTabState = next;
      return agentTabState;
    },
    subscribe(listener) {
      const stops = [ownerState.subscribe(listener), tabState.subscribe(listener)];
      return () => {
        for (const stop of stops) stop();
      };
    },
    agent: createPanelAgent(mirror),
    getOwner: () => (tab.isOwner ? owner : undefined),
    onOwnerChange: tab.onOwnerChange,
    async invitePhone() {
      const invitation = await mirror.actions.request(OwnerRequest.invitePhone);
      if (isInvitation(invitation)) return invitation;
      throw new Error("The tab that is connected to the agent has another version. Reload it.");
    },
    disconnectPhone(phone) {
      mirror.actions
        .request(OwnerRequest.disconnectPhone, { phone })
        .catch((error: unknown) => tabState.set({ actionError: describeFailedRequest(error) }));
    },
    reconnect,
    close,
  };
}

function isInvitation(value: unknown): value is PhoneInvitation {
  return (
    typeof value === "object" &&
    value !== null &&
    "link" in value &&
    typeof value.link === "string" &&
    "expiresAt" in value &&
    typeof value.expiresAt === "number"
  );
}

function describeFailedRequest(error: unknown): ActionError {
  const detail = toSentence(getErrorMessage(error));
  return { title: "The phone was not disconnected", detail, canRetry: false };
}

function areEqual(left: AgentTabState, right: AgentTabState): boolean {
  const names = new Set([...Object.keys(left), ...Object.keys(right)]) as Set<keyof AgentTabState>;
  return [...names].every((name) => left[name] === right[name]);
}
