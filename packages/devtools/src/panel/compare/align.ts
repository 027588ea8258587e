import { diffArrays } from "diff";

/** Two items that belong together, or an item that only one side has. */
export interface Pair<Item> {
  readonly left: Item | undefined;
  readonly right: Item | undefined;
}

/** Returns a key that two matching items share, or `undefined` for an item that takes no part. */
export type KeyOf<Item> = (item: Item) => string | undefined;

/** Pairs the items of two lists that are not aligned by their keys. */
export type PairRest<Item> = (left: readonly Item[], right: readonly Item[]) => Pair<Item>[];

/**
 * The number of edits after which an alignment gives up. The time of the algorithm grows with its
 * square.
 */
const MAX_ITEM_EDITS = 2000;

/**
 * Aligns two lists. The longest common sequence of the first keys is paired, then the next keys pair
 * items in the gaps between these pairs, and so on. An item without a counterpart is alone, on the
 * left side first.
 */
export function alignLists<Item>(
  left: readonly Item[],
  right: readonly Item[],
  [keyOf, ...others]: readonly KeyOf<Item>[],
  pairRest: PairRest<Item> = leaveAlone,
): Pair<Item>[] {
  if (keyOf === undefined || left.length === 0 || right.length === 0) return pairRest(left, right);
  const pairs: Pair<Item>[] = [];
  let leftEnd = 0;
  let rightEnd = 0;
  for (const [leftIndex, rightIndex] of findMatches(left, right, keyOf)) {
    const leftGap = left.slice(leftEnd, leftIndex);
    const rightGap = right.slice(rightEnd, rightIndex);
    for (const pair of alignLists(leftGap, rightGap, others, pairRest)) pairs.push(pair);
    pairs.push({ left: left[leftIndex], right: right[rightIndex] });
    leftEnd = leftIndex + 1;
    rightEnd = rightIndex + 1;
  }
  const rest = alignLists(left.slice(leftEnd), right.slice(rightEnd), others, pairRest);
  for (const pair of rest) pairs.push(pair);
  return pairs;
}

/** Pairs nothing: the items of the left side come first. */
export function leaveAlone<Item>(left: readonly Item[], right: readonly Item[]): Pair<Item>[] {
  return [
    ...left.map((item) => ({ left: item, right: undefined })),
    ...right.map((item) => ({ left: undefined, right: item })),
  ];
}

interface Keyed {
  readonly key: string;
  readonly index: number;
}

/** Returns the indexes of the longest common sequence of keys. */
function findMatches<Item>(
  left: readonly Item[],
  right: readonly Item[],
  keyOf: KeyOf<Item>,
): [number, number][] {
  const allLeft = listKeys(left, keyOf);
  const allRight = listKeys(right, keyOf);
  // Without the keys that only one side has, the algorithm has little to do for unlike lists.
  const leftKeyed = withKeysOf(allLeft, allRight);
  const rightKeyed = withKeysOf(allRight, allLeft);
  const changes = diffArrays(
    leftKeyed.map(({ key }) => key),
    rightKeyed.map(({ key }) => key),
    { maxEditLength: MAX_ITEM_EDITS },
  );
  const matches: [number, number][] = [];
  let leftAt = 0;
  let rightAt = 0;
  for (const { added, removed, count } of changes ?? []) {
    if (!added && !removed)
      for (let offset = 0; offset < count; offset++) {
        const leftItem = leftKeyed[leftAt + offset];
        const rightItem = rightKeyed[rightAt + offset];
        if (leftItem !== undefined && rightItem !== undefined)
          matches.push([leftItem.index, rightItem.index]);
      }
    if (!added) leftAt += count;
    if (!removed) rightAt += count;
  }
  return matches;
}

function listKeys<Item>(items: readonly Item[], keyOf: KeyOf<Item>): Keyed[] {
  return items.flatMap((item, index) => {
    const key = keyOf(item);
    return key === undefined ? [] : [{ key, index }];
  });
}

function withKeysOf(items: readonly Keyed[], others: readonly Keyed[]): Keyed[] {
  const keys = new Set(others.map(({ key }) => key));
  return items.filter(({ key }) => keys.has(key));
}
