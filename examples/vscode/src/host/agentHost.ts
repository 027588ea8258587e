import type { AgentStream } from "@acp-store/client";
import { type LoadedMcpServers, nodeFileSystem, nodeTerminals } from "@acp-store/client/node";
import type { Session } from "@acp-store/core";
import { type Budget, budgetPolicy } from "@acp-store/core/policies";
import { parseSessionKey, sessionKey, type SessionRef } from "@acp-store/fleet";
import { type FleetHost, hostFleet } from "@acp-store/fleet/mirror";
import { createFleet, type Fleet, type FleetAgent } from "@acp-store/fleet/owner";
import type { AcpStorage } from "@acp-store/persist";
import type { MirrorLink } from "@acp-store/mirror";
import { serveReview } from "@acp-store/review/mirror";
import type { NodeReviews } from "@acp-store/review/node";
import { fileRequests } from "@acp-store/server/files";

/** The agents with their stores. They exist once per window, however many panels show them. */
export interface AgentHost {
  readonly fleet: Fleet;
  /** Serves the panels. */
  readonly pages: FleetHost;
  /** The key of the session that the panel shows, or the id of an agent. */
  shownKey(): string | undefined;
  /** The agent that the panel shows, or the first one. */
  shownAgent(): FleetAgent;
  /** Shows another session, or an agent. */
  show(key: string): void;
  /** Calls a listener when something else is shown. */
  onShown(listener: (key: string | undefined) => void): void;
  /** Restores the sessions and starts the shown agent. Problems are in the state of the agent. */
  start(): Promise<void>;
  /** Ends the shown agent and starts it again. The sessions stay. */
  restart(): Promise<void>;
  /**
   * Creates a session and shows it. Starts the agent if it is not running. It works in the folder, by default
   * the first one, and may use the others if the agent supports that.
   */
  newSession(agentId: string, folder?: string): Promise<void>;
  /** Cancels the running turn of the shown session. */
  cancel(): Promise<void>;
  /** Ends the agents and saves the sessions. */
  dispose(): Promise<void>;
}

/** An agent that the user has configured. */
export interface AgentDescription {
  readonly id: string;
  readonly name: string;
  /** Starts the agent. Called again when the agent has to be restarted. */
  readonly source: () => Promise<AgentStream>;
}

/** The options of `createAgentHost`. */
export interface AgentHostOptions {
  readonly agents: readonly [AgentDescription, ...AgentDescription[]];
  /** Returns the storage that keeps the sessions of an agent across restarts of the extension host. */
  readonly storage: (agentId: string) => AcpStorage;
  /** The folders of the workspace, absolute paths. New sessions work in the first one by default. */
  readonly folders: readonly [string, ...string[]];
  /** The reviews of what the agents do to files. */
  readonly reviews?: NodeReviews | undefined;
  /** The MCP servers of each session. Default: none. */
  readonly mcpServers?: LoadedMcpServers["servers"];
  /** The budget after which each prompt has to be confirmed. Default: none. */
  readonly budget?: Budget;
}

