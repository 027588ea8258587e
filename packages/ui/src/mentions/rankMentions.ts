import type { ItemTexts, Mention } from "./mention.js";

const MENTION_TEXTS: ItemTexts<Mention> = {
  nameOf: ({ label }) => label,
  textOf: ({ label, text = label }) => text,
};

/**
 * Resolves with the mentions that match a query, the best one first: by their label, or else by their text. Letters may be left out.
 * For sources that have all of their mentions in memory. The code that matches is loaded with the first call.
 *
 * @example
 * ```ts
 * const symbols: MentionSource = {
 *   search: async (query, _session, signal) => rankMentions(await listSymbols(), query, signal),
 *   read: async ({ uri }) => ({ text: await readSymbol(uri) }),
 * };
 * ```
 */
export function rankMentions(
  mentions: readonly Mention[],
  query: string,
  signal: AbortSignal,
): Promise<readonly Mention[]> {
  return rankItems(mentions, MENTION_TEXTS, query, signal);
}

/** Like {@link rankMentions}, for other items, such as paths. */
export async function rankItems<Item>(
  items: readonly Item[],
  texts: ItemTexts<Item>,
  query: string,
  signal: AbortSignal,
): Promise<readonly Item[]> {
  const { matchItems } = await import("./matchItems.js");
  return matchItems(items, texts, query, signal);
}
