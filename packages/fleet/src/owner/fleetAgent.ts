import { type AgentConnection, connectAgent } from "@acp-store/client";
import { type AcpStore, createAcpStore, isSessionUnopened, type Session } from "@acp-store/core";
import { agentSupports } from "@acp-store/core/actions";
import { getMemoryDrafts, type SessionPersistence } from "@acp-store/core/reads";
import { type Persistence, persistSessions } from "@acp-store/persist";
import { AcpFleetError } from "../errors.js";
import { findUnusedSessions, findReleasedQueues, isStoreIdle } from "./isStoreIdle.js";
import { createStartingConnection, type WithConnection } from "./startingConnection.js";
import type { AgentEntry } from "../view/fleetView.js";
import { isOnlySaved, setContentRestorer } from "../view/savedContent.js";
import type { AgentDefinition, FleetAgent, FleetConnection, FleetOptions } from "./types.js";

/** An agent with the functions that only its fleet calls. */
export interface ManagedAgent extends FleetAgent {
  /** The names and the condition of the agent. */
  readonly entry: () => AgentEntry;
  /** The time of the last request, in ms since the epoch. */
  readonly usedAt: () => number;
  /** Whether the agent runs or is being started. */
  readonly isRunning: () => boolean;
  /** Closes the sessions without any content that nobody has used for a time, in ms. */
  closeUnusedSessions(unusedMs: number): Promise<void>;
  /** Stops the agent permanently, and saves its sessions. */
  close(reason: string): Promise<void>;
}

/** One start of an agent. */
interface Run {
  readonly abort: AbortController;
  readonly connection: Promise<AgentConnection>;
  /** Whether the connection has been ready. */
  isOpened: boolean;
}

interface FleetAgentOptions extends Pick<FleetOptions, "connect" | "storage" | "store"> {
  readonly definition: AgentDefinition;
  /** Called before the agent starts, so that others make room for it. */
  readonly onStart: () => void;
  /** Called after each change of the entry. */
  readonly onEntry: () => void;
}

const NOT_USED = "It is not used now, and starts again when it is needed.";

/** Returns the saving of sessions that are not saved, whose unsent prompts stay in memory. */
function withoutStorage(store: AcpStore): SessionPersistence {
  return {
    status: "ok",
    lastSavedAt: undefined,
    sessionStatus: () => undefined,
    onStatus: () => () => {},
    drafts: getMemoryDrafts(store),
  };
}

