import type { ChildProcessWithoutNullStreams } from "node:child_process";
import type { WebSocket } from "ws";
import type { AgentCommand } from "../commandLine.js";
import type { AgentLogs } from "./agentLog.js";
import { signalAgent, spawnAgent, stopAgent } from "./agentProcess.js";
import { CloseCode, closeSocket, describeExit } from "./close.js";
import { forwardFrames } from "./input.js";
import { forwardStdout, logStderr } from "./output.js";

export interface Bridge {
  /** Connects a WebSocket to a new agent process until either of them ends. */
  connect(socket: WebSocket, id: string | undefined): void;
  /** Stops every agent. Resolves when all of them have exited. */
  close(): Promise<void>;
  /** Kills every agent without waiting, for a server that is about to exit. */
  kill(): void;
}

export function createBridge(agent: AgentCommand, dir: string, logs: AgentLogs): Bridge {
  const running = new Map<ChildProcessWithoutNullStreams, WebSocket>();

  function connect(socket: WebSocket, id: string | undefined): void {
    const log = logs.open(id);
    const end = (code: number, reason: string): void => {
      log.end(reason);
      closeSocket(socket, code, reason);
    };
    // An invalid frame from the page also closes the socket, and the close event is handled below.
    socket.on("error", () => {});
    const child = startAgent(end);
    if (!child) return;
    running.set(child, socket);
    logStderr(child.stderr, log);
    forwardStdout(child.stdout, socket, log);
    forwardFrames(socket, child.stdin);
    child.once("close", (code, signal) => {
      running.delete(child);
      end(CloseCode.agentEnded, describeExit(code, signal));
    });
    socket.once("close", () => void stopAgent(child));
  }

  function startAgent(end: (code: number, reason: string) => void) {
    const fail = (error: unknown): void =>
      end(CloseCode.couldNotStart, `could not start: ${messageOf(error)}`);
    let child: ChildProcessWithoutNullStreams | undefined;
    try {
      child = spawnAgent(agent, dir, (error) => {
        // A running process also reports errors, such as a signal that could not be sent.
        if (child?.pid === undefined) fail(error);
      });
    } catch (error) {
      fail(error);
    }
    return child;
  }

  async function close(): Promise<void> {
    const stopped = [...running].map(([child, socket]) => {
      closeSocket(socket, CloseCode.serverStopped, "the server was stopped");
      return stopAgent(child);
    });
    await Promise.all(stopped);
  }

  return {
    connect,
    close,
    kill: () => [...running.keys()].forEach((child) => signalAgent(child, "SIGKILL")),
  };
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error);
