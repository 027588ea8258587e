import { type AgentConnection, type AgentStream, connectAgent } from "@acp-store/client";
import { nodeFileSystem, nodeTerminals } from "@acp-store/client/node";
import { type AcpStore, createAcpStore, type Session } from "@acp-store/core";
import { hostMirrors, type MirrorHost } from "@acp-store/mirror";
import { type AcpStorage, persistSessions } from "@acp-store/persist";

/** The agent with its store. It exists once per window, however many panels show it. */
export interface AgentHost {
  readonly store: AcpStore;
  /** Serves the panels. */
  readonly mirrors: MirrorHost;
  /** The session that the panel shows. */
  shownSession(): string | undefined;
  /** Shows another session. */
  show(sessionId: string): void;
  /** Calls a listener when another session is shown. */
  onShown(listener: (sessionId: string | undefined) => void): void;
  /** Starts the agent, unless it was started before. Problems are in `state.connection`. */
  start(): Promise<void>;
  /** Ends the agent and starts it again. The sessions stay. */
  restart(): Promise<void>;
  /** Creates a session and shows it. Starts the agent if it is not running. */
  newSession(): Promise<void>;
  /** Cancels the running turn of the shown session. */
  cancel(): Promise<void>;
  /** Signs the user in with a method of `state.agent.authMethods`. */
  signIn(methodId: string): Promise<void>;
  /** Ends the agent and saves the sessions. */
  dispose(): Promise<void>;
}

/** The options of `createAgentHost`. */
export interface AgentHostOptions {
  /** Starts the agent. Called again when the agent has to be restarted. */
  readonly source: () => Promise<AgentStream>;
  /** Keeps the sessions across restarts of the extension host. */
  readonly storage: AcpStorage;
  /** The folder in which new sessions work, an absolute path. */
  readonly cwd: string;
}

interface RunningAgent {
  readonly connection: Promise<AgentConnection>;
  readonly abort: AbortController;
}

/** Creates the store, saves its sessions, and runs the agent when `start` is called. */
export function createAgentHost({ source, storage, cwd }: AgentHostOptions): AgentHost {
  const store = createAcpStore();
  const persistence = persistSessions(store, storage);
  const listeners = new Set<(sessionId: string | undefined) => void>();
  let running: RunningAgent | undefined;
  /** Set while the agent starts. Resolves with the first session, if one had to be created. */
  let starting: Promise<string | undefined> | undefined;
  let shown: string | undefined;

  // The mirrors outlive the agent, so each action looks for the agent that is running now.
  const mirrors = hostMirrors(store, {
    agent: {
      prompt: async (...args) => (await getAgent()).prompt(...args),
      sendNow: async (...args) => (await getAgent()).sendNow(...args),
      cancel: async (...args) => (await getAgent()).cancel(...args),
      setMode: async (...args) => (await getAgent()).setMode(...args),
      setModel: async (...args) => (await getAgent()).setModel(...args),
      setConfigOption: async (...args) => (await getAgent()).setConfigOption(...args),
      authenticate: signIn,
    },
  });

  // The saved sessions are in the store when it begins to connect, so they are visible immediately.
  store.watch({ type: "state", field: "connection" }, showNewest);
  store.watch({ type: "sessionIds" }, () => {
    if (shown !== undefined && !isOpen(store.getState().sessions.get(shown))) {
      shown = undefined;
      showNewest();
    }
  });

  function listOpen(): readonly Session[] {
    return [...store.getState().sessions.values()].filter(isOpen);
  }

  function showNewest(): void {
    const [newest] = listOpen().toSorted(
      (a, b) => (b.lastActivityAt ?? 0) - (a.lastActivityAt ?? 0),
    );
    if (shown === undefined && newest !== undefined) show(newest.sessionId);
  }

  function show(sessionId: string): void {
    if (!isOpen(store.getState().sessions.get(sessionId))) return;
    shown = sessionId;
    for (const listener of listeners) listener(shown);
  }

  function run(): RunningAgent {
    const abort = new AbortController();
    const connection = connectAgent(store, source, {
      clientInfo: { name: "acp-store-vscode", version: "0.1.0" },
      persistence,
      fs: nodeFileSystem(store),
      terminal: nodeTerminals(store),
      reconnect: { attempts: 2 },
      signal: abort.signal,
    });
    return { connection, abort };
  }

  async function getAgent(): Promise<AgentConnection> {
    if (running === undefined) throw new Error("The agent is not running.");
    return running.connection;
  }

  async function start(): Promise<string | undefined> {
    if (running === undefined) {
      running = run();
      starting = running.connection
        .then(createFirstSession)
        // The panel shows the reason: `state.connection`, or `state.agent.auth`.
        .catch(() => undefined)
        .finally(() => (starting = undefined));
    }
    return starting;
  }

  async function createFirstSession(agent: AgentConnection): Promise<string | undefined> {
    return listOpen().length === 0 ? createSession(agent) : undefined;
  }

  async function createSession(agent: AgentConnection): Promise<string> {
    const { sessionId } = await agent.newSession({ cwd });
    show(sessionId);
    return sessionId;
  }

  async function signIn(methodId: string): Promise<void> {
    const agent = await getAgent();
    await agent.authenticate(methodId);
    await createFirstSession(agent);
  }

  async function stop(): Promise<void> {
    const last = running;
    running = undefined;
    last?.abort.abort();
    const agent = await last?.connection.catch(() => undefined);
    await agent?.close();
  }

  async function restart(): Promise<void> {
    await stop();
    await start();
  }

  return {
    store,
    mirrors,
    shownSession: () => shown,
    show,
    onShown: (listener) => void listeners.add(listener),
    start: async () => void (await start()),
    restart,
    async newSession() {
      if (store.getState().connection?.status === "closed") await stop();
      const created = await start();
      if (created === undefined) await createSession(await getAgent());
    },
    async cancel() {
      if (shown !== undefined) await (await getAgent()).cancel(shown);
    },
    signIn,
    async dispose() {
      mirrors.close();
      // VS Code waits five seconds at most, so the sessions are saved while the agent ends.
      const stopped = stop();
      await persistence.stop();
      await stopped;
    },
  };
}

/**
 * Returns whether a session can be shown. Sessions of subagents are part of their parent's
 * conversation.
 */
function isOpen(session: Session | undefined): session is Session {
  return session !== undefined && !session.closed && session.parentSessionId === undefined;
}
