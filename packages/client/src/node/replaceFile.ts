import { rmdir } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { type ContainedPath, createNotAFileError, resolveContainedEntry } from "./containedPath.js";
import { findLateWrite, readCurrentFile } from "./currentFile.js";
import { type FileContent, toContentId } from "./fileContent.js";
import { isNotFoundError } from "./fileError.js";
import {
  type NewContent,
  type WriteOutcome,
  type WriteTarget,
  createFile,
  writeCurrent,
} from "./fileWrites.js";
import { openParent } from "./openContained.js";
import { removeStaleFiles } from "./temporaryFiles.js";

/** A file to replace, create or remove. */
export interface FileReplacement {
  /** The folder that the path must not leave. */
  readonly folder: string;
  /** The path relative to the folder, with `/`. */
  readonly path: string;
  /** The new content. `null` removes the file. */
  readonly content: FileContent | null;
  /** The content id of the current bytes, as returned by `toContentId`. */
  readonly expected: string;
}

/** The outcome of {@link replaceFile}. */
export interface FileReplaceResult {
  /** `false` if the content was not the expected one. Nothing was written then. */
  readonly replaced: boolean;
  /**
   * `false` if a write of another program at the same moment could have been overwritten: the file
   * was written in place, because it has several names or its folder or owner does not allow a new
   * file, or the system does not replace open files (Windows).
   */
  readonly guarded: boolean;
  /**
   * Resolves within half a second: with the bytes of the replaced file if another program wrote to it
   * at the moment it was replaced, else with `undefined`. Nobody else has these bytes.
   */
  readonly rescued: Promise<Uint8Array | undefined>;
}

const ABSENT = toContentId(null);

/**
 * Replaces, creates or removes a file, but only if its bytes still are the expected ones. The file
 * is replaced as a whole: a reader sees the old or the new content, and a crash of the process leaves
 * one of them. Creates missing parent folders. Never follows a symbolic link out of the folder. A link that the
 * path itself names is replaced, and a link can be the new content.
 *
 * The new file keeps the permissions and the owner of the old one. Access lists and extended
 * attributes of a single file are lost, because Node cannot read them; those that a folder hands down
 * to its files are kept. A file with several names (hard links) keeps them, and is written in place.
 *
 * @throws AcpFileError if the path leaves the folder, or names a special file such as a named pipe.
 *
 * @example
 * ```ts
 * import { readFileContent, replaceFile, toContentId } from "@acp-store/client/node";
 *
 * const place = { folder: "/home/me/app", path: "version.txt" };
 * const current = await readFileContent(place.folder, place.path);
 * const { replaced, rescued } = await replaceFile({
 *   ...place,
 *   content: { bytes: new TextEncoder().encode("2\n"), mode: "regular" },
 *   expected: toContentId(current?.bytes ?? null),
 * });
 * if (!replaced) console.log("Another program has changed the file.");
 * const bytes = await rescued;
 * if (bytes !== undefined) console.log("Another program wrote to the old file:", bytes);
 * ```
 */
export async function replaceFile(replacement: FileReplacement): Promise<FileReplaceResult> {
  const { folder, path, content, expected } = replacement;
  return replaceEntry(await resolveContainedEntry(folder, path), content, expected);
}

/**
 * Replaces the content of a regular file, or creates the file with its parent folders. Resolves with
 * `false` if another program changed it meanwhile.
 *
 * @throws AcpFileError if the path names a folder or a special file, or leads out of its folders.
 */
export async function replaceText(path: ContainedPath, text: string): Promise<boolean> {
  return (await replaceEntry(path, { bytes: Buffer.from(text) }, undefined)).replaced;
}

async function replaceEntry(
  path: ContainedPath,
  content: NewContent | null,
  expected: string | undefined,
): Promise<FileReplaceResult> {
  const mayCreate = content !== null && (expected ?? ABSENT) === ABSENT;
  const parent = await openParent(path, { create: mayCreate }).catch((error: unknown) => {
    if (mayCreate || !isNotFoundError(error)) throw error;
  });
  if (parent === undefined) return toResult(expected === ABSENT ? "replaced" : "changed");
  try {
    await removeStaleFiles(parent, dirname(path.real));
    return await replaceIn(
      { path, parent, file: parent.resolve(basename(path.real)) },
      content,
      expected,
    );
  } finally {
    await parent.close();
  }
}

async function replaceIn(
  target: WriteTarget,
  content: NewContent | null,
  expected: string | undefined,
): Promise<FileReplaceResult> {
  const current = await readCurrentFile(target.path, target.file);
  if (current === "folder" && expected === undefined)
    throw createNotAFileError(target.path.requested);
  if (current === "folder" || current === null) {
    if ((expected ?? ABSENT) !== ABSENT) return toResult("changed");
    if (content === null) return toResult("replaced");
    if (current === "folder" && !(await removeEmptyFolder(target.file))) return toResult("changed");
    return toResult(await createFile(target, content));
  }
  let isWatched = false;
  try {
    // Without an expected content, the path was resolved: a link is new.
    const isExpected = expected === undefined ? current.handle : expected === current.contentId;
    if (!isExpected) return toResult("changed");
    const outcome = await writeCurrent(target, current, content);
    if (outcome !== "replaced" || current.handle === undefined) return toResult(outcome);
    isWatched = true;
    return toResult(outcome, findLateWrite(current.handle, current.contentId));
  } finally {
    if (!isWatched) await current.handle?.close();
  }
}

/** Removes a folder without entries, which git and snapshots do not know. */
async function removeEmptyFolder(folder: string): Promise<boolean> {
  return rmdir(folder).then(
    () => true,
    () => false,
  );
}

function toResult(
  outcome: WriteOutcome,
  rescued: Promise<Uint8Array | undefined> = Promise.resolve(undefined),
): FileReplaceResult {
  return { replaced: outcome !== "changed", guarded: outcome !== "unguarded", rescued };
}
