import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { FileEdit, ToolCallContentItem, Turn } from "@acp-store/testing";
import { askToUse } from "../permission.js";

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
  const call = await turn.call({
    title: edit.title,
    kind: "edit",
    status: "pending",
    content: [diff],
    locations: [{ path, line: findChangedLine(oldText ?? "", diff.newText) }],
  });
  const fail = (text: string): Promise<void> => {
    const refusal: ToolCallContentItem = { type: "text", text };
    return call.fail({ content: [diff, refusal] });
  };
  if (!(await askToUse(turn, call, "edit", "edits"))) {
    await fail("Not applied: the user rejected this edit.");
    return false;
  }
  await call.update({ status: "in_progress" });
  await turn.pause(300);
  const failure = await applyEdit(diff);
  await (failure === undefined ? call.complete() : fail(failure));
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
