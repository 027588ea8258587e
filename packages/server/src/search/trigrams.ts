import { toUSVString } from "node:util";

/** The number of trigrams to look up. They only select candidates, so a long query needs no more. */
const MAX_TRIGRAMS = 64;

/**
 * Returns a text in which characters are equal if the search treats them as equal. A word is found in a text only
 * if its folded form occurs in the folded text.
 */
export function foldText(text: string): string {
  // In lower case first, because some characters have an upper case only there. SQLite would change lone
  // surrogates, and end the text at NUL.
  return toUSVString(text).replaceAll("\0", "\uFFFD").toLowerCase().toUpperCase();
}

/**
 * Returns the query of FTS5 for texts that may contain all words. Returns `undefined` if no word has three
 * characters.
 */
export function toTrigramQuery(words: readonly string[]): string | undefined {
  const trigrams = new Set<string>();
  for (const word of words) {
    const characters = Array.from(foldText(word));
    for (let end = 3; end <= characters.length; end++)
      trigrams.add(characters.slice(end - 3, end).join(""));
  }
  if (trigrams.size === 0) return undefined;
  return [...trigrams]
    .slice(0, MAX_TRIGRAMS)
    .map((trigram) => `"${trigram.replaceAll('"', '""')}"`)
    .join(" AND ");
}
