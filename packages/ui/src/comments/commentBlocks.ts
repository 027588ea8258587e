import type { ContentBlock } from "@acp-store/core";
import { relativePath } from "../format/paths.js";
import type { LineComment } from "./lineComment.js";

/**
 * Returns the content blocks that tell an agent about comments: a text block each, with the path, the lines, the
 * code and the text of the user. They are in English, like the rest of a protocol, and not in the language of the panel.
 *
 * @param cwd - The working directory of the agent. Paths inside it are relative to it.
 *
 * @example
 * ```ts
 * const comment = {
 *   id: "0",
 *   path: "/home/me/project/src/a.ts",
 *   lines: { first: 12, last: 12 },
 *   code: "const total = 0;",
 *   text: "Use a bigint.",
 * };
 * const blocks = commentBlocks([comment], "/home/me/project");
 * ```
 */
export function commentBlocks(
  comments: readonly LineComment[],
  cwd: string | undefined,
): readonly ContentBlock[] {
  return comments.map((comment) => ({ type: "text", text: formatComment(comment, cwd) }));
}

function formatComment(comment: LineComment, cwd: string | undefined): string {
  const { path, code, isDiff, text } = comment;
  const place = [relativePath(path, cwd), describeLines(comment)].filter(Boolean).join(", ");
  const fence = createFence(code);
  const language = isDiff === true ? "diff" : (/\.([\w-]+)$/.exec(path)?.[1] ?? "");
  return `${place}:\n${fence}${language}\n${code}\n${fence}\n${text}`;
}

function describeLines({ lines }: LineComment): string {
  if (lines === undefined) return "";
  const { first, last, isOld } = lines;
  const numbers = first === last ? `line ${first}` : `lines ${first} to ${last}`;
  return isOld === true ? `${numbers} before the change` : numbers;
}

/** Returns a fence that is longer than each run of backticks in the code. */
function createFence(code: string): string {
  const longest = Math.max(0, ...(code.match(/`+/g) ?? []).map(({ length }) => length));
  return "`".repeat(Math.max(3, longest + 1));
}
