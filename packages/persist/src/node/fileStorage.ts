import { createHash, randomBytes } from "node:crypto";
import { type FileHandle, mkdir, open, readFile, rename, rm, rmdir, stat } from "node:fs/promises";
import { join } from "node:path";
import {
  type AcpStorage,
  StorageFullError,
  type StoredDocument,
  type StorageWrite,
  SupersededError,
} from "../storage.js";
import { parseDocumentFile, readHeader, toFileContent, toFrame } from "./documentFile.js";
import { escapeText, parseText } from "./escapeText.js";
import { codeOf, namesIn, whenFound } from "./fileAccess.js";

const FOLDER_NAME = /^[0-9a-f]{64}$/;
const FILE_NAME = /^(\d+)\.log$/;
/** The file with the id of a document, so that it is still found if its header is damaged. */
const ID_NAME = "id";
const TEMPORARY_NAME = /^(\d+)\.[0-9a-f]+\.tmp$/;
const REMOVED_NAME = /^[0-9a-f]{64}\.[0-9a-f]+\.removed$/;
/** The error codes of a disk, a quota, and a file size limit that is reached. */
const FULL_CODES: ReadonlySet<unknown> = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);
/** Two writes within this time may get the same time of modification, in ms. */
const CLOCK_STEP_MS = 2000;
/** The attempts to write a snapshot while other processes remove the document. */
const ATTEMPTS = 5;

/** Options of {@link fileStorage}. */
export interface FileStorageOptions {
  /**
   * Whether each write waits until the disk has it. Default: `true`. With `false`, writes are faster
   * and survive a crash of the process, but the latest ones may be lost when the machine loses power.
   */
  readonly fsync?: boolean;
}

/**
 * Creates a storage in a folder, which is created by the first write. Each document has its own
 * folder, with one file for the snapshot and the journal behind it, and one for the id. Only the
 * current user may read them. Content that other programs put into the folder is ignored.
 *
 * A document whose header or snapshot is damaged is still listed, and `read` returns the content of
 * its file as the snapshot. The checksums of `savedSessions` and `readSession` report it as `corrupt`.
 *
 * Several processes on one machine may use the same folder. The epoch of a file is part of its name,
 * so processes never replace each other's files, and the file with the greatest epoch counts. Do not
 * use a folder on a network drive from several machines at once: such drives report a write or a
 * new name late.
 *
 * @throws The returned methods reject with the error of `node:fs`, such as `EACCES`, when the folder
 *   cannot be read or written.
 *
 * @example
 * ```ts
 * import { fileStorage } from "@acp-store/persist/node";
 *
 * const storage = fileStorage(".my-client/sessions");
 * await storage.write({ id: "s1", epoch: 1, snapshot: "…" });
 * await storage.list(); // ["s1"]
 * ```
 */
