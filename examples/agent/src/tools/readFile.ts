import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Turn } from "@acp-store/testing";

/** Reads a file of the project as a tool call. Resolves to `undefined` if reading fails. */
export async function readFileTool(
  turn: Turn,
  file: string,
  duration: number,
): Promise<string | undefined> {
  const path = join(turn.session.cwd, file);
  const call = await turn.call({
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
    const text = await readProjectFile(turn, path);
    await call.complete({ content: [{ type: "text", text }] });
    return text;
  } catch (error) {
    await call.fail(error instanceof Error ? error.message : String(error));
    return undefined;
  }
}

/** Reads a file through the client if it offers that, because it knows unsaved changes. */
async function readProjectFile(turn: Turn, path: string): Promise<string> {
  const { fs } = turn.clientCapabilities as { fs?: { readTextFile?: boolean } };
  if (!fs?.readTextFile) return readFile(path, "utf8");
  const { content } = (await turn.request("fs/read_text_file", { path })) as { content: string };
  return content;
}
