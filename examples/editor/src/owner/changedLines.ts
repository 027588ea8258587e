import type { FileChange } from "@acp-store/core";

/** The number of lines that a change adds and removes. A phone gets it instead of the lines. */
export interface ChangedLines {
  readonly added: number;
  readonly removed: number;
}

/** The key of the number of lines in the `_meta` of a changed file. */
const CHANGED_LINES = "editor/lines";

/** Creates the description of a changed file that a phone gets. */
export function describeChange(
  { operation, path }: Pick<FileChange, "operation" | "path">,
  lines: ChangedLines,
): FileChange {
  return { operation, ...(path !== undefined && { path }), _meta: { [CHANGED_LINES]: lines } };
}
