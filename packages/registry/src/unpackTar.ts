import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { Parser, type ReadEntry } from "tar";
import { type ArchiveEntry, tooLarge } from "./archiveRules.js";
import type { ArchiveWriter } from "./archiveWriter.js";

/**
 * The size of the parts to read, in bytes. The parser decompresses each of them at once, up to a
 * thousandfold.
 */
const READ_BYTES = 8192;
const TAR_TYPES: Readonly<Record<string, ArchiveEntry["type"]>> = {
  File: "file",
  OldFile: "file",
  ContiguousFile: "file",
  Directory: "folder",
  SymbolicLink: "link",
};

/**
 * Unpacks a compressed tar file. Rejects with any error of the writer, the file or the signal, and
 * writes nothing after that. Only the parser of the library is used: its extraction continues for a
 * while after an error, and refuses links to links, which the applications of macOS have.
 */
export async function unpackTar(
  file: string,
  writer: ArchiveWriter,
  signal?: AbortSignal,
): Promise<void> {
  const stop = new AbortController();
  const anySignal = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
  let lastWrite: Promise<unknown> = Promise.resolve();
  try {
    await new Promise<void>((resolve, reject) => {
      // The parser reports the next entry when the last one has been read.
      const onReadEntry = (entry: ReadEntry): void => {
        const open = (): Readable => Readable.from(entry);
        lastWrite = lastWrite
          .then(() => writer.add(fromTarEntry(entry), open, anySignal))
          .then(() => entry.resume());
        lastWrite.catch(reject);
      };
      const parser = new Parser({ strict: true, onReadEntry });
      // The parser skips types that it does not know, and headers that are too long to keep.
      parser.on("ignoredEntry", onReadEntry);
      // The parser would keep everything behind the end of the archive in memory.
      parser.once("eof", resolve).once("end", resolve);
      // This listener stays, because an error without one would end the process.
      parser.on("error", (error: unknown) => reject(isBomb(error) ? expandsTooMuch() : error));
      const source = createReadStream(file, { signal: anySignal, highWaterMark: READ_BYTES });
      source.on("error", reject).pipe(parser);
    });
    await lastWrite;
  } finally {
    stop.abort();
    await lastWrite.catch(() => {});
  }
}

/** Returns whether the parser has stopped because the file expands more than a thousandfold. */
const isBomb = (error: unknown): boolean =>
  error instanceof Error && error.message.includes("max decompression ratio");

const expandsTooMuch = (): Error => tooLarge("it expands more than a thousandfold");

function fromTarEntry({ path, type, size, mode = 0o644, linkpath }: ReadEntry): ArchiveEntry {
  const target = linkpath === undefined ? {} : { target: linkpath };
  return { path, type: TAR_TYPES[type] ?? type, size, mode, ...target };
}
