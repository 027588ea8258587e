/** The empty result of all selectors, so that an empty result keeps its reference. */
export const EMPTY_LIST: readonly never[] = Object.freeze([]);

/**
 * Creates a selector that lists the values of a map, optionally filtered. The list keeps its
 * reference while the map does.
 */
export function createListSelector<Source, Value>(
  getMap: (source: Source) => ReadonlyMap<string, Value>,
  filter?: (value: Value) => boolean,
): (source: Source) => readonly Value[] {
  const lists = new WeakMap<ReadonlyMap<string, Value>, readonly Value[]>();
  return (source) => {
    const map = getMap(source);
    let list = lists.get(map);
    if (list === undefined) {
      const all = [...map.values()];
      list = filter === undefined ? all : all.filter(filter);
      if (list.length === 0) list = EMPTY_LIST;
      lists.set(map, list);
    }
    return list;
  };
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
