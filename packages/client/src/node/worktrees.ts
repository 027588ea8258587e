import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, realpath, rmdir } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { createGitError, runGit, tryGit } from "./git.js";
import {
  assertAbsolute,
  findCommit,
  type ListedWorktree,
  type Repository,
  type Worktree,
  withRepository,
} from "./gitRepository.js";
import { getErrorCode } from "./fileError.js";
import { AcpWorktreeError } from "./worktreeError.js";

/** `parseWorktreePath` of core reads the names that these two make. */
const FOLDER_SUFFIX = ".agent-worktrees";
const BRANCH_PREFIX = "agent/";
/** Lowercase only, because branches that differ in case are one file on some systems. */
const NAME = /^[a-z0-9][a-z0-9-]{0,60}$/;
/** The setting makes git count untracked files, even if the user hides them in `git status`. */
const REMOVE = ["-c", "status.showUntrackedFiles=normal", "worktree", "remove", "--"];

/** The messages with which git refuses to remove a worktree without `--force`. */
const REFUSALS = [
  { reason: "dirty", message: /contains modified or untracked files/ },
  { reason: "locked", message: /cannot remove a locked working tree/ },
  { reason: "submodules", message: /working trees containing submodules cannot be/ },
] as const;

/** The options of {@link createWorktree}. */
export interface WorktreeOptions {
  /** A folder of the repository, an absolute path. */
  readonly repository: string;
  /**
   * The name of the folder, and of the branch after `agent/`: up to 61 lowercase letters, digits and
   * hyphens, of which a hyphen is not the first. Default: `session-` and random digits.
   */
  readonly name?: string;
  /**
   * The commit to start from, such as `main` or `origin/main`. Default: the commit that is checked
   * out in `repository`.
   */
  readonly base?: string;
  /**
   * The folder in which to create `<repository>.agent-worktrees/<name>`, an absolute path. Default:
   * the folder that contains the repository.
   */
  readonly directory?: string;
  /** Gives up when aborted. git removes an unfinished worktree, and the branch stays. */
  readonly signal?: AbortSignal;
}

/**
 * The result of {@link removeWorktree}. The branch stays in any case. A worktree is kept if removing
 * it could lose work, or would need `--force`:
 *
 * - `dirty`: it has changes that are not committed, or untracked files
 * - `detached`: it has checked out a commit without a branch, which may have no other name
 * - `locked`: somebody has locked it with `git worktree lock`
 * - `submodules`: it has initialized submodules, which git does not remove
 */
export type WorktreeRemoval =
  | {
      readonly status: "removed";
      /** The branch that the worktree had checked out. */
      readonly branch: string;
      /** The number of its commits that no other branch has, including those of remotes. */
      readonly unmergedCommits: number;
    }
  | {
      readonly status: "kept";
      readonly reason: "dirty" | "detached" | "locked" | "submodules";
    };

/**
 * Creates a worktree with its own branch, so that a session can work beside the user and other
 * sessions. If the branch exists already, such as that of a removed worktree, the worktree continues
 * it. git runs the hooks and filters of the repository. Several calls for a repository run one after
 * the other.
 *
 * @throws AcpWorktreeError if the worktree cannot be created. If git has begun, the folder is removed
 * again, unless a hook has written files to it.
 * @throws The signal's reason if `signal` is aborted.
 *
 * @example
 * ```ts
 * import { createWorktree } from "@acp-store/client/node";
 *
 * const { path, branch } = await createWorktree({ repository: "/home/me/app", name: "fix-login" });
 * console.log(path, branch); // /home/me/app.agent-worktrees/fix-login agent/fix-login
 * ```
 */
export async function createWorktree(
  options: WorktreeOptions,
): Promise<Worktree & { readonly branch: string }> {
  const { name = `session-${randomUUID().slice(0, 8)}`, base, directory, signal } = options;
  if (!NAME.test(name))
    throw new AcpWorktreeError(
      "invalid_argument",
      `"${name}" cannot be the name of a worktree. Use up to 61 lowercase letters, digits and hyphens, and begin with a letter or a digit.`,
    );
  if (directory !== undefined) assertAbsolute(directory);
  return withRepository(options.repository, signal, async (repository) => {
    const { root } = repository;
    const branch = `${BRANCH_PREFIX}${name}`;
    const start = await findStart(options.repository, branch, base, signal);
    const folder = join(directory ?? dirname(root), `${getName(root)}${FOLDER_SUFFIX}`);
    const parent = await createFolder(folder, { recursive: true });
    const path = join(await realpath(parent), name);
    await forgetDeleted(repository, path);
    assertUnused(repository, branch, path);
    // Only one of several processes can create the folder.
    await createFolder(path);
    const target =
      start === undefined ? ["--", path, branch] : ["-b", branch, "--no-track", "--", path, start];
    await addWorktree(root, path, target, signal);
    return { path, branch, repository: root };
  });
}

/** Makes a worktree of an empty folder, or removes the folder. */
async function addWorktree(
  root: string,
  path: string,
  target: readonly string[],
  signal: AbortSignal | undefined,
): Promise<void> {
  try {
    await runGit(root, ["worktree", "add", "--quiet", ...target], signal);
  } catch (error) {
    // A hook can fail after git has created the worktree.
    await tryGit(root, [...REMOVE, path]);
    await rmdir(path).catch(() => {});
    throw error;
  }
}

