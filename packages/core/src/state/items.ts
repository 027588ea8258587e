/** The list that holds nothing, for all who start with none. {@link withItem} never pushes to it. */
export const NO_ITEMS: never[] = [];

/**
 * The list with one more item: itself, unless it was empty. Most stay at one item, and a push to an
 * empty list reserves room for seventeen.
 */
export function withItem<Item>(list: Item[], item: Item): Item[] {
  if (list.length === 0) return [item];
  list.push(item);
  return list;
}
