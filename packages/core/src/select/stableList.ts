import { NOTHING } from "./list.js";

/**
 * Gives back the list it gave before, as long as it holds the same items. A list is remembered
 * with its first item: nothing leaks, and the lists of two stores do not replace each other.
 */
export function stableList<Item extends object>(): (items: readonly Item[]) => readonly Item[] {
  const lists = new WeakMap<Item, readonly Item[]>();
  return (items) => {
    const [first] = items;
    if (first === undefined) return NOTHING;
    const known = lists.get(first);
    if (known?.length === items.length && known.every((item, index) => item === items[index]))
      return known;
    lists.set(first, items);
    return items;
  };
}