/** Creates an agent, which is not started. */
export function createFleetAgent(options: FleetAgentOptions): ManagedAgent {
  const { definition, onStart, onEntry } = options;
  const { id, name, icon, cwd, commandLine } = definition;
  const store: AcpStore = createAcpStore(options.store?.(definition));
  const ownOptions = definition.connect?.(store) ?? {};
  const connectOptions = options.connect?.(id, store, ownOptions, definition) ?? ownOptions;
  const storage = options.storage?.(id);
  const persistence: Persistence | undefined = storage && persistSessions(store, storage);
  const saving: SessionPersistence = persistence ?? withoutStorage(store);
  let run: Run | undefined;
  let stopped: Promise<void> = Promise.resolve();
  /** The sessions that are being loaded, so that several pages load one once. */
  const loads = new Map<string, ReturnType<FleetConnection["loadSession"]>>();
  /** The calls that have no answer yet. */
  let calls = 0;
  let usedAt = Date.now();
  let isClosed = false;
  let entry: AgentEntry = {
    ...{ id, name, status: "stopped" },
    ...(icon && { icon }),
    ...(cwd && { cwd }),
    ...(commandLine && { commandLine }),
  };

  function setEntry(status: AgentEntry["status"], reason?: string): void {
    const { reason: _before, ...names } = entry;
    entry = { ...names, status, ...(reason !== undefined && { reason }) };
    onEntry();
  }

  async function connect(signal: AbortSignal): Promise<AgentConnection> {
    // A store has one connection, so the next one begins when the process of the last one has ended.
    await stopped;
    return connectAgent(store, definition.source, {
      ...connectOptions,
      // Without storage, the sessions of the store are opened again all the same.
      persistence: { restore: () => persistence?.restoreCatalog() ?? Promise.resolve() },
      signal,
    });
  }

  async function follow(current: Run): Promise<void> {
    try {
      const connection = await current.connection;
      current.isOpened = true;
      if (run === current) setEntry("running");
      onEnd(current, await connection.closed);
    } catch (error) {
      onEnd(current, error instanceof Error ? error.message : String(error));
    }
  }

  /** Handles an end that nobody asked for. */
  function onEnd(ended: Run, reason: string): void {
    if (run !== ended) return;
    run = undefined;
    setEntry("failed", reason);
  }

  async function start(): Promise<AgentConnection> {
    if (isClosed)
      throw new AcpFleetError("closed", `The agent "${id}" was removed or its fleet was closed.`);
    usedAt = Date.now();
    if (run !== undefined) return run.connection;
    onStart();
    const abort = new AbortController();
    const current: Run = { abort, connection: connect(abort.signal), isOpened: false };
    run = current;
    setEntry("starting");
    void follow(current);
    return current.connection;
  }

  async function stop(reason: string = NOT_USED): Promise<void> {
    if (run === undefined) return stopped;
    const { abort, connection } = run;
    run = undefined;
    setEntry("stopped", reason);
    stopped = (async () => {
      // Ends a start that is not ready yet. The connection closes with the reason below if it is.
      const isReady = store.getState().connection?.status === "ready";
      if (!isReady) abort.abort();
      await connection.then(
        (opened) => opened.close(reason),
        () => {},
      );
    })();
    return stopped;
  }

  const withConnection: WithConnection = async (call, sessionId) => {
    calls++;
    try {
      const connection = await start();
      // The agent may still have what the storage has lost.
      if (sessionId !== undefined && isOnlySaved(store, sessionId))
        await restoreSession(sessionId).catch(() => {});
      return await call(connection);
    } finally {
      calls--;
      usedAt = Date.now();
    }
  };

  async function restoreSession(sessionId: string): Promise<boolean> {
    return persistence?.restoreSession(sessionId) ?? false;
  }

  const requests = createStartingConnection(withConnection, stop);
  const connection: FleetConnection = {
    ...requests,
    restoreSession,
    async forkSession(request, options) {
      const forked = await requests.forkSession(request, options);
      const { sessionId } = forked;
      // The response does not contain the conversation.
      if (agentSupports(store.getState(), "loadSession"))
        await requests.loadSession({ ...request, sessionId }, options);
      return forked;
    },
    async loadSession(request, options) {
      const { sessionId } = request;
      // The agent may still have what the storage has lost.
      if (isOnlySaved(store, sessionId)) await restoreSession(sessionId).catch(() => {});
      // The next request opens it at the agent. Another page may have asked for it at the same time.
      if (hasContent(store.getState().sessions.get(sessionId)) && !loads.has(sessionId)) return {};
      return loads.get(sessionId) ?? load(request, options).finally(() => loads.delete(sessionId));
    },
  };

  function load(...args: Parameters<FleetConnection["loadSession"]>) {
    const loading = (async () => {
      await start();
      const canOnlyResume =
        agentSupports(store.getState(), "resumeSession") &&
        !agentSupports(store.getState(), "loadSession");
      return (canOnlyResume ? requests.resumeSession : requests.loadSession)(...args);
    })();
    loads.set(args[0].sessionId, loading);
    return loading;
  }

  /** Starts the agent for queues that the user has resumed. A new connection holds them once more. */
  async function startQueues(): Promise<void> {
    const sessions = findReleasedQueues(store.getState());
    await start();
    for (const { sessionId } of sessions) store.releaseQueue(sessionId);
  }

  async function closeUnusedSessions(unusedMs: number): Promise<void> {
    const now = store.now();
    for (const { sessionId } of findUnusedSessions(store.getState())) {
      const openedAt = store.getState().catalog.get(sessionId)?.lastActivityAt ?? now;
      if (now - openedAt < unusedMs) continue;
      const draft = await saving.drafts.get(sessionId).catch(() => "");
      // An agent that does not answer keeps the session. The next round tries again.
      if (!draft && run !== undefined) await connection.closeSession(sessionId).catch(() => {});
    }
  }

  setContentRestorer(store, restoreSession);
  // The client restores a lost connection by itself, so the run continues.
  store.subscribe(
    ({ connection: { status } = {} }) => (status === "lost" ? "connecting" : status),
    (status) => {
      if (!run?.isOpened) return;
      if (status === "ready") setEntry("running");
      else if (status === "connecting") setEntry("starting");
    },
  );
  store.subscribe(
    (state) => findReleasedQueues(state).length > 0,
    (isReleased) => {
      // The entry has the reason if the agent does not start.
      if (isReleased && run === undefined && !isClosed) startQueues().catch(() => {});
    },
  );

  return {
    definition,
    entry: () => entry,
    store,
    ...(persistence && { persistence }),
    saving,
    connection,
    start,
    stop,
    isIdle: () => calls === 0 && entry.status !== "starting" && isStoreIdle(store.getState()),
    usedAt: () => usedAt,
    isRunning: () => run !== undefined,
    closeUnusedSessions,
    async close(reason) {
      isClosed = true;
      await stop(reason);
      await persistence?.stop();
    },
  };
}

/** Returns whether the store has a session that its agent has open, or opens for the next request. */
function hasContent(session: Session | undefined): boolean {
  if (session === undefined || session.closed) return false;
  return session.detached === undefined || isSessionUnopened(session);
}
