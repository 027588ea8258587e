import {
  EntityMap,
  type LazyValue,
  PAGE_BITS,
  PAGE_MASK,
  type PagedStorage,
  resolveLazy,
} from "./entityMap.js";

/** The number of bits of a slot that select its place in a group. */
const GROUP_BITS = 2 * PAGE_BITS;

/** A summary of the first `count` slots of a page or a group. */
interface KnownSummary<Summary> {
  readonly count: number;
  readonly summary: Summary;
}

/**
 * Creates a function that computes a summary of a map, such as the values that match. The summary of
 * a page or a group is computed once, and used for all snapshots that share the page or group. After
 * a write, a new summary visits one page, one group, and the list of groups.
 *
 * Both functions must be pure: `summarize` returns the summary of some values, and `join` the
 * summary of the parts.
 */
export function foldPages<Value, Summary>(
  summarize: (values: readonly Value[]) => Summary,
  join: (parts: readonly Summary[]) => Summary,
): (map: ReadonlyMap<string, Value>) => Summary {
  type Storage = PagedStorage<Value | LazyValue<Value>>;
  const known = new WeakMap<object, KnownSummary<Summary>>();

  function summaryOf(source: object, count: number, compute: () => Summary): Summary {
    const before = known.get(source);
    if (before?.count === count) return before.summary;
    const summary = compute();
    known.set(source, { count, summary });
    return summary;
  }

  /** Summarizes the parts of the storage. A part with the hot slot has outdated content. */
  function partsOf(
    parts: readonly object[],
    bits: number,
    { size, hotSlot }: Storage,
    first: number,
    compute: (index: number, first: number) => Summary,
  ): Summary[] {
    const summaries: Summary[] = [];
    const hotPart = (hotSlot - first) >> bits;
    for (const [index, part] of parts.entries()) {
      const start = first + (index << bits);
      if (start >= size) break;
      const count = Math.min(size - start, 1 << bits);
      summaries.push(
        index === hotPart
          ? compute(index, start)
          : summaryOf(part, count, () => compute(index, start)),
      );
    }
    return summaries;
  }

  function ofGroups(storage: Storage): Summary {
    const { groups } = storage;
    return join(
      partsOf(groups, GROUP_BITS, storage, 0, (index, first) =>
        ofPages(storage, groups[index] ?? [], first),
      ),
    );
  }

  function ofPages(storage: Storage, pages: Storage["groups"][number], first: number): Summary {
    return join(
      partsOf(pages, PAGE_BITS, storage, first, (index, start) =>
        summarize(valuesIn(storage, pages[index] ?? [], start)),
      ),
    );
  }

  return (map) => {
    const storage: Storage | undefined = EntityMap.storageOf(map);
    return summaryOf(map, 0, () =>
      storage === undefined ? summarize([...map.values()]) : ofGroups(storage),
    );
  };
}

/** Returns the values of a page whose first slot is `start`. */
function valuesIn<Value>(
  { size, hotSlot, hotValue }: PagedStorage<Value | LazyValue<Value>>,
  page: readonly (Value | LazyValue<Value> | undefined)[],
  start: number,
): readonly Value[] {
  const values: Value[] = [];
  const count = Math.min(size - start, PAGE_MASK + 1);
  for (let index = 0; index < count; index++) {
    const stored = start + index === hotSlot ? hotValue : page[index];
    if (stored !== undefined) values.push(resolveLazy(stored));
  }
  return values;
}
