import { execFile } from "node:child_process";
import { dirname, join } from "node:path";
import { hasCode } from "./fileStatus.js";
import { AcpSnapshotError } from "./snapshotError.js";

/** The settings that keep bytes, modes and names as they are on disk, and run no program of the folder. */
const NEUTRAL_SETTINGS = [
  "core.autocrlf=false",
  "core.safecrlf=false",
  `core.fileMode=${process.platform !== "win32"}`,
  "core.precomposeUnicode=false",
  "core.quotePath=false",
  "core.fsmonitor=false",
  "core.untrackedCache=false",
  "core.splitIndex=false",
  "core.hooksPath=/dev/null",
  "core.compression=1",
  "core.fsyncMethod=batch",
  "gc.auto=0",
  "maintenance.auto=false",
  "advice.addEmbeddedRepo=false",
];

/** The end of a git command. */
export interface GitResult {
  readonly succeeded: boolean;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/** Runs git with arguments, and with an input on stdin. */
export type RunGit = (args: readonly string[], input?: string) => Promise<GitResult>;

/** The private git directory and the folder that it describes. */
export interface PrivateRepository {
  readonly gitDir: string;
  /** The folder whose `.gitignore` files count: the top of the user's repository, or the folder. */
  readonly workTree: string;
  readonly folder: string;
  /** The user's global file of ignored paths, if it is not the default one. */
  readonly excludesFile: string | undefined;
}

/** Returns a function that runs git in the private directory, without the user's settings. */
export function createPrivateGit(repository: PrivateRepository): RunGit {
  const { gitDir, workTree, folder, excludesFile } = repository;
  const settings = [
    ...NEUTRAL_SETTINGS,
    ...(excludesFile ? [`core.excludesFile=${excludesFile}`] : []),
  ];
  return createGit(folder, settings, {
    GIT_DIR: gitDir,
    GIT_WORK_TREE: workTree,
    GIT_INDEX_FILE: join(gitDir, "index"),
    GIT_CONFIG_NOSYSTEM: "1",
    // A file that does not exist is an empty one, on all systems.
    GIT_CONFIG_GLOBAL: join(gitDir, "no-config"),
    GIT_LITERAL_PATHSPECS: "0",
  });
}

/** Returns a function that asks the user's git about the folder, and runs no program of its settings. */
export function createUserGit(folder: string): RunGit {
  return createGit(folder, ["core.fsmonitor=false", "core.hooksPath=/dev/null"], {
    GIT_OPTIONAL_LOCKS: "0",
  });
}

function createGit(
  folder: string,
  settings: readonly string[],
  variables: Readonly<Record<string, string>>,
): RunGit {
  const options = settings.flatMap((setting) => ["-c", setting]);
  return (args, input = "") =>
    new Promise((resolve, reject) => {
      const child = execFile(
        "git",
        ["-C", folder, ...options, ...args],
        {
          // Windows looks for the program in the current folder first, where an agent may write.
          cwd: dirname(process.execPath),
          env: { ...withoutGitVariables(), ...variables, GIT_TERMINAL_PROMPT: "0", LC_ALL: "C" },
          encoding: "buffer",
          maxBuffer: Infinity,
          windowsHide: true,
        },
        (error, stdout, stderr) => {
          if (error !== null && typeof error.code !== "number") reject(explainStartError(error));
          else resolve({ succeeded: error === null, stdout, stderr: stderr.toString().trim() });
        },
      );
      // git may end before it has read everything.
      child.stdin?.on("error", () => {});
      child.stdin?.end(input);
    });
}

function withoutGitVariables(): NodeJS.ProcessEnv {
  const entries = Object.entries(process.env);
  return Object.fromEntries(entries.filter(([name]) => !name.toUpperCase().startsWith("GIT_")));
}

function explainStartError(error: Error): Error {
  if (!hasCode(error, "ENOENT")) return createGitError(error.message);
  const message = 'The program "git" could not be started. Install it, or add its folder to PATH.';
  return new AcpSnapshotError("git_missing", message, { cause: error });
}

/** Returns the error for a git command that failed. The locale makes its messages English. */
function createGitError(output: string): AcpSnapshotError {
  return new AcpSnapshotError("git_failed", `git could not read or save the folder: ${output}`);
}

/** Resolves with the output of a command. @throws AcpSnapshotError with the reason `git_failed`. */
export async function requireOutput(result: Promise<GitResult>): Promise<Buffer> {
  const { succeeded, stdout, stderr } = await result;
  if (succeeded) return stdout;
  throw createGitError(stderr);
}

/** Returns the items of an output that ends each with NUL. Names that are not UTF-8 are not exact. */
export function splitItems(output: Buffer): string[] {
  return output.toString().split("\0").slice(0, -1);
}
