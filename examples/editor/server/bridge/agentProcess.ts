import type { ChildProcess, ChildProcessWithoutNullStreams } from "node:child_process";
import spawn from "cross-spawn";
import type { AgentCommand } from "../commandLine.js";

/** Time for a well-made agent to end by itself once its stdin has ended. */
const GRACE_BEFORE_TERM = 500;
const GRACE_BEFORE_KILL = 2000;
/** Time for the rest of the output to arrive once the process is gone. */
const GRACE_FOR_OUTPUT = 500;

const isWindows = process.platform === "win32";

/**
 * Starts an agent in `dir`, the folder where the user typed its command, so that relative paths
 * in it mean what they mean in a terminal. The project's folder reaches the agent by
 * `session/new`. Elsewhere than on Windows the agent leads a process group of its own, which
 * makes it possible to stop what it started as well.
 *
 * @throws when the system refuses at once; most failures reach `onError` instead.
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
  if (!hasPipes(child)) throw new Error("no pipes could be opened");
  child.once("exit", () => {
    // What it leaves behind has lost its agent, and would run for ever.
    signalAgent(child, "SIGKILL");
    setTimeout(() => closePipes(child), GRACE_FOR_OUTPUT);
  });
  return child;
}

const hasPipes = (child: ChildProcess): child is ChildProcessWithoutNullStreams =>
  Boolean(child.stdin && child.stdout && child.stderr);

/** A process which the agent left behind may keep its pipes open for ever. */
function closePipes(child: ChildProcessWithoutNullStreams): void {
  // Paused means that output waits for a slow page.
  if (child.stdout.isPaused()) return void setTimeout(() => closePipes(child), GRACE_FOR_OUTPUT);
  child.stdout.destroy();
  child.stderr.destroy();
}

/** Ends the agent: first its stdin, then SIGTERM, then SIGKILL. Resolves when it is gone. */
export function stopAgent(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || hasEnded(child)) return Promise.resolve();
  return new Promise((resolve) => {
    const timers = [
      setTimeout(() => signalAgent(child, "SIGTERM"), GRACE_BEFORE_TERM),
      setTimeout(() => signalAgent(child, "SIGKILL"), GRACE_BEFORE_KILL),
    ];
    child.once("exit", () => {
      for (const timer of timers) clearTimeout(timer);
      resolve();
    });
    child.stdin?.end();
  });
}

/** Sends a signal to the agent and, where that is possible, to everything it started. */
export function signalAgent(child: ChildProcess, signal: "SIGTERM" | "SIGKILL"): void {
  if (child.pid === undefined) return;
  try {
    if (!isWindows) process.kill(-child.pid, signal);
    else if (!hasEnded(child)) endTree(child.pid);
  } catch {
    // Nobody is left in the group.
  }
}

function endTree(pid: number): void {
  spawn("taskkill", ["/pid", String(pid), "/T", "/F"]).on("error", () => {});
}

const hasEnded = (child: ChildProcess): boolean =>
  child.exitCode !== null || child.signalCode !== null;
