import { type ChildProcess, spawn } from "node:child_process";
import { Socket } from "node:net";
import { isWindows, signalProcessTree } from "./childProcess.js";

/**
 * The program of the watchdog, for any POSIX shell. It reads the process groups to watch from a
 * pipe to this process. The pipe ends with this process, even if that is killed. Agents then have
 * two seconds to react to the end of their own input, before the watchdog sends SIGTERM, and
 * SIGKILL after two more seconds. Signal 0 only checks whether a group still exists.
 */
const WATCHDOG_SCRIPT = `
trap '' HUP INT TERM
groups=
while read -r action group; do
  if [ "$action" = add ]; then
    groups="$groups $group"
  else
    others=
    for other in $groups; do [ "$other" = "$group" ] || others="$others $other"; done
    groups=$others
  fi
done
for signal in 0 0 TERM 0 KILL; do
  running=
  for group in $groups; do kill -s $signal -- "-$group" 2>/dev/null && running="$running $group"; done
  groups=$running
  [ -n "$groups" ] || exit 0
  sleep 1
done
`;

/** A process that was started to end the watched processes after this process has ended. */
interface Watchdog {
  send(action: "add" | "remove", child: ChildProcess): void;
  /** Ends the watchdog, which no longer watches any process. */
  end(): void;
}

const watchedChildren = new Set<ChildProcess>();
let watchdog: Watchdog | undefined;

/**
 * Ends a process and its process group when the current process ends, even if it is killed. Returns a
 * function that stops watching it. All watched processes share one watchdog.
 *
 * Without a watchdog, on Windows and on systems without a shell, the process is killed if the
 * current one exits by itself. It then only sees the end of its input if the current process is
 * killed.
 */
export function endWithHost(child: ChildProcess): () => void {
  if (child.pid === undefined) return () => {};
  if (watchedChildren.size === 0) process.on("exit", killWithoutWatchdog);
  watchedChildren.add(child);
  if (watchdog) watchdog.send("add", child);
  else if (!isWindows) startWatchdog();
  return () => {
    if (!watchedChildren.delete(child)) return;
    watchdog?.send("remove", child);
    if (watchedChildren.size > 0) return;
    process.off("exit", killWithoutWatchdog);
    watchdog?.end();
    watchdog = undefined;
  };
}

/** Starts a watchdog for all watched processes. */
function startWatchdog(): void {
  // Its own session protects it from Ctrl-C and from the end of the terminal.
  const shell: ChildProcess = spawn("/bin/sh", ["-c", WATCHDOG_SCRIPT, "acp-store-watchdog"], {
    cwd: "/",
    detached: true,
    env: { PATH: "/usr/bin:/bin" },
    stdio: ["pipe", "ignore", "ignore"],
  });
  // Without free file descriptors, there is no pipe either.
  const { stdin } = shell;
  const started: Watchdog = {
    send: (action, { pid }) => void stdin?.write(`${action} ${pid}\n`),
    end: () => void stdin?.end(),
  };
  const forget = (): void => {
    if (watchdog === started) watchdog = undefined;
  };
  shell.once("error", forget).once("exit", forget).unref();
  // The watchdog has exited, which `forget` handles.
  stdin?.on("error", () => {});
  // Neither the watchdog nor its pipe keeps this process alive.
  if (stdin instanceof Socket) stdin.unref();
  watchdog = started;
  for (const child of watchedChildren) started.send("add", child);
}

function killWithoutWatchdog(): void {
  if (watchdog) return;
  for (const child of watchedChildren) signalProcessTree(child, "SIGKILL");
}
