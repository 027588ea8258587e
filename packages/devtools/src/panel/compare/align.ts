import { diffLines } from "@acp-store/core/diff";

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

/** Returns the pairs of indexes of a long common sequence of keys, and of the longest one in short lists. */
function findMatches<Item>(
  left: readonly Item[],
  right: readonly Item[],
  keyOf: KeyOf<Item>,
): [number, number][] {
  const leftKeyed = listKeys(left, keyOf);
  const rightKeyed = listKeys(right, keyOf);
  const changes = diffLines(
    leftKeyed.map(({ key }) => key),
    rightKeyed.map(({ key }) => key),
  );
  const matches: [number, number][] = [];
  let leftEnd = 0;
  let rightEnd = 0;
  const addMatches = (leftStart: number): void => {
    leftKeyed.slice(leftEnd, leftStart).forEach(({ index }, offset) => {
      const rightItem = rightKeyed[rightEnd + offset];
      if (rightItem !== undefined) matches.push([index, rightItem.index]);
    });
  };
  for (const change of changes) {
    addMatches(change.oldStart);
    leftEnd = change.oldEnd;
    rightEnd = change.newEnd;
  }
  addMatches(leftKeyed.length);
  return matches;
}

interface Keyed {
  readonly key: string;
  readonly index: number;
}

function listKeys<Item>(items: readonly Item[], keyOf: KeyOf<Item>): Keyed[] {
  return items.flatMap((item, index) => {
    const key = keyOf(item);
    return key === undefined ? [] : [{ key, index }];
  });
}
