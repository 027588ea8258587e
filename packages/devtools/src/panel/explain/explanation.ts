import type { Moment } from "../model/source.js";
import type { LogPosition } from "../model/tracks.js";

/** Plain text in an explanation. It is never turned into a link, regardless of its content. */
export interface TextPart {
  readonly text: string;
}

/** A link to a log entry. */
export interface EntryPart {
  /** The index of the entry. */
  readonly entry: number;
  /** The visible name of the entry, such as `frame 14`. */
  readonly label: string;
}

export type ExplanationPart = TextPart | EntryPart;

/** Sentences with links to the log entries that they mention. */
export type Explanation = readonly ExplanationPart[];

/** An explanation of a status, from the most to the least important part. */
export interface StatusExplanation {
  /** The cause of the status, in a sentence or two. */
  readonly cause: Explanation;
  readonly details: Explanation;
  /** The update that the agent should have sent. */
  readonly missing?: string;
}

/** A value in an explanation: a string is text, and a position in the log becomes a link. */
export type ExplanationValue = string | LogPosition | Explanation;

export type Explain = (
  texts: TemplateStringsArray,
  ...values: readonly ExplanationValue[]
) => Explanation;

/**
 * Returns a template tag that builds explanations. Links are labeled with the names of their entries.
 *
 * @example
 * ```ts
 * const explain = explainAt(moment);
 * explain`Started at ${track.first}, “${title}”.`;
 * // [{ text: "Started at " }, { entry: 3, label: "frame 4" }, { text: ", “Read”." }]
 * ```
 */
export function explainAt({ labelOf }: Pick<Moment, "labelOf">): Explain {
  return (texts, ...values) => {
    const parts: ExplanationPart[] = [];
    for (const [index, text] of texts.entries()) {
      appendPart(parts, { text });
      const value = values[index] ?? "";
      if (typeof value === "string") appendPart(parts, { text: value });
      else if ("index" in value)
        appendPart(parts, { entry: value.index, label: labelOf(value.index) });
      else for (const part of value) appendPart(parts, part);
    }
    return parts;
  };
}

/** Appends a part. Adjacent texts become one part, and empty texts are omitted. */
function appendPart(parts: ExplanationPart[], part: ExplanationPart): void {
  const last = parts.at(-1);
  if (!("text" in part)) parts.push(part);
  else if (last !== undefined && "text" in last)
    parts[parts.length - 1] = { text: last.text + part.text };
  else if (part.text !== "") parts.push(part);
}

/** The reason that a log cannot give for its end. */
export const UNKNOWN_END =
  "The log does not show whether the agent exited, hung, or the recording was stopped.";