export function fileStorage(dir: string, options: FileStorageOptions = {}): AcpStorage {
  const { fsync = true } = options;
  /** The last write or removal of each document, which the next one waits for. */
  const lastTasks = new Map<string, Promise<unknown>>();
  /** The sizes of the files whose last record is known to be complete, by document. */
  const knownSizes = new Map<string, { epoch: number; size: number }>();

  const folderOf = (id: string): string =>
    // In UTF-16, because UTF-8 gives ids with different lone surrogates the same bytes.
    join(dir, createHash("sha256").update(Buffer.from(id, "utf16le")).digest("hex"));

  function enqueue<Result>(id: string, task: () => Promise<Result>): Promise<Result> {
    const result = (lastTasks.get(id) ?? Promise.resolve()).then(task, task);
    lastTasks.set(id, result);
    const forget = (): void => {
      if (lastTasks.get(id) === result) lastTasks.delete(id);
    };
    void result.then(forget, forget);
    return result;
  }

  async function readDocument(id: string): Promise<StoredDocument | undefined> {
    const folder = folderOf(id);
    let damaged: StoredDocument | undefined;
    for (const epoch of await epochsOf(folder)) {
      const content = await whenFound(openedFile(fileOf(folder, epoch), (file) => file.readFile()));
      // The file was replaced by one of a newer epoch in the meantime.
      if (content === undefined) return readDocument(id);
      const found = parseDocumentFile(content);
      if (found?.id === id) return { epoch, snapshot: found.snapshot, journal: found.journal };
      damaged ??= { epoch, snapshot: content.toString("latin1"), journal: [] };
    }
    return damaged;
  }

  /** Writes the id of a document, if it is not there yet. */
  async function writeId(id: string, folder: string): Promise<void> {
    const write = async (file: FileHandle): Promise<void> => {
      await writeAll(file, Buffer.from(escapeText(id)), 0);
      if (fsync) await file.datasync();
    };
    await openedFile(join(folder, ID_NAME), write, "wx");
  }

  /** Returns the id of the document in a folder, or `undefined` if there is none. */
  async function idOf(folder: string): Promise<string | undefined> {
    const epochs = await epochsOf(folder);
    // A copy of a folder under another name is not found by its id.
    const isIn = (id: string | undefined): boolean => id !== undefined && folderOf(id) === folder;
    const stored = await whenFound(readFile(join(folder, ID_NAME), "utf8"));
    const id = stored === undefined ? undefined : parseText(stored);
    if (epochs.length > 0 && isIn(id)) return id;
    for (const epoch of epochs) {
      const header = await headerOf(folder, epoch);
      if (isIn(header?.id)) return header?.id;
    }
    return undefined;
  }

  /** Returns the id and the version of the document in a folder, or `undefined` if there is none. */
  async function versionOf(folder: string, knownId: string | undefined) {
    const epochs = await epochsOf(folder);
    const id = epochs.length > 0 ? (knownId ?? (await idOf(folder))) : undefined;
    const stats = await Promise.all(epochs.map((epoch) => whenFound(stat(fileOf(folder, epoch)))));
    const isSettled = stats.every(
      (file) => Date.now() - (file?.mtimeMs ?? Infinity) > CLOCK_STEP_MS,
    );
    const files = stats.map((file, at) => [epochs[at], file?.ino, file?.size, file?.mtimeMs]);
    return id === undefined ? [] : [[id, isSettled ? files.join() : undefined] as const];
  }

  async function writeSnapshot(id: string, epoch: number, snapshot: string): Promise<void> {
    const folder = folderOf(id);
    const content = toFileContent({ id, epoch }, snapshot);
    for (let attempt = 1; ; attempt++) {
      if (await hasNewerEpoch(folder, epoch)) throw new SupersededError(id);
      try {
        await replaceFile(folder, epoch, content);
        break;
      } catch (error) {
        if (codeOf(error) !== "ENOENT" || attempt === ATTEMPTS) throw error;
      }
    }
    if (await hasNewerEpoch(folder, epoch)) {
      await rm(fileOf(folder, epoch), { force: true });
      throw new SupersededError(id);
    }
    knownSizes.set(id, { epoch, size: content.length });
    // Without an error, because the document is complete. The next snapshot tries again.
    await writeId(id, folder).catch(() => {});
    await removeOlderFiles(folder, epoch).catch(() => {});
  }

  /** Writes a new file and gives it the name of the document's file in one step. */
  async function replaceFile(folder: string, epoch: number, content: Buffer): Promise<void> {
    const created = await mkdir(folder, { recursive: true, mode: 0o700 });
    const temporary = join(folder, `${epoch}.${randomBytes(8).toString("hex")}.tmp`);
    try {
      await openedFile(
        temporary,
        async (file) => {
          await writeAll(file, content, 0);
          if (fsync) await file.datasync();
        },
        "wx",
      );
      await rename(temporary, fileOf(folder, epoch));
    } catch (error) {
      await rm(temporary, { force: true });
      // Removes the folder if it was new and is therefore empty.
      await rmdir(folder).catch(() => {});
      throw error;
    }
    if (!fsync) return;
    await syncFolder(folder);
    if (created !== undefined) await syncFolder(dir);
  }

  async function appendRecord(id: string, epoch: number, text: string): Promise<void> {
    const folder = folderOf(id);
    const size = await whenFound(
      openedFile(
        fileOf(folder, epoch),
        async (file) => {
          const end = await endOfDocument(file, id, epoch);
          return end === undefined ? undefined : appendFrame(file, toFrame(text), end);
        },
        "r+",
      ),
    );
    // Checked after the write: a writer that took over before may not have seen the record.
    if (size === undefined || !(await isNewestEpoch(folder, epoch))) throw new SupersededError(id);
    knownSizes.set(id, { epoch, size });
  }

  /** Returns where the next record begins, after it has removed a torn one. */
  async function endOfDocument(file: FileHandle, id: string, epoch: number) {
    const { size } = await file.stat();
    const known = knownSizes.get(id);
    if (known?.epoch === epoch && known.size === size) return size;
    const found = parseDocumentFile(await file.readFile());
    if (found?.id !== id) return undefined;
    if (found.bytes < size) await file.truncate(found.bytes);
    return found.bytes;
  }

  async function appendFrame(file: FileHandle, frame: Buffer, end: number): Promise<number> {
    try {
      await writeAll(file, frame, end);
      if (fsync) await file.datasync();
    } catch (error) {
      // Removes the part of the record that was written, so that a retry does not append to it.
      await file.truncate(end);
      throw error;
    }
    return end + frame.length;
  }

  async function removeDocument(id: string): Promise<void> {
    knownSizes.delete(id);
    const folder = folderOf(id);
    const removed = `${folder}.${randomBytes(8).toString("hex")}.removed`;
    // Renamed first, so that no process ever sees a document with some of its files missing.
    await whenFound(rename(folder, removed));
    if (fsync) await whenFound(syncFolder(dir));
    // Including folders that a crash has left here.
    for (const name of await namesIn(dir))
      if (REMOVED_NAME.test(name)) await rm(join(dir, name), { recursive: true, force: true });
  }

  return {
    async list() {
      const ids: string[] = [];
      for (const name of await namesIn(dir)) {
        const id = FOLDER_NAME.test(name) ? await idOf(join(dir, name)) : undefined;
        if (id !== undefined) ids.push(id);
      }
      return ids;
    },
    async versions(knownIds) {
      const ids = new Map(knownIds.map((id) => [folderOf(id), id]));
      const folders = (await namesIn(dir)).filter((name) => FOLDER_NAME.test(name));
      // At the same time, because these are thousands of small questions to the file system.
      const found = await Promise.all(
        folders.map((name) => versionOf(join(dir, name), ids.get(join(dir, name)))),
      );
      return new Map(found.flat());
    },
    read: readDocument,
    write: (write) => enqueue(write.id, () => reportingFull(write, () => perform(write))),
    remove: (id) => enqueue(id, () => removeDocument(id)),
  };

  function perform(write: StorageWrite): Promise<void> {
    return "append" in write
      ? appendRecord(write.id, write.epoch, write.append)
      : writeSnapshot(write.id, write.epoch, write.snapshot);
  }
}

