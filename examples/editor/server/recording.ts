import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createInterface } from "node:readline";
import { isJsonObject } from "./json.js";
import { UsageError } from "./options.js";

/**
 * Checks that `file` is a recording.
 *
 * @throws {UsageError} unless the file contains one JSON object per line, and at least one.
 */
export async function checkRecording(file: string): Promise<void> {
  const stats = await stat(file).catch(() => undefined);
  if (!stats) throw new UsageError(`--replay "${file}" does not exist. Check the path.`);
  if (!stats.isFile())
    throw new UsageError(`--replay "${file}" is not a file. Give the path of a .jsonl file.`);
  let lineNumber = 0;
  let frameCount = 0;
  for await (const line of createInterface({ input: createReadStream(file) })) {
    lineNumber += 1;
    if (line.trim() === "") continue;
    if (!isJsonObject(line)) throw new UsageError(describeBadLine(file, lineNumber, line));
    frameCount += 1;
  }
  if (frameCount === 0)
    throw new UsageError(`--replay "${file}" is empty. Record some traffic first.`);
}

function describeBadLine(file: string, lineNumber: number, line: string): string {
  const start = line.length > 60 ? `${line.slice(0, 60)}…` : line;
  return (
    `--replay "${file}" is not a recording: line ${lineNumber} is not a JSON object (${start}). ` +
    `Each line must be one frame: {"t":12,"dir":"recv","msg":{…}}.`
  );
}
