import { existsSync } from "node:fs";
import { isAbsolute, resolve } from "node:path";
import { limitConcurrency } from "../promises.js";
import { createGitError, runGit, tryGit } from "./git.js";
import { AcpWorktreeError } from "./worktreeError.js";

/** A worktree of a git repository: a second folder with its own branch. */
export interface Worktree {
  /** The folder, an absolute path without symbolic links: the `cwd` for a session. */
  readonly path: string;
  /** The branch that is checked out. Absent: a commit without a branch ("detached HEAD"). */
  readonly branch?: string;
  /** The main folder of the repository, an absolute path. The folder itself if it is bare. */
  readonly repository: string;
  /** Set if the folder was deleted without git, which still knows the worktree. */
  readonly missing?: true;
}

/** A worktree as git lists it. */
export interface ListedWorktree extends Worktree {
  /** Whether it was locked with `git worktree lock`. */
  readonly locked: boolean;
}

/** A repository with its worktrees. */
export interface Repository {
  /** The main folder, or the folder of a bare repository. */
  readonly root: string;
  readonly main: ListedWorktree;
  readonly worktrees: readonly ListedWorktree[];
}

/** The queue of each repository, by the folder of its objects. */
const queues = new Map<string, ReturnType<typeof limitConcurrency>>();

/**
 * Finds the repository of a folder, and runs a task with it. The tasks of a repository run one after
 * the other, because git fails while it reads a worktree that another command is creating.
 *
 * @throws AcpWorktreeError if the path is not absolute, does not belong to a repository, or git fails.
 * @throws The signal's reason if the signal is aborted.
 */
export async function withRepository<Result>(
  folder: string,
  signal: AbortSignal | undefined,
  task: (repository: Repository) => Promise<Result>,
): Promise<Result> {
  assertAbsolute(folder);
  const query = ["--path-format=absolute", "--git-common-dir", "--git-dir", "--show-toplevel"];
  const found = await tryGit(folder, ["rev-parse", ...query], signal);
  const [common = "", own, top = ""] = found.stdout.split("\n");
  // A bare repository has no main folder with files, which is the last part of the query.
  if (common === "") throw createGitError(folder, found);
  const queue = queues.get(common) ?? limitConcurrency(1);
  queues.set(common, queue);
  return queue(async () => {
    const listed = await runGit(folder, ["worktree", "list", "--porcelain"], signal);
    const [first = "", ...others] = listed.trimEnd().split("\n\n");
    // For a submodule, the list names the folder of its objects as the main one.
    const root = top !== "" && own === common ? resolve(top) : readEntry(first, folder).path;
    const main = { ...readEntry(first, root), path: root };
    return task({ root, main, worktrees: others.map((block) => readEntry(block, root)) });
  });
}

/** Reads an entry of `git worktree list --porcelain`. */
function readEntry(block: string, repository: string): ListedWorktree {
  const path = resolve(/^worktree (.*)$/m.exec(block)?.[1] ?? repository);
  const branch = /^branch refs\/heads\/(.*)$/m.exec(block)?.[1];
  return {
    path,
    repository,
    locked: /^locked\b/m.test(block),
    ...(branch !== undefined && { branch }),
    ...(!existsSync(path) && { missing: true }),
  };
}

/** Resolves with the id of the commit that a revision names, or with `undefined`. */
export async function findCommit(
  folder: string,
  revision: string,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  // The operating system does not accept this character in an argument.
  if (revision.includes("\0")) return undefined;
  const query = ["--verify", "--quiet", "--end-of-options", `${revision}^{commit}`];
  const { succeeded, stdout } = await tryGit(folder, ["rev-parse", ...query], signal);
  return succeeded ? stdout.trim() : undefined;
}

/** @throws AcpWorktreeError if the path is not absolute. */
export function assertAbsolute(path: string): void {
  if (!isAbsolute(path) || path.includes("\0"))
    throw new AcpWorktreeError(
      "invalid_argument",
      `"${path}" is not an absolute path. Resolve it with path.resolve first.`,
    );
}
