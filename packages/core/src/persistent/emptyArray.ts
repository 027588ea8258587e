/**
 * An empty array shared by everything that usually stays empty. Never push to it: add the first
 * item with {@link appendItem}.
 */
export const EMPTY_ARRAY: never[] = [];

/**
 * Adds an item to an array that may be {@link EMPTY_ARRAY} and returns the array to use from then
 * on. The first item allocates an array of one, because a push to an empty array reserves space
 * for seventeen items.
 */
export function appendItem<Item>(array: Item[], item: Item): Item[] {
  if (array.length === 0) return [item];
  array.push(item);
  return array;
}
