import { isUtf8 } from "node:buffer";
import { lstat, realpath } from "node:fs/promises";
import { isAbsolute, join, relative, resolve, sep } from "node:path";
import {
  AcpFileError,
  type FileContent,
  readFileContent,
  replaceFile,
  toContentId,
} from "@acp-store/client/node";
import type { FileSave, FileText } from "../client/filesMessages.js";
import { explainFileError } from "./explainFileError.js";

/** The largest file to show and to save, in bytes. */
const MAX_BYTES = 10_000_000;

/**
 * Reads a text file in a folder.
 *
 * @throws an error for the user, such as for a path outside of the folder.
 */
export async function readTextFile(folder: string, path: string): Promise<FileText> {
  const content = await explained(path, async () => readContent(await findFile(folder, path)));
  if (content === null) throw new Error(`There is no file "${path}".`);
  const { bytes } = content;
  if (bytes.includes(0) || !isUtf8(bytes)) throw new Error(`"${path}" is not a text file.`);
  return { text: Buffer.from(bytes).toString(), version: toContentId(bytes) };
}

/**
 * Saves a text file in a folder if it has the expected version. `undefined`: if there is no file. `around` gets
 * the absolute path without symbolic links, and runs the write, which resolves with whether it has written.
 *
 * @throws an error for the user, such as for a path outside of the folder.
 */
export async function writeTextFile(
  folder: string,
  path: string,
  text: string,
  version: string | undefined,
  around: (path: string, write: () => Promise<boolean>) => Promise<boolean>,
): Promise<FileSave> {
  const bytes = Buffer.from(text);
  // It could not be read again.
  if (bytes.includes(0) || bytes.toString() !== text)
    throw new Error(`The text of "${path}" contains characters that a text file cannot have.`);
  if (bytes.length > MAX_BYTES)
    throw new Error(`The text of "${path}" has ${bytes.length} bytes. The limit is ${MAX_BYTES}.`);
  return explained(path, async () => {
    const file = await findFile(folder, path);
    let result: FileSave = { status: "changed" };
    await around(join(file.folder, file.path), async () => {
      result = await replaceContent(file, bytes, version);
      return result.status === "saved";
    });
    return result;
  });
}

/** A file in a folder, as the functions of the client name it. */
interface FoundFile {
  /** The folder without symbolic links. */
  readonly folder: string;
  /** The path relative to it, with `/`. It is not a symbolic link when it is found. */
  readonly path: string;
}

/** Finds the file that a path names. An editor reads and saves the target of a link, not the link. */
async function findFile(folder: string, path: string): Promise<FoundFile> {
  const root = await realpath(folder);
  // Agents know the folder by the name with or without symbolic links.
  const named = toRelative(folder, path) ?? toRelative(root, path);
  if (named === undefined || named.includes("\0")) throw createOutsideError(path);
  const real = await realpath(join(root, named)).catch(ignoreMissing);
  const file = real === undefined ? named : toRelative(root, real);
  if (file === undefined) throw createOutsideError(path);
  const stats = await lstat(join(root, file)).catch(ignoreMissing);
  if (stats?.isDirectory()) throw new AcpFileError("not_a_file", path, "is a folder");
  if (stats?.isSymbolicLink())
    throw new AcpFileError("broken_link", path, "is a symbolic link to a file that does not exist");
  return { folder: root, path: file.split(sep).join("/") };
}

/** Returns a path relative to a folder, or `undefined` if it is not in it. */
function toRelative(folder: string, path: string): string | undefined {
  const rest = relative(folder, resolve(folder, path));
  const isOutside = rest === ".." || rest.startsWith(`..${sep}`) || isAbsolute(rest);
  return isOutside || rest === "" ? undefined : rest;
}

function createOutsideError(path: string): AcpFileError {
  return new AcpFileError("outside_folder", path, "is not a file in the folder");
}

function ignoreMissing(error: unknown): undefined {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code !== "ENOENT" && code !== "ENOTDIR") throw error;
}

function readContent({ folder, path }: FoundFile): Promise<FileContent | null> {
  return readFileContent(folder, path, { maxBytes: MAX_BYTES });
}

async function replaceContent(
  file: FoundFile,
  bytes: Uint8Array,
  version: string | undefined,
): Promise<FileSave> {
  const current = await readContent(file);
  if (versionOf(current) !== version) return toChanged(current);
  const mode = current?.mode ?? "regular";
  const replace = (content: Uint8Array, expected: Uint8Array | null) =>
    replaceFile({ ...file, content: { bytes: content, mode }, expected: toContentId(expected) });
  const { replaced, rescued } = await replace(bytes, current?.bytes ?? null);
  if (!replaced) return toChanged(await readContent(file));
  const late = await rescued;
  if (late === undefined) return { status: "saved", version: toContentId(bytes) };
  // The page still has its text, and nobody else has that of the other program.
  await replace(late, bytes);
  return toChanged(await readContent(file));
}

function versionOf(content: FileContent | null): string | undefined {
  return content === null ? undefined : toContentId(content.bytes);
}

function toChanged(content: FileContent | null): FileSave {
  const version = versionOf(content);
  return { status: "changed", ...(version !== undefined && { version }) };
}

async function explained<Result>(path: string, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    throw explainFileError(path, error);
  }
}
