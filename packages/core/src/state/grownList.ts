/** A list whose earlier states share its items: each sees as many as it had, and its own last. */
export class GrownList<Item> {
  readonly last: Item | undefined;
  readonly #items: Item[];
  /** How many of the items come before the last. */
  readonly #count: number;

  private constructor(items: Item[], count: number, last: Item | undefined) {
    this.#items = items;
    this.#count = count;
    this.last = last;
  }

  static of<Item>(list: readonly Item[]): GrownList<Item> {
    const items = list.slice(0, -1);
    return new GrownList(items, items.length, list.at(-1));
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

  value(): readonly Item[] {
    if (this.last === undefined) return [];
    const list = this.#items.slice(0, this.#count);
    list.push(this.last);
    return list;
  }

  /** Of two states that grow from the same one, the second takes a copy. */
  #ownItems(): Item[] {
    return this.#items.length === this.#count ? this.#items : this.#items.slice(0, this.#count);
  }
}
