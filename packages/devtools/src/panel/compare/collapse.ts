/** A stretch of a list: items to show, or equal items that can be left out. */
export interface Stretch<Item> {
  readonly items: readonly Item[];
  readonly isCollapsed: boolean;
  /** The index of the first item in the list. */
  readonly start: number;
}

/**
 * Divides a list into stretches. Equal items that are further than `context` from a difference are
 * collapsed, unless there are only two of them.
 */
export function collapseEqual<Item>(
  items: readonly Item[],
  isEqual: (item: Item) => boolean,
  context: number,
): Stretch<Item>[] {
  const isShown = items.map(() => false);
  items.forEach((item, index) => {
    if (!isEqual(item)) isShown.fill(true, Math.max(0, index - context), index + context + 1);
  });
  const stretches: Stretch<Item>[] = [];
  let start = 0;
  for (let end = 1; end <= items.length; end++) {
    if (end < items.length && isShown[end] === isShown[start]) continue;
    const isCollapsed = isShown[start] !== true && end - start > 2;
    stretches.push({ items: items.slice(start, end), isCollapsed, start });
    start = end;
  }
  return stretches;
}
