/** The browser renders a part of this size without a noticeable pause. */
const MAX_PART_CHARACTERS = 5_000;

/** A part of a long text, which can be rendered without the others. */
export interface TextPart {
  /** The position in the text at which the part starts. */
  readonly start: number;
  /** Syntax that is still open at the start, such as a code fence or a color. */
  readonly opening: string;
  /** The text of the part, with the open syntax added at its start and closed at its end. */
  readonly text: string;
}

/** A text and its parts. */
export interface SplitText {
  readonly text: string;
  readonly parts: readonly TextPart[];
}

/** The syntax that is open at the end of a part. */
export interface OpenSyntax {
  /** Closes the syntax at the end of the part. */
  readonly closing: string;
  /** Opens the syntax again at the start of the next part. */
  readonly opening: string;
}

export type FindOpenSyntax = (part: string) => OpenSyntax;

export const EMPTY_SPLIT: SplitText = { text: "", parts: [] };
const NOTHING_OPEN: OpenSyntax = { closing: "", opening: "" };

/** The rule for text without syntax. */
export const findNothingOpen: FindOpenSyntax = () => NOTHING_OPEN;

/**
 * Splits a text into parts of at most 5,000 characters, if possible at empty lines. If the text
 * extends the previous one, only its last part is split again.
 */
export function splitText(
  text: string,
  findOpenSyntax: FindOpenSyntax,
  previous: SplitText = EMPTY_SPLIT,
): SplitText {
  if (text === previous.text) return previous;
  const isExtended = previous.parts.length > 0 && text.startsWith(previous.text);
  const parts = isExtended ? previous.parts.slice(0, -1) : [];
  let { start, opening } = (isExtended && previous.parts.at(-1)) || { start: 0, opening: "" };
  while (text.length - start > MAX_PART_CHARACTERS) {
    const end = findPartEnd(text, start);
    const content = opening + text.slice(start, end);
    const open = findOpenSyntax(content);
    parts.push({ start, opening, text: content + open.closing });
    start = end;
    opening = open.opening;
  }
  parts.push({ start, opening, text: opening + text.slice(start) });
  return { text, parts };
}

// oxlint-disable-next-line eslint/no-control-regex -- matches terminal escape sequences
const UNFINISHED_SEQUENCE = /\u001b(?:\[[\d;]*)?$/;

/** Returns the best position for a cut: before an empty line, a line, a word, or a character. */
function findPartEnd(text: string, start: number): number {
  const limit = start + MAX_PART_CHARACTERS;
  for (const separator of ["\n\n", "\n", " "]) {
    // The first character of the separator belongs to the part, so an empty line is not lost.
    const end = text.lastIndexOf(separator, limit - 1) + 1;
    if (end > start + MAX_PART_CHARACTERS / 2) return end;
  }
  // The two halves of a surrogate pair stay together, and so does an escape sequence.
  if (/[\uD800-\uDBFF]/.test(text.charAt(limit - 1))) return limit - 1;
  return limit - (UNFINISHED_SEQUENCE.exec(text.slice(limit - 50, limit))?.[0].length ?? 0);
}

const CODE_FENCE = /^ {0,3}(`{3,}|~{3,})([^\n]*)$/gm;

/** Returns the code fence that is open at the end of a part of Markdown. */
export function findOpenFence(part: string): OpenSyntax {
  let open: RegExpExecArray | undefined;
  for (const line of part.matchAll(CODE_FENCE)) {
    const [, fence = "", info = ""] = line;
    if (open === undefined) open = line;
    else if (fence.startsWith(open[1] ?? "") && info.trim() === "") open = undefined;
  }
  if (open === undefined) return NOTHING_OPEN;
  return { closing: `\n${open[1] ?? ""}\n`, opening: `${open[0]}\n` };
}
