/**
 * An empty array shared by everything that usually stays empty. Never push to it: add the first
 * item with {@link appendItem}.
 */
export const EMPTY_ARRAY: never[] = [];

/**
 * Adds an item to an array that may be {@link EMPTY_ARRAY} and returns the array to use from then
 * on. The first two items allocate arrays of exactly their number, because a push to a full array
 * reserves space for seventeen more.
 */
export function appendItem<Item>(array: Item[], item: Item): Item[] {
  if (array.length === 0) return [item];
  if (array.length === 1) return [array[0] as Item, item];
  array.push(item);
  return array;
}