const fileOf = (folder: string, epoch: number): string => join(folder, `${epoch}.log`);

/** Returns the epochs of the files in a folder, the newest first. */
async function epochsOf(folder: string): Promise<number[]> {
  const names = await namesIn(folder);
  const epochs = names.flatMap((name) => FILE_NAME.exec(name)?.[1] ?? []).map(Number);
  return epochs.sort((left, right) => right - left);
}

/** Returns whether the file of an epoch exists, and no file of a newer epoch. */
async function isNewestEpoch(folder: string, epoch: number): Promise<boolean> {
  return (await epochsOf(folder)).includes(epoch) && !(await hasNewerEpoch(folder, epoch));
}

async function hasNewerEpoch(folder: string, epoch: number): Promise<boolean> {
  for (const other of await epochsOf(folder))
    if (other > epoch && (await headerOf(folder, other)) !== undefined) return true;
  return false;
}

const headerOf = (folder: string, epoch: number) =>
  whenFound(openedFile(fileOf(folder, epoch), readHeader));

/** Removes the files of older epochs, and unfinished ones that a crash has left. */
async function removeOlderFiles(folder: string, epoch: number): Promise<void> {
  for (const name of await namesIn(folder)) {
    const other = (FILE_NAME.exec(name) ?? TEMPORARY_NAME.exec(name))?.[1];
    if (other !== undefined && Number(other) < epoch) await rm(join(folder, name), { force: true });
  }
}

async function openedFile<Result>(
  path: string,
  use: (file: FileHandle) => Promise<Result>,
  flags = "r",
): Promise<Result> {
  const file = await open(path, flags, 0o600);
  try {
    return await use(file);
  } finally {
    await file.close();
  }
}

async function writeAll(file: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let written = 0; written < bytes.length; )
    written += (await file.write(bytes, written, bytes.length - written, position + written))
      .bytesWritten;
}

/** Makes new names in a folder survive a power failure. Windows has no such operation. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform !== "win32") await openedFile(folder, (file) => file.sync());
}

async function reportingFull<Result>(
  { id }: StorageWrite,
  perform: () => Promise<Result>,
): Promise<Result> {
  try {
    return await perform();
  } catch (error) {
    throw FULL_CODES.has(codeOf(error)) ? new StorageFullError(id, { cause: error }) : error;
  }
}
