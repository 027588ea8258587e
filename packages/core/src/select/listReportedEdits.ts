import type { ToolCallContent } from "../state/content.js";
import { isChangesDiff, isTextDiff } from "../state/diffs.js";
import { readPatch } from "./countLines.js";

/** A change of one file, as a tool call reports it. */
export interface ReportedEdit {
  /** The path, as the agent sent it. After a `move` or `copy`, the new one. */
  readonly path: string;
  /** The operation. Version 1 does not report one: `add` without an old text, otherwise `modify`. */
  readonly operation: "add" | "delete" | "modify" | "move" | "copy" | (string & {});
  /** The previous path (`move` and `copy`). */
  readonly oldPath?: string;
  /**
   * The text before the change, of the file or of the changed part. Absent for a new file, and if the
   * agent does not report the text.
   */
  readonly oldText?: string;
  /** The text after the change. Absent if the agent does not report the text. */
  readonly newText?: string;
}

/**
 * Lists the changes of files that the content of a tool call reports, in order: the texts of version 1,
 * and the hunks of the patches of version 2.
 * {@link https://agentclientprotocol.com/protocol/v1/tool-calls#diffs}
 *
 * @example
 * ```ts
 * for (const { path, oldText, newText } of listReportedEdits(call.content))
 *   console.log(path, oldText?.length, newText?.length);
 * ```
 */
export function listReportedEdits(content: readonly ToolCallContent[]): readonly ReportedEdit[] {
  return content.flatMap((item): readonly ReportedEdit[] => {
    if (isTextDiff(item)) {
      const { path, newText, oldText } = item;
      const isNew = oldText === null || oldText === undefined;
      return [
        { path, newText, ...(isNew ? { operation: "add" } : { operation: "modify", oldText }) },
      ];
    }
    if (!isChangesDiff(item)) return [];
    const files = readPatch(item);
    return item.changes.flatMap(({ path, oldPath, operation }, index): readonly ReportedEdit[] => {
      if (typeof path !== "string") return [];
      const change = { path, operation, ...(typeof oldPath === "string" && { oldPath }) };
      const edits = files[index]?.edits ?? [];
      if (edits.length === 0) return [change];
      return edits.map(({ oldText, newText }) => ({
        ...change,
        newText,
        ...(typeof oldText === "string" && operation !== "add" && { oldText }),
      }));
    });
  });
}
