import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { CallFields, FileEdit } from "../event.js";
import { askPermission } from "../permission.js";
import type { Turn } from "../turn.js";
import { announceToolCall, createTextContent } from "./toolCall.js";

export interface PlannedEdit {
  readonly file: string;
  readonly title: string;
  /** Returns the new text. Receives an empty string if the file does not exist. */
  readonly change: (text: string) => string;
}

/** Edits a file of the project as a tool call. Resolves to whether the edit was applied. */
export async function editFileTool(turn: Turn, edit: PlannedEdit): Promise<boolean> {
  const path = join(turn.session.cwd, edit.file);
  const oldText = await readIfExists(path);
  const diff: FileEdit = { type: "diff", path, oldText, newText: edit.change(oldText ?? "") };
  const content = [diff];
  const fields: CallFields = {
    title: edit.title,
    kind: "edit",
    status: "pending",
    content,
    locations: [{ path, line: findChangedLine(oldText ?? "", diff.newText) }],
  };
  const call = await announceToolCall(turn, fields);
  if (!(await askPermission(turn, "edit", "edits", call.toolCallId, fields))) {
    const refusal = createTextContent("Not applied: the user rejected this edit.");
    await call.end("failed", { content: [...content, refusal] });
    return false;
  }
  await call.update({ status: "in_progress" });
  await turn.pause(300);
  const failure = await applyEdit(diff);
  if (failure) await call.end("failed", { content: [...content, createTextContent(failure)] });
  else await call.end("completed");
  return failure === undefined;
}

/**
 * Writes the file. Returns an error message on failure, for example if the file changed while the
 * user decided.
 */
async function applyEdit({ path, oldText, newText }: FileEdit): Promise<string | undefined> {
  try {
    if ((await readIfExists(path)) !== oldText) return "Not applied: the file has changed.";
    await writeFile(path, newText);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const readIfExists = (path: string): Promise<string | null> =>
  readFile(path, "utf8").catch(() => null);

function findChangedLine(oldText: string, newText: string): number {
  const newLines = newText.split("\n");
  const index = oldText.split("\n").findIndex((line, at) => line !== newLines[at]);
  return index === -1 ? newLines.length : index + 1;
}
