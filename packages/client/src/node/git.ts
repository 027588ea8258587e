import { spawn } from "node:child_process";
import { dirname } from "node:path";
import type { Readable } from "node:stream";
import { createBoundedOutput } from "./boundedOutput.js";
import { PROCESS_TREE_OPTIONS, signalProcessTree, waitForSpawn } from "./childProcess.js";
import { waitForExitStatus } from "./command.js";
import { AcpWorktreeError } from "./worktreeError.js";

/** The number of bytes to keep of each output. Hooks can write any number of them. */
const MAX_GIT_OUTPUT_BYTES = 16_777_216;

/** Variables with which a hook of git names its repository. They would hide the one of the path. */
const REPOSITORY_VARIABLES = [
  "GIT_ALTERNATE_OBJECT_DIRECTORIES",
  "GIT_COMMON_DIR",
  "GIT_DIR",
  "GIT_INDEX_FILE",
  "GIT_NAMESPACE",
  "GIT_OBJECT_DIRECTORY",
  "GIT_PREFIX",
  "GIT_WORK_TREE",
];

/** The end of a git command. */
export interface GitResult {
  readonly succeeded: boolean;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Runs a git command in a folder, without a shell and without a terminal in which it could wait for an
 * answer. Aborting the signal ends git and its hooks with SIGTERM, after which git removes
 * unfinished work.
 *
 * @throws AcpWorktreeError with the reason `git_missing`.
 * @throws The signal's reason if the signal is aborted.
 */
export async function tryGit(
  folder: string,
  args: readonly string[],
  signal?: AbortSignal,
): Promise<GitResult> {
  signal?.throwIfAborted();
  const child = spawn("git", ["-C", folder, ...args], {
    // Windows looks for the program in the current folder first, where an agent may write.
    cwd: dirname(process.execPath),
    env: {
      ...process.env,
      ...Object.fromEntries(REPOSITORY_VARIABLES.map((name) => [name, undefined])),
      GIT_TERMINAL_PROMPT: "0",
      LC_ALL: "C",
    },
    stdio: ["ignore", "pipe", "pipe"],
    ...PROCESS_TREE_OPTIONS,
  });
  const exited = waitForExitStatus(child);
  const getStdout = collectText(child.stdout);
  const getStderr = collectText(child.stderr);
  const abort = (): void => signalProcessTree(child, "SIGTERM");
  signal?.addEventListener("abort", abort);
  try {
    await waitForSpawn(child, "git").catch((cause: unknown) => {
      throw new AcpWorktreeError(
        "git_missing",
        'The program "git" could not be started. Install it, or add its folder to PATH.',
        { cause },
      );
    });
    const { exitCode } = await exited;
    signal?.throwIfAborted();
    return { succeeded: exitCode === 0, stdout: getStdout(), stderr: getStderr() };
  } finally {
    signal?.removeEventListener("abort", abort);
  }
}

/**
 * Runs a git command like {@link tryGit}, and resolves with its output on stdout.
 *
 * @throws AcpWorktreeError with the reason `git_missing`, `not_a_repository` or `git_failed`.
 */
export async function runGit(
  folder: string,
  args: readonly string[],
  signal?: AbortSignal,
): Promise<string> {
  const result = await tryGit(folder, args, signal);
  if (result.succeeded) return result.stdout;
  throw createGitError(folder, result);
}

/** Returns the error for a git command that failed. The locale makes its messages English. */
export function createGitError(folder: string, { stderr }: GitResult): AcpWorktreeError {
  const output = stderr.trim();
  if (/^fatal: (?:not a git repository|cannot change to )/m.test(output))
    return new AcpWorktreeError(
      "not_a_repository",
      `"${folder}" is not a folder of a git repository. Choose another folder, or run "git init" in it.`,
    );
  return new AcpWorktreeError("git_failed", `git failed in "${folder}": ${output}`);
}

/** Collects an output. Returns a function that returns the collected text. */
function collectText(stream: Readable): () => string {
  const output = createBoundedOutput(MAX_GIT_OUTPUT_BYTES);
  stream.on("data", (bytes: Buffer) => output.add(bytes));
  return () => output.getText();
}
