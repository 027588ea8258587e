import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { createInterface } from "node:readline";
import { isJsonObject } from "./json.js";
import { UsageError } from "./usageError.js";

/** @throws {UsageError} unless `file` holds one JSON object per line, and at least one. */
export async function checkRecording(file: string): Promise<void> {
  const stats = await stat(file).catch(() => undefined);
  if (!stats) throw new UsageError(`--replay "${file}" does not exist: check the path.`);
  if (!stats.isFile()) throw new UsageError(`--replay "${file}" is a folder: name a .jsonl file.`);
  let number = 0;
  let frames = 0;
  for await (const line of createInterface({ input: createReadStream(file) })) {
    number += 1;
    if (line.trim() === "") continue;
    if (!isJsonObject(line)) throw new UsageError(notARecording(file, number, line));
    frames += 1;
  }
  if (frames === 0) throw new UsageError(`--replay "${file}" is empty: record some traffic first.`);
}

function notARecording(file: string, number: number, line: string): string {
  const start = line.length > 60 ? `${line.slice(0, 60)}…` : line;
  return (
    `--replay "${file}" is no recording: line ${number} is not a JSON object (${start}). ` +
    `Each line must be one frame: {"t":12,"dir":"recv","msg":{…}}.`
  );
}
