import { splitLines } from "../diff/splitLines.js";
import type { JsonObject } from "../json.js";
import { gitPath, NO_NEWLINE } from "./gitPatch.js";

/** Returns whether tool content is a version 1 diff. */
export function isDiffWithText(item: JsonObject): boolean {
  return (
    item["type"] === "diff" &&
    typeof item["path"] === "string" &&
    typeof item["newText"] === "string"
  );
}

/**
 * Converts a version 1 diff into a version 2 diff: the change of the file, and a patch. The patch
 * contains every line, changed or not, so that both texts can be restored from it.
 */
export function patchOfDiff({ path, oldText, newText, ...rest }: JsonObject): JsonObject {
  const before = typeof oldText === "string" ? oldText : undefined;
  const operation = before === undefined ? "add" : "modify";
  const text = patchText(path as string, before, newText as string);
  return {
    ...rest,
    changes: [{ operation, path, fileType: "text" }],
    patch: { format: "git_patch", text },
  };
}

function patchText(path: string, before: string | undefined, after: string): string {
  const name = gitPath(path);
  const head = `diff --git ${name} ${name}\n${before === undefined ? "new file mode 100644\n" : ""}`;
  const hunk = hunkOf(splitLines(before ?? ""), splitLines(after));
  if (hunk === undefined) return head;
  return `${head}--- ${before === undefined ? "/dev/null" : name}\n+++ ${name}\n${hunk}`;
}

/** Returns one hunk with all lines. Common lines at the start and at the end are context. */
function hunkOf(before: readonly string[], after: readonly string[]): string | undefined {
  if (before.length === 0 && after.length === 0) return undefined;
  const start = commonLength(before, after, (lines, index) => lines[index]);
  const rest = commonLength(before.slice(start), after.slice(start), (lines, index) =>
    lines.at(-1 - index),
  );
  return [
    `@@ -${range(before)} +${range(after)} @@\n`,
    ...before.slice(0, start).map((line) => patchLine(" ", line)),
    ...before.slice(start, before.length - rest).map((line) => patchLine("-", line)),
    ...after.slice(start, after.length - rest).map((line) => patchLine("+", line)),
    ...after.slice(after.length - rest).map((line) => patchLine(" ", line)),
  ].join("");
}

function commonLength(
  before: readonly string[],
  after: readonly string[],
  lineAt: (lines: readonly string[], index: number) => string | undefined,
): number {
  const limit = Math.min(before.length, after.length);
  let length = 0;
  while (length < limit && lineAt(before, length) === lineAt(after, length)) length++;
  return length;
}

function range(lines: readonly string[]): string {
  return `${lines.length === 0 ? 0 : 1},${lines.length}`;
}

function patchLine(sign: string, line: string): string {
  return line.endsWith("\n") ? sign + line : `${sign}${line}\n${NO_NEWLINE}\n`;
}
