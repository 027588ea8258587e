import { copyFile, mkdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { isAbsolute, join, relative, sep } from "node:path";
import { exists, hasCode, isNotFound } from "./fileStatus.js";
import {
  type PrivateRepository,
  type RunGit,
  createUserGit,
  requireOutput,
  splitItems,
} from "./git.js";

/** The attributes with which git changes bytes on their way into the repository. */
const CONVERSIONS = ["text", "crlf", "eol", "ident", "filter", "working-tree-encoding"];
/** They have the highest priority, so that contents are the bytes on disk. */
const ATTRIBUTES = `* ${CONVERSIONS.map((name) => `-${name}`).join(" ")}\n`;
const TEMPORARY_FILES = `.acp-${"[0-9a-f]".repeat(12)}.tmp`;

/** The parts of the user's repository that snapshots use. */
export interface UserRepository {
  readonly top: string;
  readonly gitDir: string;
  /** The directory that all worktrees of the repository share. */
  readonly commonDir: string;
  /** Whether its objects have the same format as those of the private repository. */
  readonly canLend: boolean;
}

/** Resolves with the user's repository that the folder belongs to, or with `undefined`. */
export async function findUserRepository(git: RunGit): Promise<UserRepository | undefined> {
  const flags = [
    "--show-toplevel",
    "--absolute-git-dir",
    "--git-common-dir",
    "--show-object-format",
  ];
  const { succeeded, stdout } = await git(["rev-parse", "--path-format=absolute", ...flags]);
  const [top, gitDir, commonDir, objectFormat] = stdout.toString().split("\n");
  if (!succeeded || !top || !gitDir || !commonDir) return undefined;
  // A repository around the folder that ignores it has nothing to say about its files.
  if ((await git(["check-ignore", "--quiet", "."])).succeeded) return undefined;
  return { top, gitDir, commonDir, canLend: objectFormat === "sha1" };
}

/** Describes the private repository of a folder, and which of the user's settings count. */
export async function describeRepository(
  folder: string,
  gitDir: string,
  user: UserRepository | undefined,
): Promise<PrivateRepository> {
  const { succeeded, stdout } = await createUserGit(folder)([
    "config",
    "--type=path",
    "--get",
    "core.excludesFile",
  ]);
  const excludesFile = succeeded ? stdout.toString().trim() : undefined;
  return { gitDir, workTree: user?.top ?? folder, folder, excludesFile };
}

/** Creates the private git directory unless it exists. */
export async function initialize(git: RunGit, { gitDir }: PrivateRepository): Promise<void> {
  await mkdir(join(gitDir, "info"), { recursive: true });
  if (!(await exists(join(gitDir, "HEAD"))))
    await requireOutput(git(["init", "--quiet", "--template=", "--object-format=sha1"]));
  await writeFile(join(gitDir, "info/attributes"), ATTRIBUTES);
  // A crash during a snapshot leaves the lock. Only one process uses the directory.
  await rm(join(gitDir, "index.lock"), { force: true });
}

/** Writes the ignored paths: those of the user's repository, our temporary files, and our own directory. */
export async function writeExcludes(
  { gitDir, workTree }: PrivateRepository,
  user: UserRepository | undefined,
): Promise<void> {
  const lines = [TEMPORARY_FILES];
  const own = relative(workTree, gitDir);
  if (!isAbsolute(own) && own !== ".." && !own.startsWith(`..${sep}`))
    lines.push(`/${escapePattern(own.split(sep).join("/"))}/`);
  const excludes = user && (await readIfExists(join(user.commonDir, "info/exclude")));
  await writeFile(join(gitDir, "info/exclude"), `${excludes ?? ""}\n${lines.join("\n")}\n`);
}

function escapePattern(path: string): string {
  return path.replaceAll(/[\\*?[\]! #]/g, "\\$&");
}

/**
 * Lets the first snapshot use the user's objects, which is many times faster: files that git knows
 * are not compressed again, and often not even read.
 */
export async function borrowObjects(
  git: RunGit,
  { gitDir, folder }: PrivateRepository,
  user: UserRepository,
): Promise<void> {
  await mkdir(join(gitDir, "objects/info"), { recursive: true });
  await writeFile(alternatesOf(gitDir), `${join(user.commonDir, "objects")}\n`);
  if (user.top !== folder) return;
  const index = join(gitDir, "index");
  try {
    await copyFile(join(user.gitDir, "index"), index);
    // Files as new as the index are read again. An older time is safe.
    const { mtimeMs } = await stat(join(user.gitDir, "index"));
    await utimes(index, mtimeMs / 1000, Math.floor(mtimeMs / 1000));
    if (!(await isIndexExact(git, createUserGit(folder)))) await rm(index);
  } catch (error) {
    if (!isNotFound(error) && !hasCode(error, "EACCES")) throw error;
    await rm(index, { force: true });
  }
}

/**
 * Resolves with whether the entries of the copied index are the bytes on disk: git converts no file, and
 * looks at all files. Removes the entries of submodules.
 */
async function isIndexExact(git: RunGit, userGit: RunGit): Promise<boolean> {
  const checks = [
    areEntriesComplete(git),
    convertsNoLineEndings(userGit),
    hasNoConversion(userGit),
  ];
  return (await Promise.all(checks)).every((check) => check);
}

async function areEntriesComplete(git: RunGit): Promise<boolean> {
  const { succeeded, stdout } = await git(["ls-files", "-z", "-v", "--stage"]);
  const entries = splitItems(stdout);
  // Another letter means that git does not look at the file, or that it has a conflict.
  if (!succeeded || entries.some((entry) => !entry.startsWith("H "))) return false;
  const submodules = entries.filter((entry) => entry.startsWith("H 160000 "));
  await removeEntries(
    git,
    submodules.map((entry) => entry.slice(entry.indexOf("\t") + 1)),
  );
  return true;
}

async function convertsNoLineEndings(userGit: RunGit): Promise<boolean> {
  const { stdout } = await userGit(["config", "--get", "core.autocrlf"]);
  return ["", "false"].includes(stdout.toString().trim());
}

async function hasNoConversion(userGit: RunGit): Promise<boolean> {
  // Asking git for the attributes of all files would take longer than the snapshot.
  const withAttributes = `:(exclude,attr:${CONVERSIONS.map((name) => `!${name}`).join(" ")})`;
  const paths = await userGit(["ls-files", "-z", "--", ":(top)", withAttributes]);
  if (!paths.succeeded || paths.stdout.length === 0) return paths.succeeded;
  const input = paths.stdout.toString();
  const attributes = await userGit(["check-attr", "-z", "--stdin", ...CONVERSIONS], input);
  return attributes.succeeded && areUnset(splitItems(attributes.stdout));
}

/** Items are triples of a path, an attribute and its value. */
function areUnset(items: readonly string[]): boolean {
  return items.every((value, index) => index % 3 !== 2 || ["unspecified", "unset"].includes(value));
}

/** Removes paths from the private index. The files stay. */
export async function removeEntries(git: RunGit, paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return;
  const input = paths.map((path) => `${path}\0`).join("");
  await requireOutput(git(["update-index", "--force-remove", "-z", "--stdin"], input));
}

/** Resolves with whether the private repository still needs objects of the user's. */
export function isBorrowing({ gitDir }: PrivateRepository): Promise<boolean> {
  return exists(alternatesOf(gitDir));
}

/** Copies the objects of a tree into the private repository, which needs no others from then on. */
export async function stopBorrowing(
  git: RunGit,
  { gitDir }: PrivateRepository,
  tree: string,
): Promise<void> {
  const pack = join(gitDir, "objects/pack/pack");
  const args = ["pack-objects", "--quiet", "--revs", "--window=0", "--threads=1", pack];
  await requireOutput(git(args, `${tree}\n`));
  await rm(alternatesOf(gitDir));
}

/** Makes the next snapshot save all files by itself. */
export async function forgetBorrowed({ gitDir }: PrivateRepository): Promise<void> {
  await rm(join(gitDir, "index"), { force: true });
  await rm(alternatesOf(gitDir), { force: true });
}

function alternatesOf(gitDir: string): string {
  return join(gitDir, "objects/info/alternates");
}

async function readIfExists(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}
