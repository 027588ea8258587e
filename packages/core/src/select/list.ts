/** One empty list for all: a selector that finds nothing must not return a new one each time. */
export const NOTHING: readonly never[] = Object.freeze([]);

/**
 * A selector that lists the values of a map: the same list as long as the map is the same.
 */
export function listOf<Source, Value>(
  mapOf: (source: Source) => ReadonlyMap<string, Value>,
  isListed?: (value: Value) => boolean,
): (source: Source) => readonly Value[] {
  const lists = new WeakMap<ReadonlyMap<string, Value>, readonly Value[]>();
  return (source) => {
    const map = mapOf(source);
    let list = lists.get(map);
    if (list === undefined) {
      const all = [...map.values()];
      list = isListed === undefined ? all : all.filter(isListed);
      if (list.length === 0) list = NOTHING;
      lists.set(map, list);
    }
    return list;
  };
}
