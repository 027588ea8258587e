import type { FileHandle } from "node:fs/promises";
import { escapeText, parseText } from "./escapeText.js";

// A file holds frames: the header, the snapshot, and the records of the journal. A frame is its
// length in bytes, a line feed, the text, and a line feed. A file without the end of its last frame
// was torn by a crash, and that frame does not count. Anything else behind the last complete frame is
// damage, and counts as one record, which no reader accepts.

const LINE_FEED = 10;
const FORMAT = "acp-store/1";
/** The bytes that are read first to find a header, which is longer only if the id is very long. */
const START_BYTES = 4096;
/** The most bytes that the length of a frame takes. */
const LENGTH_BYTES = 16;

/** The first frame of a file. */
interface FileHeader {
  readonly id: string;
  readonly epoch: number;
}

/** A document as it was read from a file. */
export interface DocumentFile extends FileHeader {
  readonly snapshot: string;
  readonly journal: readonly string[];
  /** The number of bytes up to the end of the last complete frame. */
  readonly bytes: number;
}

/** Returns the bytes of one text in a file. */
export function toFrame(text: string): Buffer {
  const bytes = Buffer.from(escapeText(text));
  return Buffer.concat([Buffer.from(`${bytes.length}\n`), bytes, Buffer.from("\n")]);
}

/** Returns the bytes of a file with a snapshot and no journal. */
export function toFileContent(header: FileHeader, snapshot: string): Buffer {
  const { id, epoch } = header;
  return Buffer.concat([toFrame(JSON.stringify({ format: FORMAT, id, epoch })), toFrame(snapshot)]);
}

/** Returns the document in a file, or `undefined` if the file is damaged or not one of this format. */
export function parseDocumentFile(content: Buffer): DocumentFile | undefined {
  const [first, ...texts] = readFrames(content);
  const header = first && parseHeader(first.text);
  const [snapshot, ...journal] = texts.map((frame) => frame.text);
  if (header === undefined || snapshot === undefined) return undefined;
  const bytes = texts.at(-1)?.end ?? 0;
  const rest = content.subarray(bytes);
  if (!isTorn(rest)) journal.push(rest.toString("latin1"));
  return { ...header, snapshot, journal, bytes };
}

/** Returns whether bytes are nothing, or the start of a frame, and zeros that were never written. */
function isTorn(bytes: Buffer): boolean {
  let length = bytes.length;
  while (bytes[length - 1] === 0) length--;
  const written = bytes.subarray(0, length);
  if (/^\d{0,15}$/.test(written.toString("latin1", 0, LENGTH_BYTES))) return true;
  const end = frameBounds(written, 0)?.end;
  return end !== undefined && end > length;
}

/**
 * Returns the header of a file. Reads only the beginning. Returns `undefined` if the file has no
 * complete snapshot.
 */
export async function readHeader(file: FileHandle): Promise<FileHeader | undefined> {
  let bytes = await readStart(file, START_BYTES);
  const header = frameBounds(bytes, 0);
  if (header === undefined) return undefined;
  if (header.end + LENGTH_BYTES > bytes.length)
    bytes = await readStart(file, header.end + LENGTH_BYTES);
  const [first] = readFrames(bytes);
  const snapshot = frameBounds(bytes, header.end);
  if (first === undefined || snapshot === undefined) return undefined;
  return (await file.stat()).size < snapshot.end ? undefined : parseHeader(first.text);
}

async function readStart(file: FileHandle, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0);
  return buffer.subarray(0, bytesRead);
}

function parseHeader(text: string): FileHeader | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isHeader(value) ? { id: value.id, epoch: value.epoch } : undefined;
  } catch {
    return undefined;
  }
}

function isHeader(value: unknown): value is FileHeader {
  return (
    typeof value === "object" &&
    value !== null &&
    "format" in value &&
    value.format === FORMAT &&
    "id" in value &&
    typeof value.id === "string" &&
    "epoch" in value &&
    typeof value.epoch === "number"
  );
}

/** Yields the complete frames from the start of a file. */
function* readFrames(content: Buffer): Generator<{ text: string; end: number }> {
  for (let start = 0; ; ) {
    const bounds = frameBounds(content, start);
    if (bounds === undefined || content[bounds.end - 1] !== LINE_FEED) return;
    const text = parseText(content.toString("utf8", bounds.textStart, bounds.end - 1));
    if (text === undefined) return;
    yield { text, end: bounds.end };
    start = bounds.end;
  }
}

/** Returns where a frame begins and ends, which may be beyond the end of the file. */
function frameBounds(content: Buffer, start: number) {
  const textStart = content.indexOf(LINE_FEED, start) + 1;
  const length = content.toString("latin1", start, textStart - 1);
  if (textStart === 0 || !/^\d{1,15}$/.test(length)) return undefined;
  return { textStart, end: textStart + Number(length) + 1 };
}
