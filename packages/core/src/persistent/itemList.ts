import { isDevelopment } from "./freeze.js";

/** The maximum number of items in a chunk. */
const MAX_CHUNK_ITEMS = 256;

/**
 * An immutable list in chunks. Inserting, replacing or removing an item anywhere copies one chunk and
 * the list of chunks, so it costs about the same in a list of any size.
 */
export class ItemList<Item> {
  readonly length: number;
  readonly #chunks: readonly (readonly Item[])[];
  #array: readonly Item[] | undefined;

  private constructor(
    chunks: readonly (readonly Item[])[],
    length: number,
    array?: readonly Item[],
  ) {
    this.#chunks = chunks;
    this.length = length;
    this.#array = array;
  }

  /** Wraps an array, which must not change afterwards. */
  static of<Item>(array: readonly Item[]): ItemList<Item> {
    return new ItemList(chunksOf(array), array.length, array);
  }

  /** Returns the list as an array, the same one each time. */
  value(): readonly Item[] {
    this.#array ??= frozen(([] as Item[]).concat(...this.#chunks));
    return this.#array;
  }

  at(index: number): Item | undefined {
    const { chunk, offset } = this.#positionOf(index < 0 ? this.length + index : index);
    return this.#chunks[chunk]?.[offset];
  }

  *[Symbol.iterator](): IterableIterator<Item> {
    for (const chunk of this.#chunks) yield* chunk;
  }

  /** Returns the position of the first item that matches, or -1. Visits the items before it. */
  findIndex(matches: (item: Item) => boolean): number {
    let start = 0;
    for (const chunk of this.#chunks) {
      const found = chunk.findIndex(matches);
      if (found >= 0) return start + found;
      start += chunk.length;
    }
    return -1;
  }

  /** Returns the number of items before a place in a sorted list. `isBefore` is true for these. */
  countBefore(isBefore: (item: Item) => boolean): number {
    const chunks = this.#chunks;
    const chunk = partition(chunks.length, (index) =>
      isBefore((chunks[index] as Item[])[0] as Item),
    );
    let count = 0;
    for (let index = 0; index < chunk - 1; index++) count += (chunks[index] as Item[]).length;
    const items = chunks[chunk - 1] ?? [];
    return count + partition(items.length, (index) => isBefore(items[index] as Item));
  }

  /** Returns a list with one item inserted, replaced or removed. */
  splice(index: number, count: 0 | 1, item?: Item): ItemList<Item> {
    const inserted = item === undefined ? [] : [item];
    const position = this.#positionOf(count === 0 ? index - 1 : index);
    const { chunk } = position;
    const offset = count === 0 ? position.offset + 1 : position.offset;
    const items = this.#chunks[chunk] ?? [];
    const isPush = offset === items.length && chunk >= this.#chunks.length - 1;
    const changed =
      isPush && items.length >= MAX_CHUNK_ITEMS
        ? [items, inserted]
        : halves([...items.slice(0, offset), ...inserted, ...items.slice(offset + count)]);
    const chunks = [...this.#chunks.slice(0, chunk), ...changed, ...this.#chunks.slice(chunk + 1)];
    return new ItemList(chunks, this.length + inserted.length - count);
  }

  /** Returns the chunk of an item, and the place of the item in it. */
  #positionOf(index: number): { readonly chunk: number; readonly offset: number } {
    let offset = index;
    let chunk = 0;
    for (const { length } of this.#chunks) {
      if (offset < length) break;
      offset -= length;
      chunk++;
    }
    return { chunk, offset };
  }
}

/** Returns the chunks of an array. A short array is its only chunk. */
function chunksOf<Item>(array: readonly Item[]): readonly (readonly Item[])[] {
  if (array.length === 0) return [];
  if (array.length <= MAX_CHUNK_ITEMS) return [array];
  const chunks: (readonly Item[])[] = [];
  for (let start = 0; start < array.length; start += MAX_CHUNK_ITEMS)
    chunks.push(array.slice(start, start + MAX_CHUNK_ITEMS));
  return chunks;
}

/** Splits a chunk that has become too long. Leaves out an empty one. */
function halves<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  if (items.length <= MAX_CHUNK_ITEMS) return items.length === 0 ? [] : [items];
  const middle = items.length >> 1;
  return [items.slice(0, middle), items.slice(middle)];
}

/** Returns the first number below `end` for which a test fails, or `end`. */
function partition(end: number, test: (index: number) => boolean): number {
  let low = 0;
  let high = end;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (test(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function frozen<Value extends object>(value: Value): Value {
  return isDevelopment ? Object.freeze(value) : value;
}
