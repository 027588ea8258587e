import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { userInfo } from "node:os";
import { delimiter } from "node:path";

const SHELL_TIMEOUT_MS = 5000;
/** The maximum length of the output to read, in UTF-16 code units. */
const MAX_OUTPUT = 1_000_000;

/** The options of {@link userPath}. */
export interface UserPathOptions {
  /** The path of the shell to ask. Default: the login shell of the user. */
  readonly shell?: string;
  /** The time in ms that the shell has to answer. Default: 5,000. */
  readonly timeoutMs?: number;
}

/**
 * Resolves with the `PATH` that the user has in a terminal. A program that was started from a desktop
 * has a shorter one, in which `npx` and `uvx` are often missing. The login shell of the user is asked,
 * which reads the user's startup files, and its folders come before those of this process.
 *
 * If the shell does not answer in time, and on Windows, where all programs have the same `PATH`, it
 * resolves with the `PATH` of this process. It never rejects. Ask once, and keep the answer.
 *
 * @example
 * ```ts
 * import { spawnAgent } from "@acp-store/client/node";
 * import { userPath } from "@acp-store/registry";
 *
 * const source = spawnAgent("npx", ["--yes", "--", "@google/gemini-cli"], {
 *   env: { PATH: await userPath() },
 * });
 * ```
 */
export async function userPath(options: UserPathOptions = {}): Promise<string> {
  const { shell = loginShell(), timeoutMs = SHELL_TIMEOUT_MS } = options;
  const ownPath = process.env["PATH"] ?? "";
  if (process.platform === "win32") return ownPath;
  // Startup files may print something as well.
  const [start, end] = [randomBytes(16).toString("hex"), randomBytes(16).toString("hex")];
  const command = `echo ${start}; printenv PATH; echo ${end}`;
  const output = await runShell(shell, command, end, timeoutMs);
  const answer = output.split(start)[1]?.split(end)[0] ?? "";
  const folders = [...answer.trim().split(delimiter), ...ownPath.split(delimiter)];
  return [...new Set(folders)].filter((folder) => folder !== "").join(delimiter);
}

function loginShell(): string {
  const { SHELL: shell = "" } = process.env;
  if (shell !== "") return shell;
  try {
    return userInfo().shell ?? "/bin/sh";
  } catch {
    // The user has no account, as in some containers.
    return "/bin/sh";
  }
}

/**
 * Resolves with the output of a command of a shell when it contains a marker, and with incomplete
 * output when the shell ends, takes too long or writes too much.
 */
function runShell(shell: string, command: string, end: string, timeoutMs: number): Promise<string> {
  return new Promise((resolve) => {
    // In its own session, so that the shell neither reads from a terminal of this process nor stops it.
    const child = spawn(shell, ["-ilc", command], {
      stdio: ["ignore", "pipe", "ignore"],
      detached: true,
    });
    let output = "";
    const finish = (): void => {
      clearTimeout(timer);
      child.stdout.destroy();
      resolve(output);
    };
    const stop = (): void => {
      endGroup(child);
      finish();
    };
    const timer = setTimeout(stop, timeoutMs);
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      // A program that a startup file has left behind may keep the pipe open.
      if (output.includes(end)) finish();
      else if (output.length > MAX_OUTPUT) stop();
    });
    child.once("error", finish).once("close", finish);
  });
}

/** Ends a shell together with the programs that its startup files have started. */
function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, "SIGKILL");
  } catch {
    // All of them have exited.
  }
}
