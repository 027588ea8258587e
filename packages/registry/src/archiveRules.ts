import { formatBytes } from "./download.js";
import { AcpRegistryError } from "./errors.js";
import { staysInFolder } from "./registrySchema.js";

/** The maximum number of files, folders and links in an archive. */
const MAX_ENTRIES = 100_000;

/** A part of an archive. */
export interface ArchiveEntry {
  readonly path: string;
  /** The type, in the words of the archive if it is none of the allowed ones. */
  readonly type: "file" | "folder" | "link" | (string & {});
  /** The unpacked size in bytes. */
  readonly size: number;
  /** The bits of the Unix mode. */
  readonly mode: number;
  /** The target of a symbolic link. */
  readonly target?: string;
}

/**
 * Returns the check for the entries of one archive, which it counts. The check returns the problem
 * because of which the archive is rejected, if an entry has one.
 */
export function createEntryCheck(
  maxBytes: number,
): (entry: ArchiveEntry) => AcpRegistryError | undefined {
  let entries = 0;
  let bytes = 0;
  return ({ path, type, size, target }) => {
    entries += 1;
    bytes += size;
    if (entries > MAX_ENTRIES) return tooLarge(`it has more than ${MAX_ENTRIES} entries`);
    if (bytes > maxBytes) return tooLarge(`it unpacks to more than ${formatBytes(maxBytes)}`);
    if (!staysInFolder(path)) return unsafe(`"${path}" would be written outside of its folder`);
    if (type === "link")
      return linkStaysInFolder(path, target ?? "")
        ? undefined
        : unsafe(`the link "${path}" leads to "${target}", outside of its folder`);
    if (type === "file" || type === "folder") return undefined;
    return unsafe(`"${path}" is neither a file, a folder nor a symbolic link (${type})`);
  };
}

/**
 * Returns whether a link leads to a place in the folder of the archive. Its target may go up only at
 * its start: behind the name of another link, ".." leads to the parent of that link's target.
 */
export function linkStaysInFolder(path: string, target: string): boolean {
  const names = partsOf(target);
  const start = names.findIndex((name) => name !== "..");
  const ups = start === -1 ? names.length : start;
  const isRelative = target !== "" && !/^(?:[/\\]|[a-z]:)/i.test(target);
  return isRelative && !names.includes("..", ups) && ups < partsOf(path).length;
}

const partsOf = (path: string): string[] =>
  path.split(/[/\\]/).filter((name) => name !== "" && name !== ".");

/** Returns the error for an archive that would do harm. */
export function unsafe(problem: string): AcpRegistryError {
  return new AcpRegistryError(
    "unsafe_archive",
    `The archive is not safe to unpack: ${problem}. Nothing was installed. Tell the authors of the agent.`,
  );
}

/** Returns the error for an archive that exceeds a limit. */
export function tooLarge(problem: string): AcpRegistryError {
  return new AcpRegistryError(
    "too_large",
    `The archive is too large: ${problem}. Nothing was installed.`,
  );
}

/** The error codes of a disk or a system that is full, which are not the fault of an archive. */
const SYSTEM_CODES: ReadonlySet<unknown> = new Set([
  "EDQUOT",
  "EFBIG",
  "EIO",
  "EMFILE",
  "ENFILE",
  "ENOSPC",
  "EROFS",
]);

/** Returns the error for an archive that could not be unpacked because of another error. */
export function toArchiveError(cause: unknown): unknown {
  const code = cause instanceof Error ? Reflect.get(cause, "code") : undefined;
  if (cause instanceof AcpRegistryError || SYSTEM_CODES.has(code)) return cause;
  const problem = cause instanceof Error ? cause.message : String(cause);
  return new AcpRegistryError(
    "corrupt_archive",
    `The archive is damaged and cannot be unpacked (${problem}). Nothing was installed. Try again, or tell the authors of the agent.`,
    { cause },
  );
}
