import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { ProcessDetails } from "../errors.js";

/** The time in ms that processes get between SIGTERM and SIGKILL. */
const KILL_GRACE_MS = 2000;
/** The time in ms between two checks whether a process group is gone. */
const POLL_INTERVAL_MS = 25;

/** Windows has no process groups and no signals. */
export const isWindows: boolean = process.platform === "win32";

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

/** Returns an error that carries the details of a process. */
export function createProcessError(
  message: string,
  details: ProcessDetails,
  cause?: Error,
): Error & ProcessDetails {
  return Object.assign(new Error(message, cause && { cause }), details);
}

/**
 * Resolves when the process has started.
 *
 * @throws Error with a hint and the {@link ProcessDetails} if the operating system cannot start it.
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
  const { code } = error;
  const details = { command, ...(code !== undefined && { code }) };
  if (code !== "ENOENT")
    return createProcessError(
      `The command "${command}" could not be started (${error.message}).`,
      details,
      error,
    );
  const message =
    cwd !== undefined && !existsSync(cwd)
      ? `The folder "${cwd}" to run "${command}" in does not exist. Create it, or use another folder.`
      : `The command "${command}" was not found. Install it, or use its full path.`;
  return createProcessError(message, details, error);
}

/** Returns whether the process has exited or never started. */
function hasExited({ pid, exitCode, signalCode }: ChildProcess): boolean {
  return pid === undefined || exitCode !== null || signalCode !== null;
}

/**
 * Returns whether a process and all processes of its group have exited. Call it from the exit on:
 * later, the operating system may reuse the group id.
 */
export function isTreeGone(child: ChildProcess): boolean {
  if (!hasExited(child)) return false;
  if (isWindows || child.pid === undefined) return true;
  try {
    return !process.kill(-child.pid, 0);
  } catch {
    return true;
  }
}

/** Resolves with `true` when the process and its group are gone, or with `false` after `ms`. */
export async function waitForTreeGone(child: ChildProcess, ms: number): Promise<boolean> {
  const deadline = performance.now() + ms;
  // Only the exit of the process itself is an event. The rest of its group has to be polled.
  while (!isTreeGone(child)) {
    if (performance.now() >= deadline) return false;
    await sleep(POLL_INTERVAL_MS);
  }
  return true;
}

/**
 * Sends SIGTERM to a process and every process that it started, and SIGKILL to those that are still
 * running after a grace period. Resolves when the process itself has exited.
 */
export async function endProcessTree(child: ChildProcess): Promise<void> {
  signalProcessTree(child, "SIGTERM");
  if (await waitForTreeGone(child, KILL_GRACE_MS)) return;
  signalProcessTree(child, "SIGKILL");
  if (!hasExited(child)) await waitForExit(child);
}

/** Resolves when the process exits. Ignores errors, such as a signal that cannot be sent. */
export function waitForExit(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once("exit", () => resolve());
    // On Windows, cross-spawn turns the exit of a missing command into an error.
    child.on("error", () => hasExited(child) && resolve());
  });
}

/**
 * Sends a signal to a process and its process group. The process itself may already have exited;
 * the remaining processes of its group still receive the signal. Windows only knows the processes
 * that a running process has started, and ends them immediately.
 */
export function signalProcessTree(
  child: ChildProcess,
  signal: "SIGTERM" | "SIGKILL",
  platform: NodeJS.Platform = process.platform,
): void {
  const { pid } = child;
  if (pid === undefined) return;
  try {
    if (platform !== "win32") process.kill(-pid, signal);
    else if (!hasExited(child))
      spawn(taskkillPath(), ["/pid", String(pid), "/T", "/F"], TASKKILL_OPTIONS).on(
        "error",
        () => {},
      );
  } catch {
    // All processes of the group have exited.
  }
}

/**
 * Returns the full path of `taskkill`. Windows looks for a bare name in the current folder first, where
 * an agent may write.
 */
function taskkillPath(): string {
  return join(process.env["SystemRoot"] ?? "C:\\Windows", "System32", "taskkill.exe");
}
