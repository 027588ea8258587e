import type { ChildProcess } from "node:child_process";
import { existsSync } from "node:fs";

/** @throws an error that says what to do, if the system refuses to start the process. */
export function started(child: ChildProcess, command: string, cwd?: string): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once("error", (error: NodeJS.ErrnoException) => reject(reasonOf(error, command, cwd)));
    child.once("spawn", resolve);
  });
}

/** Node blames the command also for a folder that is missing. */
function reasonOf(error: NodeJS.ErrnoException, command: string, cwd: string | undefined): Error {
  if (error.code !== "ENOENT") return error;
  const what =
    cwd !== undefined && !existsSync(cwd)
      ? `There is no folder "${cwd}" to run "${command}" in. Make it first, or name another.`
      : `There is no command "${command}" (${error.message}). Install it, or give its whole path.`;
  return new Error(what, { cause: error });
}
