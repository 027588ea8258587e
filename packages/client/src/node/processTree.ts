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

/** No window of a console, and no pipes that nobody reads. */
const QUIET = { stdio: "ignore", windowsHide: true } as const;

/** Whether the process is gone, or never was. */
export function hasEnded({ pid, exitCode, signalCode }: ChildProcess): boolean {
  return pid === undefined || exitCode !== null || signalCode !== null;
}

/**
 * Whether a process that has just ended left others behind in its group. Later its id may be that of
 * another group.
 */
export function hasLeftOthers({ pid }: ChildProcess): boolean {
  if (isWindows || pid === undefined) return false;
  try {
    return process.kill(-pid, 0);
  } catch {
    return false;
  }
}

/**
 * Asks a process and all that it started to end, and after a while makes them. Resolves when the
 * process itself is gone.
 */
export async function endTree(child: ChildProcess): Promise<void> {
  const timer = setTimeout(() => signalTree(child, "SIGKILL"), GRACE_MS);
  signalTree(child, "SIGTERM");
  if (!hasEnded(child)) await endOf(child);
  if (hasLeftOthers(child)) timer.unref();
  else clearTimeout(timer);
}

/** For a command that is not there, cross-spawn makes an error of the exit on Windows. */
function endOf(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve) => child.once("exit", resolve).once("error", resolve));
}

const withThisProcess = new Set<ChildProcess>();

function endAll(): void {
  for (const child of withThisProcess) signalTree(child, "SIGKILL");
}

/** Ends it with this process at the latest. One listener for all: Node warns of more than ten. */
export function endWithThisProcess(child: ChildProcess): void {
  if (withThisProcess.size === 0) process.on("exit", endAll);
  withThisProcess.add(child);
  child.once("close", () => {
    withThisProcess.delete(child);
    if (withThisProcess.size === 0) process.off("exit", endAll);
  });
}

/** What it left behind in its group gets the signal too, so that it may be gone itself. */
export function signalTree(child: ChildProcess, signal: "SIGTERM" | "SIGKILL"): void {
  const { pid } = child;
  if (pid === undefined) return;
  try {
    if (!isWindows) process.kill(-pid, signal);
    else if (!hasEnded(child))
      spawn("taskkill", ["/pid", String(pid), "/T", "/F"], QUIET).on("error", () => {});
  } catch {
    // Nobody is left in the group.
  }
}
