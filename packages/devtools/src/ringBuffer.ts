/** A list that keeps the newest items up to a limit. Every operation takes constant time. */
export interface RingBuffer<Item> {
  /** Returns the index of the oldest item in the buffer. */
  firstIndex(): number;
  /** Returns the index that the next item will get. Indexes start at 0 and never change. */
  endIndex(): number;
  /** Returns the item at an index; `undefined` if it was dropped or does not exist yet. */
  at(index: number): Item | undefined;
  /** Appends an item. Returns the item that was dropped to make room, if any. */
  push(item: Item): Item | undefined;
  /** Replaces the newest item. */
  replaceLast(item: Item): void;
}

/** Creates an empty buffer for at most `limit` items. */
export function createRingBuffer<Item>(limit: number): RingBuffer<Item> {
  const slots: Item[] = [];
  let end = 0;
  const first = (): number => Math.max(0, end - limit);

  return {
    firstIndex: first,
    endIndex: () => end,
    at: (index) => (index >= first() && index < end ? slots[index % limit] : undefined),
    push: (item) => {
      const dropped = end >= limit ? slots[end % limit] : undefined;
      slots[end % limit] = item;
      end++;
      return dropped;
    },
    replaceLast: (item) => {
      slots[(end - 1) % limit] = item;
    },
  };
}
