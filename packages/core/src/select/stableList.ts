import { EMPTY_LIST } from "./list.js";

/**
 * Creates a function that returns the previous list while the items are the same. Lists are
 * cached by their first item, so that nothing leaks and two stores do not evict each other.
 */
export function createStableList<Item extends object>(): (
  items: readonly Item[],
) => readonly Item[] {
  const lists = new WeakMap<Item, readonly Item[]>();
  return (items) => {
    const [first] = items;
    if (first === undefined) return EMPTY_LIST;
    const known = lists.get(first);
    if (known?.length === items.length && known.every((item, index) => item === items[index]))
      return known;
    lists.set(first, items);
    return items;
  };
}
