import type { SearchHit } from "../client/searchMessages.js";

/** The number of characters to show before and behind the start of the first found word. */
const CHARS_BEFORE = 60;
const CHARS_BEHIND = 180;

/** The place at which words were found in a text. */
export interface FoundText extends Pick<SearchHit, "ranges" | "snippet"> {
  /** The position of the first found word. */
  readonly index: number;
}

/** The search for the words of a query. */
export interface TextSearch {
  /** The different words. */
  readonly words: readonly string[];
  /** Finds all words in a text, in upper or lower case. Returns `undefined` if one of them is missing. */
  readonly find: (text: string) => FoundText | undefined;
}

/** Returns the search for the words of a query, or `undefined` if there are no words. */
export function createTextSearch(query: string): TextSearch | undefined {
  const words = [...new Set(query.match(/\S+/g))];
  if (words.length === 0) return undefined;
  const escaped = words.map(escapePattern);
  const patterns = escaped.map((word) => new RegExp(word, "iu"));
  // A longer word is marked as a whole, even if a shorter one is its beginning.
  const any = new RegExp(escaped.toSorted((a, b) => b.length - a.length).join("|"), "giu");
  const find = (text: string): FoundText | undefined => {
    if (!patterns.every((pattern) => pattern.test(text))) return undefined;
    const index = text.search(any);
    const snippet = cutSnippet(text, index);
    const ranges = Array.from(snippet.matchAll(any), (match): readonly [number, number] => [
      match.index,
      match.index + match[0].length,
    ]);
    return { index, snippet, ranges };
  };
  return { words, find };
}

function escapePattern(word: string): string {
  return word.replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`);
}

/** Returns the text around a position in one line. */
function cutSnippet(text: string, index: number): string {
  const start = Math.max(0, index - CHARS_BEFORE);
  const part = text.slice(start, index + CHARS_BEHIND);
  // The cut may be in the middle of a character.
  const whole = part.replace(/^[\uDC00-\uDFFF]/, "").replace(/[\uD800-\uDBFF]$/, "");
  const line = whole.replaceAll(/\s+/g, " ").trim();
  return `${start > 0 ? "…" : ""}${line}${start + part.length < text.trimEnd().length ? "…" : ""}`;
}
