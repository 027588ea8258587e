import {
  EntityMap,
  type LazyValue,
  NO_INDEX,
  PAGE_BITS,
  PAGE_MASK,
  type PageGroups,
  pageOf,
  resolveLazy,
} from "./entityMap.js";
import { deepFreeze } from "./freeze.js";

// Shared by all empty tables, so that a closed session takes almost no memory.
const NO_SLOTS: Map<string, number> = new Map();
const NO_GROUPS: never[] = [];
const NO_HOLES: readonly number[] = [];
const EMPTY_MAP: EntityMap<never> = new EntityMap<never>(
  NO_SLOTS,
  NO_GROUPS,
  0,
  NO_HOLES,
  NO_INDEX,
  undefined,
);

/**
 * The mutable side of an {@link EntityMap}. A write copies at most one page and one group of pages,
 * and only the first time after a snapshot. The value written last is kept apart from the pages, so
 * that repeated writes of one value, as in a stream, copy nothing.
 *
 * A slot may hold a lazy value, which is built when it is first read.
 */
export class PagedTable<Value, Lazy extends LazyValue<Value> = LazyValue<Value>> {
  #slots: Map<string, number>;
  #groups: PageGroups<Value | Lazy>;
  /** The number of slots, including the holes. */
  #size: number;
  #holes: readonly number[];
  #hotSlot = NO_INDEX;
  #hotValue: Value | Lazy | undefined;
  /** The key that was looked up last. Comparing it is cheaper than another lookup. */
  #foundKey: string | undefined;
  #foundSlot = NO_INDEX;
  #groupsShared = true;
  // The group and the page that were copied last since the last snapshot. Only they can be written
  // in place. Remembering more of them would cost more than it saves.
  #ownGroup = NO_INDEX;
  #ownPage = NO_INDEX;
  #snapshot: EntityMap<Value> | undefined;

  constructor(source?: ReadonlyMap<string, Value>) {
    const shared = source && EntityMap.storageOf<Value | Lazy>(source);
    this.#slots = shared?.slots ?? NO_SLOTS;
    this.#groups = shared?.groups ?? NO_GROUPS;
    this.#size = shared?.size ?? 0;
    this.#holes = shared?.holes ?? NO_HOLES;
    this.#hotSlot = shared?.hotSlot ?? NO_INDEX;
    this.#hotValue = shared?.hotValue;
    if (source && !shared) for (const [key, value] of source) this.#put(key, value);
  }

  get size(): number {
    return this.#size - this.#holes.length;
  }

  get(key: string): Value | undefined {
    return resolveLazy(this.stored(key));
  }

  /** Returns the content of a slot. Does not build the value of a lazy one. */
  stored(key: string): Value | Lazy | undefined {
    const slot = this.#slotOf(key);
    return slot === undefined ? undefined : this.#storedAt(slot);
  }

  /** Returns the value that was added last. */
  last(): Value | undefined {
    for (let slot = this.#size - 1; slot >= 0; slot--) {
      const stored = this.#storedAt(slot);
      if (stored !== undefined) return resolveLazy(stored);
    }
    return undefined;
  }

  has(key: string): boolean {
    return this.#slotOf(key) !== undefined;
  }

  /** Returns the position of a key among the keys, or -1. */
  indexOf(key: string): number {
    const slot = this.#slotOf(key);
    return slot === undefined ? NO_INDEX : slot - lowerBound(this.#holes, slot);
  }

  set(key: string, value: Value | Lazy): void {
    this.#put(key, value);
  }

  #put(key: string, value: Value | Lazy): void {
    deepFreeze(value);
    this.#snapshot = undefined;
    const slot = this.#slotOf(key);
    if (slot === undefined) this.#append(key, value);
    else this.#replace(slot, value);
  }

  /**
   * Removes a key. Its slot stays as a hole, so that the other slots keep their numbers. When half
   * of the slots are holes, the table is rebuilt.
   */
  delete(key: string): void {
    const slot = this.#slotOf(key);
    if (slot === undefined) return;
    this.#snapshot = undefined;
    this.#foundKey = undefined;
    this.#replace(slot, undefined);
    this.#holes = this.#holes.toSpliced(lowerBound(this.#holes, slot), 0, slot);
    if (this.#holes.length * 2 > this.#size) this.#removeHoles();
  }

  /** Adds a value at a position. Rebuilds the table. */
  insert(index: number, key: string, value: Value | Lazy): void {
    const entries: (readonly [string, Value | Lazy])[] = this.#storedEntries();
    entries.splice(index, 0, [key, value]);
    this.#refill(entries);
  }

  /** Replaces the whole content. */
  fill(entries: Iterable<readonly [string, Value | Lazy]>): void {
    this.#refill(entries);
  }

  #refill(entries: Iterable<readonly [string, Value | Lazy]>): void {
    this.#slots = NO_SLOTS;
    this.#groups = NO_GROUPS;
    this.#groupsShared = true;
    this.#size = 0;
    this.#holes = NO_HOLES;
    this.#hotSlot = NO_INDEX;
    this.#hotValue = undefined;
    this.#foundKey = undefined;
    this.#ownGroup = NO_INDEX;
    this.#ownPage = NO_INDEX;
    this.#snapshot = undefined;
    for (const [key, value] of entries) this.#put(key, value);
  }

