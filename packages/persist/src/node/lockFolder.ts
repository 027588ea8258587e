import { randomBytes } from "node:crypto";
import { link, mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { codeOf, namesIn, whenFound } from "./fileAccess.js";
import { FolderInUseError } from "./folderInUseError.js";
import { isRunning, ownIdentity, type ProcessIdentity } from "./processIdentity.js";

// The locks of a folder are numbered files, and the one with the greatest number counts. The lock of a
// process that has ended is never replaced: of the processes that find it, one creates the next
// number. Replacing it would need a check and a removal in one step, which file systems do not have.

const LOCKS = "lock";
const LOCK_NAME = /^\d{1,15}$/;
const CLAIM_NAME = /^(\d+)\.[0-9a-f]+\.claim$/;

/** The lock of a folder. It ends with the process. */
export interface FolderLock {
  /** Lets other processes lock the folder. Further calls do nothing. */
  release(): Promise<void>;
}

/**
 * Locks a folder for this process, and creates it if it does not exist. The lock of a process that has
 * ended, even by SIGKILL, is taken over immediately. Only calls of this function respect the lock.
 *
 * All processes must run on one machine and see each other's ids, so two containers cannot share a
 * folder. The file system needs hard links.
 *
 * @param advice What the message of the error tells the user to do.
 * @throws FolderInUseError if another process, or this one, has locked the folder, and the error of
 *   `node:fs` if the folder cannot be written.
 *
 * @example
 * ```ts
 * import { lockFolder } from "@acp-store/persist/node";
 *
 * const lock = await lockFolder(".my-client", "Close the other window of My Client.");
 * process.once("SIGTERM", () => void lock.release());
 * ```
 */
export async function lockFolder(dir: string, advice: string): Promise<FolderLock> {
  const folder = join(dir, LOCKS);
  await mkdir(folder, { recursive: true });
  const claim = join(folder, `${process.pid}.${randomBytes(8).toString("hex")}.claim`);
  try {
    // Written first and linked then, so that a lock is never seen without its content.
    await writeFile(claim, JSON.stringify(ownIdentity()), { mode: 0o600 });
    const number = await takeNext(dir, folder, claim, advice);
    await removeUnused(folder, number);
    return { release: createRelease(join(folder, String(number))) };
  } finally {
    await rm(claim, { force: true });
  }
}

async function takeNext(
  dir: string,
  folder: string,
  claim: string,
  advice: string,
): Promise<number> {
  for (;;) {
    const newest = await newestLock(folder);
    const path = join(folder, String(newest));
    const content = newest === 0 ? "" : await whenFound(readFile(path, "utf8"));
    // Its holder has released it just now.
    if (content === undefined) continue;
    const holder = parseIdentity(content);
    if (holder !== undefined && isRunning(holder))
      throw new FolderInUseError(
        { dir, pid: holder.pid, ...(holder.start === undefined && { lockFile: path }) },
        advice,
      );
    const next = newest + 1;
    const nextPath = join(folder, String(next));
    if (!(await linkIfNew(claim, nextPath))) continue;
    // While this process was slow, others may have created and removed this number and gone further.
    if ((await newestLock(folder)) === next) return next;
    await rm(nextPath, { force: true });
  }
}

async function newestLock(folder: string): Promise<number> {
  const numbers = (await namesIn(folder)).filter((name) => LOCK_NAME.test(name)).map(Number);
  return Math.max(0, ...numbers);
}

async function linkIfNew(existing: string, path: string): Promise<boolean> {
  try {
    await link(existing, path);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}

/**
 * Removes what processes that have ended left behind. The lock before the newest one stays until the
 * next: when the newest is released, no slow process may take it for the first.
 */
async function removeUnused(folder: string, newest: number): Promise<void> {
  for (const name of await namesIn(folder)) {
    const claimant = CLAIM_NAME.exec(name)?.[1];
    const isUnused =
      claimant === undefined
        ? LOCK_NAME.test(name) && Number(name) < newest - 1
        : !isRunning({ pid: Number(claimant) });
    if (isUnused) await rm(join(folder, name), { force: true });
  }
}

function createRelease(path: string): () => Promise<void> {
  let released: Promise<void> | undefined;
  return () => (released ??= rm(path, { force: true }));
}

/** Returns `undefined` for a file that lost its content because the machine lost power. */
function parseIdentity(content: string): ProcessIdentity | undefined {
  try {
    const value: unknown = JSON.parse(content);
    return isIdentity(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isIdentity(value: unknown): value is ProcessIdentity {
  if (typeof value !== "object" || value === null) return false;
  const { pid, start }: { pid?: unknown; start?: unknown } = value;
  return Number.isSafeInteger(pid) && (start === undefined || typeof start === "string");
}
