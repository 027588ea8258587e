import { foldPages } from "../persistent/foldPages.js";

/** The empty result of all selectors, so that an empty result keeps its reference. */
export const EMPTY_LIST: readonly never[] = Object.freeze([]);

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

/**
 * Creates a function that lists what `pick` returns for the values of a map, without `undefined`. By
 * default, those are the values themselves. After a write it visits a small part of the map only,
 * and the list keeps its reference while its items do.
 */
export function createListSelector<Value extends object, Item extends object = Value>(
  pick: (value: Value) => Item | undefined,
): (map: ReadonlyMap<string, Value>) => readonly Item[] {
  const stableItems = createStableList<Item>();
  const stableParts = createStableList<readonly Item[]>();
  const joined = new WeakMap<readonly (readonly Item[])[], readonly Item[]>();

  function joinLists(lists: readonly (readonly Item[])[]): readonly Item[] {
    const parts = stableParts(lists.filter((list) => list.length > 0));
    const [first = EMPTY_LIST] = parts;
    if (parts.length < 2) return first;
    const known = joined.get(parts);
    if (known !== undefined) return known;
    // `concat` copies whole lists; `flat` would visit each item.
    const list = first.concat(...parts.slice(1));
    joined.set(parts, list);
    return list;
  }

  return foldPages((values) => stableItems(definedItems(values.map(pick))), joinLists);
}

function definedItems<Item>(items: readonly (Item | undefined)[]): readonly Item[] {
  return items.filter((item) => item !== undefined);
}

/**
 * Creates a selector that lists the values of a map whose ids are known. It visits only them, however
 * large the map is. The list keeps its reference while the map does.
 */
export function createIndexSelector<Source, Value>(
  getMap: (source: Source) => ReadonlyMap<string, Value>,
  getIds: (source: Source) => readonly string[],
): (source: Source) => readonly Value[] {
  const lists = new WeakMap<ReadonlyMap<string, Value>, readonly Value[]>();
  return (source) => {
    const map = getMap(source);
    let list = lists.get(map);
    if (list === undefined) {
      list = getIds(source).flatMap((id) => map.get(id) ?? []);
      if (list.length === 0) list = EMPTY_LIST;
      lists.set(map, list);
    }
    return list;
  };
}

/** Returns whether a list starts with the items of another one. */
export function startsWith<Item>(list: readonly Item[], start: readonly Item[]): boolean {
  if (start === list) return true;
  if (start.length > list.length) return false;
  // An index, because an iterator of entries takes ten times as long.
  for (let index = 0; index < start.length; index++) if (start[index] !== list[index]) return false;
  return true;
}