/**
 * Lists the worktrees of a repository besides its main folder, including those that were not created
 * by {@link createWorktree}. `repository` is a folder of the repository, an absolute path.
 *
 * @throws AcpWorktreeError if the folder does not belong to a repository, or git fails.
 *
 * @example
 * ```ts
 * import { listWorktrees } from "@acp-store/client/node";
 *
 * for (const { path, branch } of await listWorktrees("/home/me/app")) console.log(path, branch);
 * ```
 */
export async function listWorktrees(repository: string): Promise<readonly Worktree[]> {
  return withRepository(repository, undefined, async ({ worktrees }) =>
    worktrees.map(({ locked: _, ...worktree }) => worktree),
  );
}

/**
 * Removes a worktree, except if that could lose work. The branch is kept. Files that git ignores,
 * such as `node_modules`, are deleted with the folder. If the folder was deleted by hand, git forgets
 * this one worktree. Close the sessions of the worktree before.
 *
 * @throws AcpWorktreeError if the path is not a worktree of the repository, or git fails.
 *
 * @example
 * ```ts
 * import { createWorktree, removeWorktree } from "@acp-store/client/node";
 *
 * const worktree = await createWorktree({ repository: "/home/me/app" });
 * const removal = await removeWorktree(worktree);
 * if (removal.status === "kept") console.log(`The worktree was kept: ${removal.reason}`);
 * ```
 */
export async function removeWorktree({
  repository: folder,
  path,
}: Pick<Worktree, "repository" | "path">): Promise<WorktreeRemoval> {
  assertAbsolute(path);
  return withRepository(folder, undefined, async ({ root, worktrees }) => {
    const paths = [resolve(path), await realpath(path).catch(() => path)];
    const entry = worktrees.find((worktree) => paths.includes(worktree.path));
    if (entry !== undefined) return removeEntry(root, entry);
    throw new AcpWorktreeError(
      "not_a_worktree",
      `"${path}" is not a worktree of "${root}" besides its main folder. Choose one that listWorktrees returns.`,
    );
  });
}

async function removeEntry(
  root: string,
  { path, branch, locked }: ListedWorktree,
): Promise<WorktreeRemoval> {
  if (locked) return { status: "kept", reason: "locked" };
  if (branch === undefined) return { status: "kept", reason: "detached" };
  const others = ["--not", `--exclude=${branch}`, "--branches", "--remotes"];
  const count = await tryGit(root, ["rev-list", "--count", `refs/heads/${branch}`, ...others]);
  const result = await tryGit(root, [...REMOVE, path]);
  const refusal = REFUSALS.find(({ message }) => message.test(result.stderr));
  if (refusal !== undefined) return { status: "kept", reason: refusal.reason };
  // Another process may have removed it in the meantime.
  if (!result.succeeded && !/is not a working tree/.test(result.stderr))
    throw createGitError(root, result);
  return { status: "removed", branch, unmergedCommits: Number(count.stdout) };
}

/** Makes git forget a worktree whose folder was deleted by hand, so that it can be created again. */
async function forgetDeleted({ root, worktrees }: Repository, path: string): Promise<void> {
  const deleted = worktrees.find((entry) => entry.path === path && entry.missing);
  // Another process may have created it again since git listed it.
  if (deleted === undefined || existsSync(path)) return;
  const removal = await removeEntry(root, deleted);
  if (removal.status === "kept")
    throw new AcpWorktreeError(
      "exists",
      `The folder "${path}" was deleted, but git keeps its worktree because it is ${removal.reason}. Use another name.`,
    );
}

/** Throws if another worktree, or the main folder, has checked out the branch. */
function assertUnused({ main, worktrees }: Repository, branch: string, path: string): void {
  const user = [main, ...worktrees].find((entry) => entry.branch === branch && entry.path !== path);
  if (user !== undefined)
    throw new AcpWorktreeError(
      "branch_in_use",
      `The branch "${branch}" is checked out in "${user.path}". Use another name, or remove that worktree.`,
    );
}

/** Resolves with the commit to start from, or with `undefined` if the branch exists. */
async function findStart(
  folder: string,
  branch: string,
  base: string | undefined,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  const tip = await findCommit(folder, `refs/heads/${branch}`, signal);
  const start = await findCommit(folder, base ?? "HEAD", signal);
  if (base === undefined && tip !== undefined) return undefined;
  if (start === undefined)
    throw base === undefined
      ? new AcpWorktreeError(
          "no_commits",
          `The repository of "${folder}" has no commit to start from. Make a commit first.`,
        )
      : new AcpWorktreeError(
          "unknown_base",
          `"${base}" is not a commit of the repository of "${folder}". Use a branch, a tag or a commit, or fetch it first.`,
        );
  if (tip !== undefined && tip !== start)
    throw new AcpWorktreeError(
      "branch_exists",
      `The branch "${branch}" exists, and is not at "${base}". Use another name, or leave out the base to continue the branch.`,
    );
  return tip === undefined ? start : undefined;
}

/** Returns the name of a repository. That of a bare one often ends with ".git". */
function getName(root: string): string {
  return basename(root).replace(/\.git$/, "") || basename(dirname(root));
}

async function createFolder(path: string, options?: { readonly recursive: true }): Promise<string> {
  try {
    await mkdir(path, options);
    return path;
  } catch (cause) {
    throw getErrorCode(cause) === "EEXIST" && options === undefined
      ? createExistsError(path)
      : new AcpWorktreeError(
          "folder_failed",
          `The folder "${path}" could not be created (${String(cause)}). Use another directory.`,
          { cause },
        );
  }
}

function createExistsError(path: string): AcpWorktreeError {
  return new AcpWorktreeError(
    "exists",
    `The folder "${path}" exists already. Use another name, or remove the worktree.`,
  );
}
