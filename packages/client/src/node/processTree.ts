import type { ChildProcess } from "node:child_process";
import spawn from "cross-spawn";

/** Time for a process that was asked to end, in ms, before it is made to. */
const GRACE_MS = 2000;

const isWindows = process.platform === "win32";

/**
 * What a child process needs so that it can be ended with all that it started: elsewhere than on
 * Windows it leads a process group of its own.
 */
export const TREE: Readonly<Record<"detached" | "windowsHide", boolean>> = {
  detached: !isWindows,
  windowsHide: true,
};

/** Whether the process is gone, or never was. */
export function hasEnded({ pid, exitCode, signalCode }: ChildProcess): boolean {
  return pid === undefined || exitCode !== null || signalCode !== null;
}

/** Asks a process and all that it started to end, and after a while makes them. */
export function endTree(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(() => signalTree(child, "SIGKILL"), GRACE_MS);
    child.once("exit", () => {
      clearTimeout(timer);
      resolve();
    });
    signalTree(child, "SIGTERM");
  });
}

/** What it left behind in its group gets the signal too, so that it may be gone itself. */
export function signalTree(child: ChildProcess, signal: "SIGTERM" | "SIGKILL"): void {
  const { pid } = child;
  if (pid === undefined) return;
  try {
    if (!isWindows) process.kill(-pid, signal);
    else if (!hasEnded(child))
      spawn("taskkill", ["/pid", String(pid), "/T", "/F"]).on("error", () => {});
  } catch {
    // Nobody is left in the group.
  }
}
