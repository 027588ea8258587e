import { isObject } from "../json.js";
import type { ChangesDiffItem, TextDiffItem, ToolCallContent } from "./content.js";

/**
 * Returns whether content of a tool call is a diff with the text of one file before and after.
 *
 * @example
 * ```ts
 * const [diff] = call.content.filter(isTextDiff);
 * if (diff) console.log(diff.path, diff.newText);
 * ```
 */
export function isTextDiff(item: ToolCallContent): item is TextDiffItem {
  return item.type === "diff" && typeof item.newText === "string" && !isChangesDiff(item);
}

/**
 * Returns whether content of a tool call is a diff with a list of changed files.
 *
 * @example
 * ```ts
 * const changes = call.content.filter(isChangesDiff).flatMap((item) => item.changes);
 * ```
 */
export function isChangesDiff(item: ToolCallContent): item is ChangesDiffItem {
  if (item.type !== "diff") return false;
  // A text diff keeps its unknown fields, and one of them may be called `changes`.
  const changes: unknown = item.changes;
  return (
    Array.isArray(changes) &&
    changes.every((change) => isObject(change) && typeof change["operation"] === "string")
  );
}
