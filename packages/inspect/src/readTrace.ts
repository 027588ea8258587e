import { parseTrace, type ParsedTrace } from "@acp-store/devtools";
import { readFile } from "node:fs/promises";
import { UsageError } from "./usageError.js";

/** @throws {UsageError} if the file cannot be read, or holds no frame. */
export async function readTrace(file: string): Promise<ParsedTrace> {
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    throw new UsageError(
      `${file} cannot be read (${String(error)}). If it is the command of an agent, put -- before it.`,
    );
  });
  const trace = parseTrace(text);
  if (trace.frames.length > 0) return trace;
  const [first] = trace.problems;
  throw new UsageError(
    `${file} is no trace: ${first ? `line ${first.line}: ${first.message}` : "it is empty."} ` +
      'A trace has a line {"t":12,"dir":"recv","msg":{…}} for each message.',
  );
}
