import { buffer } from "node:stream/consumers";
import { type Entry, getFileNameLowLevel, openPromise, type ZipFile } from "yauzl";
import { type ArchiveEntry, unsafe } from "./archiveRules.js";
import type { ArchiveWriter } from "./archiveWriter.js";

/** The systems in a zip file whose entries have a Unix mode: Unix and macOS. */
const UNIX_SYSTEMS: ReadonlySet<number> = new Set([3, 19]);
/** The bits of a Unix mode that tell the type of a file. */
const TYPE_BITS = 0o170000;
const ZIP_TYPES: Readonly<Record<number, ArchiveEntry["type"]>> = {
  0: "file",
  0o100000: "file",
  0o040000: "folder",
  0o120000: "link",
};
/** The maximum length of the target of a link, in bytes. */
const MAX_TARGET = 4096;

/** Unpacks a zip file. Rejects with any error of the writer, the file or the signal. */
export async function unpackZip(
  file: string,
  writer: ArchiveWriter,
  signal?: AbortSignal,
): Promise<void> {
  // The library would report hostile names like damage.
  const zip = await openPromise(file, { decodeStrings: false });
  for await (const entry of zip.eachEntry()) {
    signal?.throwIfAborted();
    const read = await readZipEntry(zip, entry);
    await writer.add(read, () => zip.openReadStreamPromise(entry), signal);
  }
}

async function readZipEntry(zip: ZipFile, entry: Entry): Promise<ArchiveEntry> {
  const { generalPurposeBitFlag, fileNameRaw, extraFields, uncompressedSize: size } = entry;
  const path = getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false);
  const mode = modeOf(entry);
  const bits = mode & TYPE_BITS;
  const type = path.endsWith("/") ? "folder" : (ZIP_TYPES[bits] ?? `type ${bits.toString(8)}`);
  if (type !== "link") return { path, type, size, mode };
  if (size > MAX_TARGET) throw unsafe(`the target of the link "${path}" is too long`);
  const target = String(await buffer(await zip.openReadStreamPromise(entry)));
  return { path, type, size, mode, target };
}

/** Returns the Unix mode of an entry, with useful values for those of other systems. */
function modeOf({ versionMadeBy, externalFileAttributes }: Entry): number {
  const mode = UNIX_SYSTEMS.has(versionMadeBy >> 8) ? externalFileAttributes >>> 16 : 0;
  return mode === 0 ? 0o644 : mode;
}
