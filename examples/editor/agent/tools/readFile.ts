import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Turn } from "../turn.js";
import { announceToolCall, createTextContent } from "./toolCall.js";

/** Reads a file of the project as a tool call. Resolves to `undefined` if reading fails. */
export async function readFileTool(
  turn: Turn,
  file: string,
  duration: number,
): Promise<string | undefined> {
  const path = join(turn.session.cwd, file);
  const call = await announceToolCall(turn, {
    title: `Read ${file}`,
    kind: "read",
    status: "pending",
    locations: [{ path, line: 1 }],
    rawInput: { path },
  });
  await turn.pause(100);
  await call.update({ status: "in_progress" });
  await turn.pause(duration);
  try {
    const text = await (turn.client.readFile?.(path) ?? readFile(path, "utf8"));
    await call.end("completed", { content: [createTextContent(text)] });
    return text;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    await call.end("failed", {
      content: [createTextContent(message)],
      rawOutput: { error: message },
    });
    return undefined;
  }
}
