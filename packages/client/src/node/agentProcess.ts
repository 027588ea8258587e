import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { PassThrough, type Readable, type Writable } from "node:stream";
import { finished } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import spawn from "cross-spawn";
import {
  endProcessTree,
  PROCESS_TREE_OPTIONS,
  waitForExit,
  waitForSpawn,
  waitForTreeGone,
} from "./childProcess.js";
import type { Environment } from "./command.js";
import { endWithHost } from "./watchdog.js";

/**
 * The time in ms that an agent has, after its stdin is closed, to end the commands that it runs and
 * to exit.
 */
const STDIN_GRACE_MS = 2000;
/** The time in ms to wait for the rest of the output after the agent has exited. */
const AGENT_OUTPUT_GRACE_MS = 500;

/** The options of {@link spawnAgentProcess}. */
export interface AgentProcessOptions {
  /**
   * The working directory of the agent process. Default: that of this process. The directory of a
   * session is a parameter of `newSession` instead.
   */
  readonly cwd?: string;
  /** Variables to add to the environment of this process. `undefined` removes a variable. */
  readonly env?: Environment;
}

/** The exit code of a process, or the signal that ended it. The other one is `null`. */
export interface ProcessExit {
  /** The exit code, or `null` if a signal ended the process. */
  readonly exitCode: number | null;
  /** The signal that ended the process, or `null` if it exited by itself. */
  readonly signal: NodeJS.Signals | null;
}

/** A running agent with its pipes. */
export interface AgentProcess {
  /** The command that was started, for error messages. */
  readonly command: string;
  /** The id of the process. */
  readonly pid: number;
  /** The input of the agent. Errors are ignored, because the exit of the agent explains them. */
  readonly stdin: Writable;
  /** The output of the agent. Read all of it, because the agent waits while the pipe is full. */
  readonly stdout: Readable;
  /** The errors and the log of the agent. Read all of them, like `stdout`. */
  readonly stderr: Readable;
  /** Resolves when the agent has exited and all of its output has been read. */
  readonly exited: Promise<ProcessExit>;
  /**
   * Closes stdin and gives the agent two seconds to end its commands and to exit. Then sends
   * SIGTERM and, two seconds later, SIGKILL to the agent and every process in its group. Resolves
   * when they are gone.
   */
  end(): Promise<void>;
}

/**
 * Starts an agent as a process and resolves when it runs. `spawnAgent` returns its messages as a
 * stream; use this function to transport the bytes yourself, or with `agentProcessStream`.
 *
 * The agent cannot outlive this process. However this process ends, the agent sees the end of its
 * stdin, and two seconds later it is ended together with its process group. On Windows, the group
 * is only ended if this process exits by itself.
 *
 * If the agent exits by itself, the rest of its process group is ended like in
 * {@link AgentProcess.end}.
 * {@link https://agentclientprotocol.com/protocol/v1/transports}
 *
 * @throws Error with the fields of `ProcessDetails` if the process cannot be started.
 *
 * @example
 * ```ts
 * import { spawnAgentProcess } from "@acp-store/client/node";
 *
 * const agent = await spawnAgentProcess("my-agent", ["--acp"]);
 * agent.stdout.pipe(process.stdout);
 * agent.stderr.resume();
 * await agent.end();
 * const { exitCode } = await agent.exited;
 * ```
 */
export async function spawnAgentProcess(
  command: string,
  args: readonly string[] = [],
  { cwd, env }: AgentProcessOptions = {},
): Promise<AgentProcess> {
  const child = spawn(command, [...args], {
    ...(cwd !== undefined && { cwd }),
    env: { ...process.env, ...env },
    stdio: ["pipe", "pipe", "pipe"],
    ...PROCESS_TREE_OPTIONS,
  }) as ChildProcessWithoutNullStreams;
  const unwatch = endWithHost(child);
  // If the process cannot be started, its pipes may be missing too.
  await waitForSpawn(child, command, cwd);
  child.stdin.on("error", () => {});
  const outputs = [createOutput(child.stdout), createOutput(child.stderr)] as const;
  let ending: Promise<void> | undefined;

  async function endTree(): Promise<void> {
    child.stdin.end();
    const isGone = await waitForTreeGone(child, STDIN_GRACE_MS);
    if (!isGone) await endProcessTree(child);
    unwatch();
  }

  const end = (): Promise<void> => (ending ??= endTree());

  async function readRest(): Promise<void> {
    const ended = end();
    await Promise.all(outputs.map(({ endAfterExit }) => endAfterExit()));
    await ended;
    // A process that has left the group may still hold the pipes.
    child.stdout.destroy();
    child.stderr.destroy();
  }

  const exited = waitForExit(child).then(async () => {
    void readRest();
    await Promise.all(outputs.map(({ hasEnded }) => hasEnded));
    return { exitCode: child.exitCode, signal: child.signalCode };
  });
  const [stdout, stderr] = outputs;
  const { stdin, pid = 0 } = child;
  return { command, pid, stdin, stdout: stdout.readable, stderr: stderr.readable, exited, end };
}

/** One output of an agent, which can end before its pipe. */
interface AgentOutput {
  readonly readable: Readable;
  /** Resolves when the output has been read or destroyed. */
  readonly hasEnded: Promise<void>;
  /**
   * Ends the output after a grace period, even if processes that the agent has left behind keep the
   * pipe open. They can still write, because the pipe is read on.
   */
  endAfterExit(): Promise<void>;
}

function createOutput(pipe: Readable): AgentOutput {
  const readable = new PassThrough();
  pipe.pipe(readable);
  pipe.on("error", () => {}).once("close", () => readable.end());
  // An agent whose output nobody reads would hang when it writes.
  readable.once("close", () => pipe.resume());
  return {
    readable,
    hasEnded: finished(readable, { writable: false }).catch(() => {}),
    async endAfterExit() {
      // Buffered output is read first, so that none of it is lost.
      do await sleep(AGENT_OUTPUT_GRACE_MS, undefined, { ref: false });
      while (pipe.readableLength > 0 && !pipe.destroyed);
      pipe.unpipe(readable).resume();
      readable.end();
    },
  };
}