/** Creates the fleet, saves its sessions, and runs the first agent when `start` is called. */
export function createAgentHost(options: AgentHostOptions): AgentHost {
  const { agents, storage, folders, reviews, mcpServers = [], budget } = options;
  const fleet = createFleet({
    agents: agents.map((agent) => ({
      ...agent,
      cwd: folders[0],
      connect: (store) => ({
        clientInfo: { name: "acp-store-vscode", version: "0.1.0" },
        fs: nodeFileSystem(store),
        terminal: nodeTerminals(store),
        mcpServers: () => mcpServers,
        ...(budget && { beforePrompt: budgetPolicy(store, budget) }),
        reconnect: { attempts: 2 },
      }),
    })),
    storage,
    ...(reviews && { connect: reviews.connect }),
    // The view shows a session at any time, which may have no turn yet.
    idle: { stopAfterMs: Infinity },
  });
  const pages = hostFleet(fleet, {
    // The files that the user can mention in a prompt.
    requests: fileRequests()({ fleet, reviews: reviews?.byFolder ?? new Map() }),
    reviews: new Map(
      Array.from(reviews?.byFolder ?? [], ([folder, review]) => [
        folder,
        (channel: MirrorLink) => serveReview(channel, review),
      ]),
    ),
  });
  const listeners = new Set<(key: string | undefined) => void>();
  /** Set while the first session is being created. Resolves with its key, if one had to be created. */
  let starting: Promise<string | undefined> | undefined;
  /** The agent that gets the first session when the user has signed in. */
  let withoutSession: string | undefined;
  let shown: string | undefined;

  for (const [agentId, { store }] of fleet.agents) {
    store.watch({ type: "sessionIds" }, () => {
      if (shown === undefined || !isClosed(shown)) return;
      shown = undefined;
      showNewest();
    });
    store.watch({ type: "state", field: "agent" }, () => {
      if (agentId !== withoutSession || store.getState().agent.auth?.status !== "done") return;
      withoutSession = undefined;
      // The panel shows the reason of a failure.
      newSession(agentId).catch(() => {});
    });
  }

  function findAgent(agentId: string): FleetAgent {
    const agent = fleet.agents.get(agentId);
    if (agent === undefined) throw new Error(`There is no agent ${JSON.stringify(agentId)}.`);
    return agent;
  }

  function shownAgent(): FleetAgent {
    const { agentId } = parseKey(shown ?? "");
    return findAgent(fleet.agents.has(agentId) ? agentId : agents[0].id);
  }

  /** Returns whether a key is that of an agent or of a session, which can be one of an earlier run. */
  function isKnown(key: string): boolean {
    if (fleet.agents.has(key)) return true;
    const { agentId, sessionId } = parseKey(key);
    return fleet.agents.get(agentId)?.store.getState().catalog.has(sessionId) === true;
  }

  function isClosed(key: string): boolean {
    const { agentId, sessionId } = parseKey(key);
    const state = fleet.agents.get(agentId)?.store.getState();
    return state?.sessions.get(sessionId)?.closed === true;
  }

  function showNewest(): void {
    const known = Array.from(fleet.agents, ([agentId, { store }]) => {
      const { catalog, sessions } = store.getState();
      const saved = [...catalog.values()].filter((entry) => entry.saved);
      return [...saved, ...[...sessions.values()].filter(isOpen)].map((session) => ({
        key: sessionKey({ agentId, sessionId: session.sessionId }),
        at: session.lastActivityAt ?? 0,
      }));
    });
    const [newest] = known.flat().toSorted((a, b) => b.at - a.at);
    if (newest !== undefined) show(newest.key);
  }

  function show(key: string): void {
    if (!isKnown(key)) return;
    shown = key;
    for (const listener of listeners) listener(shown);
  }

  async function newSession(agentId: string, cwd = folders[0]): Promise<string> {
    const agent = findAgent(agentId);
    await agent.start();
    const others = folders.filter((folder) => folder !== cwd);
    const { sessionId } = await agent.connection.newSession({
      cwd,
      ...(others.length > 0 && takesFolders(agent) && { additionalDirectories: others }),
    });
    const key = sessionKey({ agentId, sessionId });
    show(key);
    return key;
  }

  async function startShown(): Promise<string | undefined> {
    await fleet.restore();
    if (shown === undefined) showNewest();
    const agent = shownAgent();
    if (shown === undefined) {
      withoutSession = agent.definition.id;
      const key = await newSession(withoutSession);
      withoutSession = undefined;
      return key;
    }
    await agent.start();
    return undefined;
  }

  function start(): Promise<string | undefined> {
    starting ??= startShown()
      // The panel shows the reason.
      .catch(() => undefined)
      .finally(() => (starting = undefined));
    return starting;
  }

  return {
    fleet,
    pages,
    shownKey: () => shown,
    shownAgent,
    show,
    onShown: (listener) => void listeners.add(listener),
    start: async () => void (await start()),
    async restart() {
      await shownAgent().stop();
      await start();
    },
    async newSession(agentId, folder) {
      const created = await starting;
      const isNew = created !== undefined && parseSessionKey(created).agentId === agentId;
      if (!isNew || (folder ?? folders[0]) !== folders[0]) await newSession(agentId, folder);
    },
    async cancel() {
      const { sessionId } = parseKey(shown ?? "");
      if (sessionId !== "") await shownAgent().connection.cancel(sessionId);
    },
    async dispose() {
      pages.close();
      // VS Code waits five seconds at most, so the sessions are saved while the agents end.
      const saving = [...fleet.agents.values()].map(async ({ persistence }) =>
        persistence?.flush(),
      );
      await Promise.all([...saving, fleet.close()]);
    },
  };
}

/** Returns the parts of the key of a session. The id of an agent has no second part. */
function parseKey(key: string): SessionRef {
  return key.includes("/") ? parseSessionKey(key) : { agentId: key, sessionId: "" };
}

/** Returns whether the sessions of an agent may work in several folders. */
function takesFolders({ store }: FleetAgent): boolean {
  const { session, sessionCapabilities } = store.getState().agent.capabilities ?? {};
  return (session ?? sessionCapabilities)?.additionalDirectories != null;
}

/**
 * Returns whether a session can be shown. Sessions of subagents are part of their parent's
 * conversation.
 */
function isOpen(session: Session | undefined): session is Session {
  return session !== undefined && !session.closed && session.parentSessionId === undefined;
}
