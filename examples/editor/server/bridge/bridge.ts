import { type AgentProcess, spawnAgentProcess } from "@acp-store/client/node";
import { WebSocket } from "ws";
import type { AgentCommand } from "../commandLine.js";
import type { AgentLog, AgentLogs } from "./agentLog.js";
import { CloseCode, closeSocket, describeExit } from "./close.js";
import { forwardFrames } from "./input.js";
import { forwardStdout, logStderr } from "./output.js";

/** The number of agents that run at the same time. Each page and each reconnect starts one. */
const MAX_AGENTS = 10;

export interface Bridge {
  /** Connects a WebSocket to a new agent process until either of them ends. */
  connect(socket: WebSocket, id: string | undefined): void;
  /** Stops every agent. Resolves when all of them have exited. */
  close(): Promise<void>;
}

/**
 * Creates a bridge to agents that are started in `dir`, the folder in which the user typed their
 * command, so that relative paths in the command work as in a terminal. An agent receives the
 * project's folder with `session/new`. No agent outlives the server, however that ends.
 */
export function createBridge(agent: AgentCommand, dir: string, logs: AgentLogs): Bridge {
  /** The connections whose agent is starting, running or ending. */
  const connections = new Map<WebSocket, Promise<void>>();
  const stopping = new AbortController();

  function connect(socket: WebSocket, id: string | undefined): void {
    const log = logs.open(id);
    // An invalid frame from the page also closes the socket, and the close event is handled below.
    socket.on("error", () => {});
    if (connections.size >= MAX_AGENTS)
      return end(socket, log, CloseCode.tooManyAgents, describeTooManyAgents());
    const ended = runAgent(socket, log).finally(() => connections.delete(socket));
    connections.set(socket, ended);
  }

  /** Resolves when the agent and the processes that it started have ended. */
  async function runAgent(socket: WebSocket, log: AgentLog): Promise<void> {
    // The socket keeps frames that arrive before the agent has started.
    socket.pause();
    const child = await startAgent(socket, log);
    if (!child) return;
    const stop = (): void => void child.end();
    stopping.signal.addEventListener("abort", stop);
    socket.once("close", stop);
    if (stopping.signal.aborted || socket.readyState !== WebSocket.OPEN) stop();
    logStderr(child.stderr, log);
    forwardStdout(child.stdout, socket, log);
    forwardFrames(socket, child.stdin);
    socket.resume();
    const { exitCode, signal } = await child.exited;
    end(socket, log, CloseCode.agentEnded, describeExit(exitCode, signal));
    await child.end();
    stopping.signal.removeEventListener("abort", stop);
  }

  async function startAgent(socket: WebSocket, log: AgentLog): Promise<AgentProcess | undefined> {
    try {
      return await spawnAgentProcess(agent.command, agent.args, { cwd: dir });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      end(socket, log, CloseCode.couldNotStart, reason);
      return undefined;
    }
  }

  async function close(): Promise<void> {
    const ended = [...connections.values()];
    for (const socket of connections.keys())
      closeSocket(socket, CloseCode.serverStopped, "the server was stopped");
    stopping.abort();
    await Promise.all(ended);
  }

  return { connect, close };
}

function end(socket: WebSocket, log: AgentLog, code: number, reason: string): void {
  log.end(reason);
  // A paused socket would not receive the answer to its close frame.
  socket.resume();
  closeSocket(socket, code, reason);
}

function describeTooManyAgents(): string {
  return `This server already runs ${MAX_AGENTS} agents. Close another tab, then try again.`;
}
