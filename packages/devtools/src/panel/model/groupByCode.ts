/** Items by their code, the most frequent first. */
export function groupByCode<Item, Code extends string>(
  items: readonly Item[],
  codeOf: (item: Item) => Code,
): [Code, Item[]][] {
  const groups = new Map<Code, Item[]>();
  for (const item of items) {
    const group = groups.get(codeOf(item));
    if (group === undefined) groups.set(codeOf(item), [item]);
    else group.push(item);
  }
  return [...groups].toSorted(([, a], [, b]) => b.length - a.length);
}
