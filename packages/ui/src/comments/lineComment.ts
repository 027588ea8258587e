/** The numbers of the commented lines, counted from 1. */
export interface CommentedLines {
  /** The first line. */
  readonly first: number;
  /** The last line. */
  readonly last: number;
  /** Whether the lines are those before the change, which removed them. Default: `false`. */
  readonly isOld?: boolean;
}

/** A comment of the user on lines of a file, which is sent with the next prompt. */
export interface LineComment {
  /** Identifies the comment among those of its session. */
  readonly id: string;
  /** The path of the file, as the agent or the review reports it. */
  readonly path: string;
  /** The commented lines. Absent if their numbers are unknown. */
  readonly lines?: CommentedLines;
  /** The code of the lines. */
  readonly code: string;
  /** Whether each line of the code begins with the sign of a diff. Default: `false`. */
  readonly isDiff?: boolean;
  /** The text of the user. */
  readonly text: string;
}

/** Returns the draft that contains the comments. It is empty without comments. */
export function formatComments(comments: readonly LineComment[]): string {
  return comments.length === 0 ? "" : JSON.stringify(comments);
}

/** Reads the comments of a draft. Skips all other values. */
export function parseComments(draft: string): readonly LineComment[] {
  if (draft === "") return [];
  try {
    const values: unknown = JSON.parse(draft);
    return Array.isArray(values) ? values.flatMap(toComment) : [];
  } catch {
    return [];
  }
}

function toComment(value: unknown): readonly LineComment[] {
  if (typeof value !== "object" || value === null) return [];
  const { id, path, code, text, lines, isDiff }: Partial<Record<keyof LineComment, unknown>> =
    value;
  if (typeof id !== "string" || typeof path !== "string") return [];
  if (typeof code !== "string" || typeof text !== "string") return [];
  const known = toCommentedLines(lines);
  return [
    {
      ...{ id, path, code, text },
      ...(known !== undefined && { lines: known }),
      ...(isDiff === true && { isDiff }),
    },
  ];
}

function toCommentedLines(value: unknown): CommentedLines | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { first, last, isOld }: Partial<Record<keyof CommentedLines, unknown>> = value;
  if (typeof first !== "number" || typeof last !== "number") return undefined;
  return { first, last, ...(isOld === true && { isOld }) };
}
