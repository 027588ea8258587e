import type { ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";
import spawn from "cross-spawn";

/** The time in ms that processes get between SIGTERM and SIGKILL. */
const KILL_GRACE_MS = 2000;

const isWindows = process.platform === "win32";

/**
 * The spawn options of a process that can be ended together with every process that it starts.
 * Except on Windows, it becomes the leader of its own process group.
 */
export const PROCESS_TREE_OPTIONS: Readonly<Record<"detached" | "windowsHide", boolean>> = {
  detached: !isWindows,
  windowsHide: true,
};

/** The spawn options of `taskkill`: no console window, and no pipes that would have to be read. */
const TASKKILL_OPTIONS = { stdio: "ignore", windowsHide: true } as const;

/**
 * Resolves when the process has started.
 *
 * @throws Error with a hint if the operating system cannot start the process.
 */
export function waitForSpawn(child: ChildProcess, command: string, cwd?: string): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once("error", (error: NodeJS.ErrnoException) =>
      reject(createSpawnError(error, command, cwd)),
    );
    child.once("spawn", resolve);
  });
}

/** Returns an error with a hint. Node reports a missing folder as a missing command. */
function createSpawnError(
  error: NodeJS.ErrnoException,
  command: string,
  cwd: string | undefined,
): Error {
  if (error.code !== "ENOENT") return error;
  const message =
    cwd !== undefined && !existsSync(cwd)
      ? `The folder "${cwd}" to run "${command}" in does not exist. Create it, or use another folder.`
      : `The command "${command}" was not found (${error.message}). Install it, or use its full path.`;
  return new Error(message, { cause: error });
}

/** Returns whether the process has exited or never started. */
export function hasExited({ pid, exitCode, signalCode }: ChildProcess): boolean {
  return pid === undefined || exitCode !== null || signalCode !== null;
}

/**
 * Returns whether other processes of its group are still running when a process exits. Call it
 * right after the exit: later, the operating system may reuse the group id.
 */
export function hasRunningDescendants({ pid }: ChildProcess): boolean {
  if (isWindows || pid === undefined) return false;
  try {
    return process.kill(-pid, 0);
  } catch {
    return false;
  }
}

/**
 * Sends SIGTERM to a process and every process that it started, and SIGKILL to those that are still
 * running after a grace period. Resolves when the process itself has exited.
 */
export async function endProcessTree(child: ChildProcess): Promise<void> {
  const timer = setTimeout(() => signalProcessTree(child, "SIGKILL"), KILL_GRACE_MS);
  signalProcessTree(child, "SIGTERM");
  if (!hasExited(child)) await waitForExit(child);
  if (hasRunningDescendants(child)) timer.unref();
  else clearTimeout(timer);
}

/** Resolves on exit. On Windows, cross-spawn turns the exit of a missing command into an error. */
function waitForExit(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve) => child.once("exit", resolve).once("error", resolve));
}

const childrenToKill = new Set<ChildProcess>();

function killAllChildren(): void {
  for (const child of childrenToKill) signalProcessTree(child, "SIGKILL");
}

/**
 * Kills the child when the current process exits. All children share one listener, because Node
 * warns about more than ten.
 */
export function killOnExit(child: ChildProcess): void {
  if (childrenToKill.size === 0) process.on("exit", killAllChildren);
  childrenToKill.add(child);
  child.once("close", () => {
    childrenToKill.delete(child);
    if (childrenToKill.size === 0) process.off("exit", killAllChildren);
  });
}

/**
 * Sends a signal to a process and its process group. The process itself may already have exited;
 * the remaining processes of its group still receive the signal.
 */
export function signalProcessTree(child: ChildProcess, signal: "SIGTERM" | "SIGKILL"): void {
  const { pid } = child;
  if (pid === undefined) return;
  try {
    if (!isWindows) process.kill(-pid, signal);
    else if (!hasExited(child))
      spawn("taskkill", ["/pid", String(pid), "/T", "/F"], TASKKILL_OPTIONS).on("error", () => {});
  } catch {
    // All processes of the group have exited.
  }
}
