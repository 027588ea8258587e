import { constants } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import type { AcpStore } from "@acp-store/core";
import { RequestError } from "@agentclientprotocol/sdk";
import type { FileSystemHandlers } from "../options.js";
import { limitConcurrency } from "../promises.js";
import type { ContainedPath } from "./containedPath.js";
import { isNotFoundError } from "./fileError.js";
import { createFileWriteReporter, MAX_COUNTED_SIZE } from "./fileWriteReporter.js";
import { openFile } from "./openContained.js";
import { replaceText } from "./replaceFile.js";
import { createPathError, resolveSessionPath, toRequestError } from "./sessionPaths.js";

const LINE_BREAK = 0x0a;
/** The maximum size of the text that one request reads, in bytes. */
const MAX_TEXT_BYTES = 33_554_432;
/** The number of files to read at once, because their texts are in memory. Further requests wait. */
const MAX_READS = 16;
/** The number of times to try to write a file that other programs change meanwhile. */
const MAX_ATTEMPTS = 5;
/** The number of bytes to read at a time. */
const CHUNK_BYTES = 262_144;

/**
 * Returns file handlers for the `fs` option of `connectAgent`, which read and write UTF-8 text on
 * this machine. The agent can only reach regular files inside of the session's directories, after
 * symbolic links are resolved, even if they are replaced meanwhile. Missing parent folders of a new
 * file are created. A file is replaced as a whole, so that no reader sees half of it, and keeps its
 * permissions, and the store lists it as changed. One request reads up to 32 MiB of text. The agent can read larger files in
 * parts, with `line` and `limit`.
 * {@link https://agentclientprotocol.com/protocol/v1/file-system}
 *
 * The handlers reject with a `RequestError`, which is sent to the agent, if the session is unknown
 * or closed, if the path is outside of its directories or is not a regular file, and if the file to
 * read does not exist or is too large.
 *
 * @example
 * ```ts
 * import { connectAgent } from "@acp-store/client";
 * import { nodeFileSystem, spawnAgent } from "@acp-store/client/node";
 * import { createAcpStore } from "@acp-store/core";
 *
 * const store = createAcpStore();
 * const agent = await connectAgent(store, spawnAgent("my-agent"), { fs: nodeFileSystem(store) });
 * ```
 */
export function nodeFileSystem(
  store: Pick<AcpStore, "getState" | "reportFileWrite">,
): Required<FileSystemHandlers> {
  const reporter = createFileWriteReporter(store);
  const runRead = limitConcurrency(MAX_READS);
  // Two writes at once would take each other for a change of another program.
  const runWrite = limitConcurrency(1);
  return {
    readTextFile: ({ sessionId, path, line, limit }) =>
      runRead(async () => {
        const handle = await openForReading(await resolveSessionPath(store, sessionId, path));
        try {
          return { content: await readLines(handle, path, line ?? 1, limit ?? Infinity) };
        } finally {
          await handle.close();
        }
      }),
    writeTextFile: ({ sessionId, path, content }) =>
      runWrite(async () => {
        for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
          const resolved = await resolveSessionPath(store, sessionId, path);
          const before = await readForCount(resolved);
          if (!(await replaceText(resolved, content).catch(throwRequestError))) continue;
          return reporter.report(sessionId, path, { before, after: content });
        }
        throw createPathError(path, "was changed by another program at each attempt to write it");
      }),
  };
}

/** Reads a text to count its lines. `null`: there is no file. `undefined`: it is too large, or cannot be read. */
async function readForCount(path: ContainedPath): Promise<string | null | undefined> {
  try {
    const handle = await openFile(path, path.real, constants.O_RDONLY);
    try {
      const { size } = await handle.stat();
      return size > MAX_COUNTED_SIZE ? undefined : await handle.readFile("utf8");
    } finally {
      await handle.close();
    }
  } catch (error) {
    return isNotFoundError(error) ? null : undefined;
  }
}

/** @throws RequestError if the file does not exist, is not a regular file or is outside of the folders. */
async function openForReading(path: ContainedPath): Promise<FileHandle> {
  return openFile(path, path.real, constants.O_RDONLY).catch((error: unknown) => {
    if (isNotFoundError(error)) throw RequestError.resourceNotFound(path.requested);
    return throwRequestError(error);
  });
}

function throwRequestError(error: unknown): never {
  throw toRequestError(error);
}

/**
 * Resolves with up to `limit` lines, starting with line number `firstLine`, which counts from 1.
 * Reads the file only up to the last of these lines.
 *
 * @throws RequestError if the lines are too large.
 */
async function readLines(
  handle: FileHandle,
  path: string,
  firstLine: number,
  limit: number,
): Promise<string> {
  const { size } = await handle.stat();
  if (firstLine <= 1 && limit === Infinity && size > MAX_TEXT_BYTES)
    throw createTooLargeError(path, `has ${size} bytes`);
  let linesToSkip = firstLine - 1;
  let linesLeft = limit;
  let textBytes = 0;
  const parts: Buffer[] = [];
  while (linesLeft > 0) {
    const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
    const { bytesRead } = await handle.read(chunk);
    if (bytesRead === 0) break;
    const bytes = chunk.subarray(0, bytesRead);
    const [start, skipped] = findLineStart(bytes, 0, linesToSkip);
    linesToSkip -= skipped;
    if (linesToSkip > 0) continue;
    const [end, taken] =
      linesLeft === Infinity ? [bytesRead, 0] : findLineStart(bytes, start, linesLeft);
    linesLeft -= taken;
    // The last line is returned without its line break.
    const part = bytes.subarray(start, linesLeft === 0 ? end - 1 : end);
    parts.push(part);
    textBytes += part.length;
    if (textBytes > MAX_TEXT_BYTES)
      throw createTooLargeError(path, "has too many bytes in these lines");
  }
  return Buffer.concat(parts).toString("utf8");
}

/** Skips up to `count` line breaks. Returns the position behind them, and their number. */
function findLineStart(
  bytes: Buffer,
  start: number,
  count: number,
): [position: number, found: number] {
  let position = start;
  for (let found = 0; found < count; found++) {
    const end = bytes.indexOf(LINE_BREAK, position);
    if (end === -1) return [bytes.length, found];
    position = end + 1;
  }
  return [position, Math.max(count, 0)];
}

function createTooLargeError(path: string, problem: string): Error {
  return createPathError(
    path,
    `${problem}, more than the limit of ${MAX_TEXT_BYTES}. Read it in parts, with line and limit`,
  );
}
