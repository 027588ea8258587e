import { type AcpStore, type AcpView, createAcpStore } from "@acp-store/core";
import type { AgentActions } from "@acp-store/core/actions";
import { getMemoryDrafts, type SessionPersistence } from "@acp-store/core/reads";
import { type AgentEntry, createOverview, type FleetView } from "@acp-store/fleet";

/** A recording has no agent, so its actions do nothing. */
const noActions = new Proxy({} as AgentActions, {
  get: () => async () => ({}),
});

/** Returns a fleet of two agents: one that has the sessions of a store, and one that is stopped. */
export function createRecordedFleet(store: AcpStore): FleetView {
  const stores = new Map([
    ["first", store],
    ["second", createAcpStore()],
  ]);
  const { title, name = "Agent" } = store.getState().agent?.info ?? {};
  const entries: ReadonlyMap<string, AgentEntry> = new Map([
    ["first", { id: "first", name: title ?? name, status: "running", cwd: "/workspace" }],
    ["second", { id: "second", name: "Another agent", status: "stopped", cwd: "/workspace" }],
  ]);
  const overview = createOverview();
  for (const [agentId, view] of stores) overview.add(agentId, view);
  const getEntries = (): ReadonlyMap<string, AgentEntry> => entries;
  return {
    entries: {
      getState: getEntries,
      getInitialState: getEntries,
      subscribe: () => () => {},
    },
    overview,
    getView: (agentId) => stores.get(agentId),
    getActions: (agentId) => (stores.has(agentId) ? noActions : undefined),
    getSaving: (agentId) => {
      const saved = stores.get(agentId);
      return saved && withoutStorage(saved);
    },
  };
}

/** The saving of an agent whose sessions are not saved. */
function withoutStorage(view: AcpView): SessionPersistence {
  return {
    status: "ok",
    lastSavedAt: undefined,
    sessionStatus: () => undefined,
    onStatus: () => () => {},
    drafts: getMemoryDrafts(view),
  };
}