  /** Returns the content as an immutable map, the same one until the next write. */
  snapshot(): EntityMap<Value> {
    this.#snapshot ??= this.#share();
    return this.#snapshot;
  }

  #share(): EntityMap<Value> {
    this.#groupsShared = true;
    this.#ownGroup = NO_INDEX;
    this.#ownPage = NO_INDEX;
    if (this.#size === 0) return EMPTY_MAP;
    return new EntityMap(
      this.#slots,
      this.#groups,
      this.#size,
      this.#holes,
      this.#hotSlot,
      this.#hotValue,
    );
  }

  #storedAt(slot: number): Value | Lazy | undefined {
    return slot === this.#hotSlot ? this.#hotValue : pageOf(this.#groups, slot)?.[slot & PAGE_MASK];
  }

  /** Returns the entries. Does not build lazy values. */
  #storedEntries(): [string, Value | Lazy][] {
    return Array.from(this.snapshot().keys(), (key) => [key, this.stored(key) as Value | Lazy]);
  }

  #removeHoles(): void {
    this.#refill(this.#storedEntries());
  }

  #slotOf(key: string): number | undefined {
    if (key === this.#foundKey) {
      // Comparing a string with itself is cheaper than with an equal one.
      this.#foundKey = key;
      return this.#foundSlot;
    }
    const slot = this.#slots.get(key);
    if (slot === undefined || slot >= this.#size) return undefined;
    if (this.#holes.length > 0 && this.#storedAt(slot) === undefined) return undefined;
    this.#foundKey = key;
    this.#foundSlot = slot;
    return slot;
  }

  #replace(slot: number, value: Value | Lazy | undefined): void {
    const before = this.#hotSlot;
    if (before !== slot && before !== NO_INDEX)
      this.#pageToWrite(before >> PAGE_BITS)[before & PAGE_MASK] = this.#hotValue;
    this.#hotSlot = slot;
    this.#hotValue = value;
  }

  /**
   * Snapshots ignore keys and values beyond their size, so the index and the last page are extended
   * in place, unless another table that started from the same snapshot has extended them already.
   */
  #append(key: string, value: Value | Lazy): void {
    // A key that was removed is added to the end, but the index still has its old slot.
    if (this.#holes.length > 0 && (this.#slots.has(key) || this.#slots.size !== this.#size))
      this.#removeHoles();
    if (this.#slots === NO_SLOTS || this.#slots.size !== this.#size)
      this.#slots = indexKeys(this.snapshot());
    const slot = this.#size++;
    this.#snapshot = undefined;
    this.#slots.set(key, slot);
    const page = pageOf(this.#groups, slot);
    if (page?.length === (slot & PAGE_MASK)) page.push(value);
    else this.#setPage(slot >> PAGE_BITS, [...(page ?? []).slice(0, slot & PAGE_MASK), value]);
  }

  #pageToWrite(number: number): (Value | Lazy | undefined)[] {
    const page = pageOf(this.#groups, number << PAGE_BITS) ?? [];
    if (number === this.#ownPage) return page;
    const copy = page.slice();
    this.#setPage(number, copy);
    return copy;
  }

  #setPage(number: number, page: (Value | Lazy | undefined)[]): void {
    this.#groupToWrite(number >> PAGE_BITS)[number & PAGE_MASK] = page;
    this.#ownPage = number;
  }

  #groupToWrite(number: number): (Value | Lazy | undefined)[][] {
    const group = this.#groups[number];
    if (group !== undefined && number === this.#ownGroup) return group;
    if (this.#groupsShared) this.#groups = this.#groups.slice();
    this.#groupsShared = false;
    const copy = group?.slice() ?? [];
    this.#groups[number] = copy;
    this.#ownGroup = number;
    return copy;
  }
}

/** Returns the position of each key. */
function indexKeys(map: ReadonlyMap<string, unknown>): Map<string, number> {
  return new Map(Array.from(map.keys(), (key, slot) => [key, slot]));
}

/** Returns the number of values below a limit in an ascending list. */
function lowerBound(ascending: readonly number[], limit: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] as number) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
