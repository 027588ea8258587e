import { deepFreeze, freeze } from "./freeze.js";

/** Shorter lists are copied. The engine keeps space for 17 items after the first push to an array. */
const SHORT_LIST = 4;

/**
 * A persistent list with a cheap append. Versions share one backing array: each version sees as
 * many of its items as the version had, plus its own last item. Appending to the newest version
 * pushes to the shared array; appending to an older version copies the array first. In development,
 * the items are frozen when they are added, and the array when it is built.
 */
export class ListBuffer<Item> {
  readonly last: Item | undefined;
  /** May be longer than this version. Items that any version can see are never changed. */
  readonly #items: readonly Item[];
  /** The number of items before the last one. -1 if there are no items. */
  readonly #count: number;
  #array: readonly Item[] | undefined;

  private constructor(items: readonly Item[], count: number, last: Item | undefined) {
    this.#items = items;
    this.#count = count;
    this.last = deepFreeze(last);
  }

  /** Wraps an array, which must not change afterwards. */
  static of<Item>(array: readonly Item[]): ListBuffer<Item> {
    const buffer = new ListBuffer(array, array.length - 1, array.at(-1));
    buffer.#array = deepFreeze(array);
    return buffer;
  }

  get length(): number {
    return this.#count + 1;
  }

  /**
   * Pushes the last item to the shared array, or to a copy of a short array and of one that another
   * version has appended to. The array passed to {@link ListBuffer.of} is always copied, since it is
   * longer than `#count`.
   */
  push(item: Item): ListBuffer<Item> {
    if (this.last === undefined) return new ListBuffer<Item>([], 0, item);
    const count = this.#count;
    let items = this.#items as Item[];
    if (count < SHORT_LIST || items.length !== count)
      items = items.slice(0, count).concat([this.last]);
    else items.push(this.last);
    return new ListBuffer(items, count + 1, item);
  }

  replaceLast(item: Item): ListBuffer<Item> {
    return new ListBuffer(this.#items, this.#count, item);
  }

  /** Returns the list as an array, the same one each time. */
  value(): readonly Item[] {
    this.#array ??= freeze(this.#build());
    return this.#array;
  }

  /** Returns the last item that matches. Does not build the array. */
  findLast(matches: (item: Item) => boolean): Item | undefined {
    if (this.last === undefined || matches(this.last)) return this.last;
    for (let index = this.#count - 1; index >= 0; index--) {
      const item = this.#items[index] as Item;
      if (matches(item)) return item;
    }
    return undefined;
  }

  /** Copies the items only once: a push to a slice, or `concat`, would copy them a second time. */
  #build(): readonly Item[] {
    if (this.last === undefined) return [];
    const items = this.#items as Item[];
    const isNewest = items.length === this.#count;
    if (isNewest) items.push(this.last);
    const array = items.slice(0, this.#count + 1);
    if (isNewest) items.pop();
    else array[this.#count] = this.last;
    return array;
  }
}
