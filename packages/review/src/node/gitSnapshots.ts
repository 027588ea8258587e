import { lstat, open, realpath } from "node:fs/promises";
import { join, relative, resolve, sep } from "node:path";
import type { Snapshot, Snapshots } from "../files.js";
import { exists } from "./fileStatus.js";
import { createPrivateGit, createUserGit, requireOutput, splitItems } from "./git.js";
import type { GitResult, PrivateRepository, RunGit } from "./git.js";
import { type Difference, selectCertain } from "./leftOut.js";
import * as privateRepository from "./privateRepository.js";
import { createQueue } from "../queue.js";
import { AcpSnapshotError } from "./snapshotError.js";
import { createTreeReader, MODES } from "./treeReader.js";

const GITLINK = "160000";
/** The refs that keep the trees of snapshots. */
const REFS = "refs/snapshots/";

/**
 * Opens snapshots of a folder in a private git directory `dir`. They work without a repository of the
 * user, and never touch its index, refs, HEAD, settings or stash. Contents are the bytes on disk: line
 * endings, filters and LFS are not applied. The folder's settings, hooks and attributes run no program.
 *
 * Ignored paths (`.gitignore`, `info/exclude` and the user's global file) and nested repositories are
 * left out, and listed in `leftOut`. The first snapshot borrows the objects of the user's repository,
 * and copies them in the background.
 *
 * Only one process may use `dir` at a time.
 *
 * @throws AcpSnapshotError with the reason `git_missing` or `git_failed`.
 *
 * @example
 * ```ts
 * import { gitSnapshots } from "@acp-store/review/node";
 *
 * const snapshots = await gitSnapshots("/home/me/app", "/home/me/.local/share/my-client/app");
 * const before = await snapshots.take();
 * const after = await snapshots.take();
 * console.log(await snapshots.compare(before, after));
 * ```
 */
export async function gitSnapshots(folder: string, dir: string): Promise<Snapshots> {
  const root = await realpath(folder);
  const userGit = createUserGit(root);
  const user = await privateRepository.findUserRepository(userGit);
  const repository = await privateRepository.describeRepository(root, resolve(dir), user);
  const git = createPrivateGit(repository);
  await privateRepository.initialize(git, repository);
  const run = createQueue();
  const readFile = createTreeReader(git);
  /** The trees that certainly exist. */
  const known = new Set<string>();
  /** The repository whose objects the first snapshot may use. */
  let lender = user?.canLend ? user : undefined;
  /** Settles when the objects of the first snapshot are copied. */
  let copied: Promise<void> = Promise.resolve();
  /** The nested repositories that were found, each with a `/` at the end. */
  let nested: readonly string[] = [];

  async function takeSnapshot(): Promise<Snapshot> {
    await copied;
    await privateRepository.writeExcludes(repository, user);
    const isFirst = !(await exists(join(repository.gitDir, "index")));
    if (isFirst && lender !== undefined)
      await privateRepository.borrowObjects(git, repository, lender);
    try {
      return await saveFolder();
    } catch (error) {
      if (!(await privateRepository.isBorrowing(repository))) throw error;
      await stopTrusting();
      return saveFolder();
    }
  }

  async function saveFolder(): Promise<Snapshot> {
    nested = await keepRepositories(root, nested);
    const [ignored, unreadable] = await Promise.all([listIgnored(git), addAll()]);
    const tree = await writeTree(git, repository);
    known.add(tree);
    if (await privateRepository.isBorrowing(repository)) copied = copyObjects(tree);
    return { id: tree, leftOut: [...ignored, ...nested].toSorted(), unreadable };
  }

  /** Adds all files to the index. Resolves with those that cannot be read. */
  async function addAll(): Promise<string[]> {
    const { succeeded, stderr } = await addFiles(git, repository, nested);
    if (succeeded && stderr === "") return [];
    // git warns of a nested repository and adds its commit, or fails if it has no commit.
    const commits = await listGitlinks(git);
    await privateRepository.removeEntries(git, commits);
    const others = (await listNotAdded(git)).filter((path) => path.endsWith("/"));
    nested = [...new Set([...nested, ...commits.map((path) => `${path}/`), ...others])];
    if ((await addFiles(git, repository, nested)).succeeded) return [];
    const files = (await listNotAdded(git)).filter((path) => !path.endsWith("/"));
    const flags = await Promise.all(files.map((path) => isReadable(join(root, path))));
    return files.filter((_path, index) => !flags[index]);
  }

  async function copyObjects(tree: string): Promise<void> {
    await privateRepository.stopBorrowing(git, repository, tree).catch(stopTrusting);
  }

  /** Objects are missing: the user's repository is damaged or a partial one, or has removed them. */
  async function stopTrusting(): Promise<void> {
    lender = undefined;
    await privateRepository.forgetBorrowed(repository);
  }

  async function findTree(snapshot: Snapshot): Promise<string> {
    if (!known.has(snapshot.id)) known.add(await checkTree(git, snapshot));
    return snapshot.id;
  }

  return {
    take: () => run(takeSnapshot),
    compare: async (from, to) =>
      selectCertain(await listDifferences(git, await findTree(from), await findTree(to)), from, to),
    read: async (snapshot, path) => readFile(await findTree(snapshot), path),
    prune: (keep) =>
      run(async () => {
        await copied;
        const trees = await Promise.all(keep.map(findTree));
        known.clear();
        await pruneObjects(git, trees);
      }),
  };
}

