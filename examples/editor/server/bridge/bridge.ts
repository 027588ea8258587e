import { spawnAgentProcess } from "@acp-store/client/node";
import { WebSocket } from "ws";
import type { AgentCommand } from "../commandLine.js";
import type { AgentLogs } from "./agentLog.js";
import { CloseCode, closeSocket } from "./close.js";
import { type HostedAgent, hostAgent } from "./hostedAgent.js";

/** The number of agents that run at the same time, including those without a page. */
const MAX_AGENTS = 10;
/** The time in ms for which an agent runs after its page was closed. Starting a browser again takes less. */
const KEEP_MS = 60_000;

/** The parameters of a WebSocket. */
export interface SocketParams {
  /** The id of the socket, for the log of its agent. */
  readonly id: string | undefined;
  /** The id of the page's agent, which a reloaded page knows. */
  readonly agentId: string | undefined;
  /**
   * Whether to continue the connection to that agent, if it is still running. The first message to
   * the page is then the history of the connection, which is empty for a new agent.
   */
  readonly continues: boolean;
}

interface BridgeOptions {
  readonly agent: AgentCommand;
  /** The folder in which agents are started. */
  readonly dir: string;
  readonly logs: AgentLogs;
  /** The time in ms for which an agent runs after its page was closed. Default: 30,000. */
  readonly keepMs?: number;
}

export interface Bridge {
  /** Connects a WebSocket to a new agent process, or to that of a page that was reloaded. */
  connect(socket: WebSocket, params: SocketParams): Promise<void>;
  /** Stops every agent. Resolves when all of them have exited. */
  close(): Promise<void>;
}

/**
 * Creates a bridge to agents that are started in `dir`, the folder in which the user typed their
 * command, so that relative paths in the command work as in a terminal. An agent receives the
 * project's folder with `session/new`. No agent outlives the server, however that ends.
 */
export function createBridge({ agent, dir, logs, keepMs = KEEP_MS }: BridgeOptions): Bridge {
  /** The agents that are starting, running or ending. */
  const agents = new Set<HostedAgent>();
  let isClosed = false;

  async function connect(socket: WebSocket, params: SocketParams): Promise<void> {
    const { id, agentId, continues } = params;
    // An invalid frame from the page also closes the socket, and the close event is handled below.
    socket.on("error", () => {});
    // The socket keeps frames that arrive before the agent has started.
    socket.pause();
    const previous = find((candidate) => agentId !== undefined && candidate.id === agentId);
    if (continues && previous?.canContinue()) {
      logs.add(id, previous.log);
      previous.attach(socket, { sendsHistory: true });
      return;
    }
    // Two agents of the same page would write to the same sessions.
    await previous?.end();
    while (agents.size >= MAX_AGENTS) {
      const unused = find((candidate) => !candidate.isAttached());
      if (unused === undefined) return refuse(socket, id);
      await unused.end();
    }
    if (isClosed || socket.readyState !== WebSocket.OPEN) return socket.terminate();
    const start = () => spawnAgentProcess(agent.command, agent.args, { cwd: dir });
    const hosted = hostAgent({ id: agentId, log: logs.open(id), start, keepMs });
    agents.add(hosted);
    void hosted.ended.then(() => agents.delete(hosted));
    hosted.attach(socket, { sendsHistory: continues });
  }

  function find(condition: (agent: HostedAgent) => boolean): HostedAgent | undefined {
    return [...agents].find(condition);
  }

  function refuse(socket: WebSocket, id: string | undefined): void {
    const reason = describeTooManyAgents();
    logs.open(id).end(reason);
    socket.resume();
    closeSocket(socket, CloseCode.tooManyAgents, reason);
  }

  async function close(): Promise<void> {
    isClosed = true;
    const { serverStopped } = CloseCode;
    await Promise.all(
      [...agents].map((hosted) => hosted.end(serverStopped, "the server was stopped")),
    );
  }

  return { connect, close };
}

function describeTooManyAgents(): string {
  return `This server already runs ${MAX_AGENTS} agents. Close another tab, then try again.`;
}
