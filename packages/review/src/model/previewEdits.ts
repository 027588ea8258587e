import type { ReportedEdit } from "@acp-store/core";

/**
 * A difference between what an agent shows and the file on disk.
 * - `file-exists`: the agent shows a new file, and there is one with another text
 * - `no-file`: there is no file to change
 * - `text-missing`: the file does not contain the old text that the agent shows
 * - `text-repeated`: the file contains the old text several times
 */
export type EditMismatch = "file-exists" | "no-file" | "text-missing" | "text-repeated";

/** The file after an edit that an agent proposes. */
export interface PreviewedText {
  /** The text after the edits. `null`: there is no file then. Absent if it is not known. */
  readonly after?: string | null;
  readonly mismatch?: EditMismatch;
}

/** Applies the edits of one file that an agent proposes to the text on disk. `null` stands for no file. */
export function previewEdits(
  before: string | null,
  edits: readonly Pick<ReportedEdit, "newText" | "oldText" | "operation">[],
): PreviewedText {
  let after = before;
  let mismatch: EditMismatch | undefined;
  for (const edit of edits) {
    const next = previewEdit(after, edit);
    mismatch ??= next.mismatch;
    if (next.after === undefined) return { ...(mismatch && { mismatch }) };
    ({ after } = next);
  }
  return { after, ...(mismatch && { mismatch }) };
}

function previewEdit(
  before: string | null,
  { newText, oldText, operation }: Pick<ReportedEdit, "newText" | "oldText" | "operation">,
): PreviewedText {
  if (operation === "delete") return before === null ? { mismatch: "no-file" } : { after: null };
  if (newText === undefined) return {};
  if (oldText === undefined || oldText === "") {
    const exists = before !== null && before !== "" && before !== newText;
    return { after: newText, ...(exists && { mismatch: "file-exists" }) };
  }
  if (before === null) return { mismatch: "no-file" };
  return replaceOnce(before, oldText, newText);
}

function replaceOnce(before: string, oldText: string, newText: string): PreviewedText {
  // Agents also send excerpts of a file with CRLF with the line breaks that they use themselves.
  for (const convert of [(text: string) => text, toCrlf]) {
    const old = convert(oldText);
    const at = before.indexOf(old);
    if (at < 0) continue;
    if (before.includes(old, at + 1)) return { mismatch: "text-repeated" };
    return { after: before.slice(0, at) + convert(newText) + before.slice(at + old.length) };
  }
  return { mismatch: "text-missing" };
}

function toCrlf(text: string): string {
  return text.replaceAll(/\r?\n/g, "\r\n");
}