async function createEmptyTree(git: RunGit): Promise<string> {
  return (await requireOutput(git(["mktree"]))).toString().trim();
}

/** Resolves with the nested repositories that still are some. */
async function keepRepositories(root: string, nested: readonly string[]): Promise<string[]> {
  const flags = await Promise.all(nested.map((path) => exists(join(root, path, ".git"))));
  return nested.filter((_path, index) => flags[index]);
}

async function listIgnored(git: RunGit): Promise<string[]> {
  const args = ["ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--directory"];
  return splitItems(await requireOutput(git(args)));
}

/** Lists modified and new files, and nested repositories. */
async function listNotAdded(git: RunGit): Promise<string[]> {
  const args = ["ls-files", "-z", "--others", "--modified", "--exclude-standard"];
  return [...new Set(splitItems(await requireOutput(git(args))))];
}

async function addFiles(
  git: RunGit,
  { folder, workTree }: PrivateRepository,
  nested: readonly string[],
): Promise<GitResult> {
  const args = ["add", "--all", "--ignore-errors"];
  // Without paths to compare with, git is faster.
  if (folder === workTree && nested.length === 0) return git(args);
  const paths = [".", ...nested.map((path) => `:(exclude,literal)${path}`)];
  const input = paths.map((path) => `${path}\0`).join("");
  return git([...args, "--pathspec-from-file=-", "--pathspec-file-nul"], input);
}

/** Lists the nested repositories of which the index has the commit. */
async function listGitlinks(git: RunGit): Promise<string[]> {
  const entries = splitItems(await requireOutput(git(["ls-files", "-z", "--stage"])));
  return entries
    .filter((entry) => entry.startsWith(GITLINK))
    .map((entry) => entry.slice(entry.indexOf("\t") + 1));
}

/** Saves the tree of the folder, which may be a part of the index. */
async function writeTree(git: RunGit, { folder, workTree }: PrivateRepository): Promise<string> {
  const prefix = relative(workTree, folder).split(sep).join("/");
  const args = prefix === "" ? [] : [`--prefix=${prefix}/`];
  const result = await git(["write-tree", ...args]);
  if (result.succeeded) return result.stdout.toString().trim();
  // The folder has no files.
  if (result.stderr.includes("not found")) return createEmptyTree(git);
  return (await requireOutput(Promise.resolve(result))).toString();
}

async function listDifferences(git: RunGit, from: string, to: string): Promise<Difference[]> {
  return parseDifferences(await compareTrees(git, from, to)).map(({ path, fromMode, toMode }) => ({
    path,
    isInFrom: fromMode in MODES,
    isInTo: toMode in MODES,
  }));
}

interface RawDifference {
  readonly path: string;
  readonly fromMode: string;
  readonly toMode: string;
}

async function compareTrees(git: RunGit, from: string, to: string): Promise<Buffer> {
  if (from === to) return Buffer.alloc(0);
  return requireOutput(git(["diff-tree", "-r", "-z", "--raw", "--no-renames", from, to]));
}

/** Items alternate: ":100644 100644 <hash> <hash> M", and the path. */
function parseDifferences(output: Buffer): RawDifference[] {
  const items = splitItems(output);
  return items.flatMap((path, index) => {
    if (index % 2 === 0) return [];
    const [fromMode = "", toMode = ""] = items[index - 1]?.slice(1).split(" ") ?? [];
    return [{ path, fromMode, toMode }];
  });
}

/** Resolves with the tree of a snapshot. @throws AcpSnapshotError with the reason `unknown_snapshot`. */
async function checkTree(git: RunGit, { id }: Snapshot): Promise<string> {
  if (/^[0-9a-f]{40}$/.test(id) && (await git(["cat-file", "-e", `${id}^{tree}`])).succeeded)
    return id;
  throw new AcpSnapshotError(
    "unknown_snapshot",
    "The saved state of the folder does not exist anymore.",
  );
}

/** Removes the objects that neither these trees nor the index need. */
async function pruneObjects(git: RunGit, trees: readonly string[]): Promise<void> {
  const refs = await requireOutput(git(["for-each-ref", "--format=%(refname)", REFS]));
  const kept = new Set(trees.map((tree) => `${REFS}${tree}`));
  const existing = refs
    .toString()
    .split("\n")
    .filter((name) => name !== "");
  const commands = [
    ...existing.filter((name) => !kept.has(name)).map((name) => `delete ${name}\n`),
    ...[...kept].map((name) => `update ${name} ${name.slice(REFS.length)}\n`),
  ];
  await requireOutput(git(["update-ref", "--stdin"], commands.join("")));
  await requireOutput(git(["repack", "-a", "-d", "--quiet", "--window=0"]));
  await requireOutput(git(["prune", "--expire=now"]));
}

async function isReadable(path: string): Promise<boolean> {
  const stats = await lstat(path).catch(() => undefined);
  if (!stats?.isFile()) return true;
  try {
    await (await open(path)).close();
    return true;
  } catch {
    return false;
  }
}
