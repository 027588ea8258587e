import { parseTrace, type ParsedTrace } from "@acp-store/devtools";
import { readFile } from "node:fs/promises";
import { UsageError } from "./options.js";

/**
 * Reads and parses a trace.
 *
 * @throws {UsageError} if the file cannot be read or contains no frames.
 */
export async function readTrace(file: string): Promise<ParsedTrace> {
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    throw new UsageError(
      `${file} cannot be read (${String(error)}). If it is the agent's command, put -- before it.`,
    );
  });
  const trace = parseTrace(text);
  if (trace.frames.length > 0) return trace;
  throw new UsageError(`${file} is not a trace. ${trace.problems[0]?.message}`);
}
