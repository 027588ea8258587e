import { createReadStream } from "node:fs";
import { createInterface } from "node:readline";
import { finished } from "node:stream/promises";
import type { Version } from "../wire/update.js";
import { reactToLine } from "./agentScript.js";

// An agent in its own process. It sends the lines of a file.
// Usage: node processAgent.js FILE VERSION

const [file = "", version = "1"] = process.argv.slice(2);
/** The size of the chunks in bytes, which is the size of a pipe. */
const CHUNK_BYTES = 65_536;

for await (const line of createInterface({ input: process.stdin })) {
  const reaction = reactToLine(line, Number(version) as Version);
  if (reaction === undefined) continue;
  if (reaction.streams) {
    const lines = createReadStream(file, { highWaterMark: CHUNK_BYTES });
    lines.pipe(process.stdout, { end: false });
    await finished(lines);
  }
  process.stdout.write(reaction.reply);
}
