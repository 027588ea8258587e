import type { ChildProcess, ChildProcessWithoutNullStreams } from "node:child_process";
import spawn from "cross-spawn";
import type { AgentCommand } from "../commandLine.js";

/** The time after closing the agent's stdin until it gets SIGTERM, in ms. */
const TERM_DELAY_MS = 500;
/** The time after closing the agent's stdin until it gets SIGKILL, in ms. */
const KILL_DELAY_MS = 2000;
/** The time to wait for the remaining output after the process has exited, in ms. */
const OUTPUT_DELAY_MS = 500;

const isWindows = process.platform === "win32";

/**
 * Starts an agent in `dir`, the folder in which the user typed its command, so that relative paths
 * in the command work as in a terminal. The agent receives the project's folder with `session/new`.
 * Except on Windows, the agent leads its own process group, so its child processes can be stopped
 * with it.
 *
 * @throws if the process fails to start synchronously. Most failures are passed to `onError`.
 */
export function spawnAgent(
  agent: AgentCommand,
  dir: string,
  onError: (error: Error) => void,
): ChildProcessWithoutNullStreams {
  const child = spawn(agent.command, [...agent.args], {
    cwd: dir,
    stdio: ["pipe", "pipe", "pipe"],
    detached: !isWindows,
    windowsHide: true,
  });
  child.on("error", onError);
  if (!hasPipes(child)) throw new Error("The pipes of the process could not be opened.");
  child.once("exit", () => {
    // Child processes of the agent would otherwise run forever.
    signalAgent(child, "SIGKILL");
    setTimeout(() => closePipes(child), OUTPUT_DELAY_MS);
  });
  return child;
}

const hasPipes = (child: ChildProcess): child is ChildProcessWithoutNullStreams =>
  Boolean(child.stdin && child.stdout && child.stderr);

/** Closes the pipes, which a child process of the agent may otherwise keep open forever. */
function closePipes(child: ChildProcessWithoutNullStreams): void {
  // A paused stdout still has output for a slow page.
  if (child.stdout.isPaused()) return void setTimeout(() => closePipes(child), OUTPUT_DELAY_MS);
  child.stdout.destroy();
  child.stderr.destroy();
}

/**
 * Closes the agent's stdin, then sends SIGTERM, then SIGKILL. Resolves when the agent has exited.
 */
export function stopAgent(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || hasExited(child)) return Promise.resolve();
  return new Promise((resolve) => {
    const timers = [
      setTimeout(() => signalAgent(child, "SIGTERM"), TERM_DELAY_MS),
      setTimeout(() => signalAgent(child, "SIGKILL"), KILL_DELAY_MS),
    ];
    child.once("exit", () => {
      for (const timer of timers) clearTimeout(timer);
      resolve();
    });
    child.stdin?.end();
  });
}

/** Sends a signal to the agent and its child processes. On Windows, ends the process tree. */
export function signalAgent(child: ChildProcess, signal: "SIGTERM" | "SIGKILL"): void {
  if (child.pid === undefined) return;
  try {
    if (!isWindows) process.kill(-child.pid, signal);
    else if (!hasExited(child)) killProcessTree(child.pid);
  } catch {
    // The process group is empty.
  }
}

function killProcessTree(pid: number): void {
  spawn("taskkill", ["/pid", String(pid), "/T", "/F"]).on("error", () => {});
}

const hasExited = (child: ChildProcess): boolean =>
  child.exitCode !== null || child.signalCode !== null;
