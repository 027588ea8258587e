import UFuzzy from "@leeoniya/ufuzzy";
import type { ItemTexts } from "./mention.js";
import { nextTask } from "./nextTask.js";

/** A key waits until this number of mentions is compared, which takes a few ms. */
const CHUNK = 5000;
/** One more than the list shows of a source, so that it knows that there are more. */
const MAX_MATCHES = 31;

/** Letters of a word may be left out, but it begins and ends within one name. Words are divided by other characters. */
const fuzzy = /* @__PURE__ */ new UFuzzy({
  unicode: true,
  intraIns: Infinity,
  interSplit: "[^\\p{L}\\d']+",
  intraSplit: "\\p{Ll}\\p{Lu}",
  intraBound: "\\p{L}\\d|\\d\\p{L}|\\p{Ll}\\p{Lu}",
  intraChars: "[\\p{L}\\d']",
  intraContr: "'\\p{L}{1,2}\\b",
});

interface Match<Item> {
  readonly item: Item;
  readonly length: number;
  /** The lower, the better. */
  readonly rank: number;
}

/** Returns the best matches, and lets the page handle keys meanwhile. After the signal is aborted, it returns none. */
export async function matchItems<Item>(
  items: readonly Item[],
  texts: ItemTexts<Item>,
  query: string,
  signal: AbortSignal,
): Promise<readonly Item[]> {
  if (query === "") return items.slice(0, MAX_MATCHES);
  let best: readonly Match<Item>[] = [];
  for (let start = 0; start < items.length; start += CHUNK) {
    if (start > 0) await nextTask();
    if (signal.aborted) return [];
    const matches = findMatches(items.slice(start, start + CHUNK), texts, query);
    best = [...best, ...matches].sort(compare).slice(0, MAX_MATCHES);
  }
  return best.map(({ item }) => item);
}

function findMatches<Item>(
  items: readonly Item[],
  { nameOf, textOf }: ItemTexts<Item>,
  query: string,
): readonly Match<Item>[] {
  const names = items.map(nameOf);
  const texts = items.map(textOf);
  const inNames = new Set(filter(names, query));
  const inTexts = new Set(filter(texts, query));
  const lowerQuery = query.toLowerCase();
  return items.flatMap((item, index): Match<Item>[] => {
    const isInName = inNames.has(index);
    if (!isInName && !inTexts.has(index)) return [];
    const { [index]: name = "" } = names;
    const { [index]: text = "" } = texts;
    return [{ item, length: text.length, rank: rankOf(name, text, lowerQuery, isInName) }];
  });
}

/** Returns the indexes of the matches. */
function filter(texts: string[], query: string): readonly number[] {
  const found = fuzzy.filter(texts, query);
  if (found !== null) return found;
  // The query has neither letters nor digits, such as `_`.
  return texts.flatMap((text, index) => (text.includes(query) ? index : []));
}

/** Ranks the name before the folder, the start of the name before its middle, and both before letters that are apart. */
function rankOf(name: string, text: string, lowerQuery: string, isInName: boolean): number {
  const lowerName = name.toLowerCase();
  if (lowerName === lowerQuery) return 0;
  if (lowerName.startsWith(lowerQuery)) return 1;
  if (lowerName.includes(lowerQuery)) return 2;
  if (isInName) return 3;
  return text.toLowerCase().includes(lowerQuery) ? 4 : 5;
}

function compare(first: Match<unknown>, second: Match<unknown>): number {
  return first.rank - second.rank || first.length - second.length;
}
