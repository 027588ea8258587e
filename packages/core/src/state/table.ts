import { EntityMap, PAGE_BITS, PAGE_MASK } from "./entityMap.js";

/**
 * The mutable side of an {@link EntityMap}: a write copies one page at most, and only the first
 * time after a snapshot.
 */
export class Table<Value> {
  #slots: Map<string, number>;
  #pages: Value[][];
  #size: number;
  #pagesShared = true;
  readonly #ownPages = new Set<number>();
  #snapshot: EntityMap<Value> | undefined;

  constructor(source?: ReadonlyMap<string, Value>) {
    const shared = source && EntityMap.is(source) ? EntityMap.partsOf(source) : undefined;
    this.#slots = shared?.slots ?? new Map();
    this.#pages = shared?.pages ?? [];
    this.#size = shared?.size ?? 0;
    if (source && !shared) for (const [key, value] of source) this.set(key, value);
  }

  get size(): number {
    return this.#size;
  }

  get(key: string): Value | undefined {
    const slot = this.#slots.get(key);
    if (slot === undefined || slot >= this.#size) return undefined;
    return this.#pages[slot >> PAGE_BITS]?.[slot & PAGE_MASK];
  }

  has(key: string): boolean {
    const slot = this.#slots.get(key);
    return slot !== undefined && slot < this.#size;
  }

  set(key: string, value: Value): void {
    this.#snapshot = undefined;
    const known = this.#slots.get(key);
    if (known !== undefined && known < this.#size) this.#replace(known, value);
    else this.#append(key, value);
  }

  /** Removing is rare (a plan taken back, a write undone), so it simply builds the table anew. */
  delete(key: string): void {
    this.fill([...this.snapshot()].filter(([other]) => other !== key));
  }

  /** Replaces everything in it. */
  fill(entries: Iterable<readonly [string, Value]>): void {
    this.#slots = new Map();
    this.#pages = [];
    this.#size = 0;
    this.#ownPages.clear();
    this.#snapshot = undefined;
    for (const [key, value] of entries) this.set(key, value);
  }

  snapshot(): EntityMap<Value> {
    if (this.#snapshot === undefined) {
      this.#snapshot = EntityMap.of({ slots: this.#slots, pages: this.#pages, size: this.#size });
      this.#pagesShared = true;
      if (this.#ownPages.size > 0) this.#ownPages.clear();
    }
    return this.#snapshot;
  }

  #replace(slot: number, value: Value): void {
    this.#ownPage(slot >> PAGE_BITS)[slot & PAGE_MASK] = value;
  }

  /**
   * Snapshots ignore what lies past their size, so the index and the last page may grow in place,
   * unless another table that started from the same snapshot grew them first.
   */
  #append(key: string, value: Value): void {
    if (this.#slots.size !== this.#size) this.#slots = indexOf(this.snapshot());
    const slot = this.#size++;
    this.#snapshot = undefined;
    this.#slots.set(key, slot);
    const number = slot >> PAGE_BITS;
    const page = this.#pages[number];
    if (page?.length === (slot & PAGE_MASK)) page.push(value);
    else this.#setPage(number, [...(page ?? []).slice(0, slot & PAGE_MASK), value]);
  }

  #ownPage(number: number): Value[] {
    const page = this.#pages[number] as Value[];
    if (this.#ownPages.has(number)) return page;
    const copy = page.slice();
    this.#setPage(number, copy);
    return copy;
  }

  #setPage(number: number, page: Value[]): void {
    if (this.#pagesShared) this.#pages = this.#pages.slice();
    this.#pagesShared = false;
    this.#pages[number] = page;
    this.#ownPages.add(number);
  }
}

function indexOf(map: ReadonlyMap<string, unknown>): Map<string, number> {
  return new Map(Array.from(map.keys(), (key, slot) => [key, slot]));
}
