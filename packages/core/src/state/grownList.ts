/** A list whose earlier states share its items: each sees as many as it had, and its own last. */
export class GrownList<Item> {
  readonly last: Item | undefined;
  /** May hold more than are in this state; never changed where they are. */
  readonly #items: readonly Item[];
  /** How many of the items come before the last. */
  readonly #count: number;
  #value: readonly Item[] | undefined;

  private constructor(items: readonly Item[], count: number, last: Item | undefined) {
    this.#items = items;
    this.#count = count;
    this.last = last;
    this.#value = undefined;
  }

  static of<Item>(list: readonly Item[]): GrownList<Item> {
    const grown = new GrownList(list, Math.max(0, list.length - 1), list.at(-1));
    grown.#value = list;
    return grown;
  }

  get length(): number {
    return this.last === undefined ? 0 : this.#count + 1;
  }

  push(item: Item): GrownList<Item> {
    if (this.last === undefined) return new GrownList<Item>([], 0, item);
    const items = this.#ownItems();
    items.push(this.last);
    return new GrownList(items, items.length, item);
  }

  replaceLast(item: Item): GrownList<Item> {
    return new GrownList(this.#items, this.#count, item);
  }

  /** The list itself: the same one each time. */
  value(): readonly Item[] {
    this.#value ??= this.#build();
    return this.#value;
  }

  findLast(isWanted: (item: Item) => boolean): Item | undefined {
    if (this.last === undefined || isWanted(this.last)) return this.last;
    for (let index = this.#count - 1; index >= 0; index--) {
      const item = this.#items[index] as Item;
      if (isWanted(item)) return item;
    }
    return undefined;
  }

  /** Not by a push to a copy without the last one, which would move all items once more. */
  #build(): readonly Item[] {
    if (this.last === undefined) return [];
    return this.#items.slice(0, this.#count).concat([this.last]);
  }

  /** Of two states that grow from the same one, the second takes a copy. So does who came by a list. */
  #ownItems(): Item[] {
    return this.#items.length === this.#count
      ? (this.#items as Item[])
      : this.#items.slice(0, this.#count);
  }
}
