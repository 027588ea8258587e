import { EntityMap, type Groups, NONE, PAGE_BITS, PAGE_MASK, pageOf } from "./entityMap.js";
import { Growing, readSlot, type Unread } from "./growing.js";

/** Shared by all tables that are empty: a closed session is to cost next to nothing. */
const NO_SLOTS: Map<string, number> = new Map();
const NO_GROUPS: never[] = [];
const NOTHING: EntityMap<never> = new EntityMap<never>(NO_SLOTS, NO_GROUPS, 0, NONE, undefined);

/**
 * The mutable side of an {@link EntityMap}: a write copies one page and one group of pages at
 * most, and only the first time after a snapshot. The entity written last is kept apart from the
 * pages: what streams writes the same one again and again, and copies nothing.
 */
export class Table<Value> {
  #slots: Map<string, number>;
  #groups: Groups<Value>;
  #size: number;
  #hotSlot = NONE;
  #hotValue: Value | undefined;
  /** Whose slot was looked up last: comparing costs less than looking up. */
  #foundKey: string | undefined;
  #foundSlot = NONE;
  #groupsShared = true;
  // Of what was copied since the last snapshot, the last of each: a set would cost more than it saves.
  #ownGroup = NONE;
  #ownPage = NONE;
  #snapshot: EntityMap<Value> | undefined;

  constructor(source?: ReadonlyMap<string, Value>) {
    const shared = source && EntityMap.is(source) ? EntityMap.partsOf(source) : undefined;
    this.#slots = shared?.slots ?? NO_SLOTS;
    this.#groups = shared?.groups ?? NO_GROUPS;
    this.#size = shared?.size ?? 0;
    this.#hotSlot = shared?.hotSlot ?? NONE;
    this.#hotValue = shared?.hotValue;
    if (source && !shared) for (const [key, value] of source) this.set(key, value);
  }

  get size(): number {
    return this.#size;
  }

  get(key: string): Value | undefined {
    return readSlot(this.peek(key)) as Value | undefined;
  }

  /** What the table holds as it is: an entity that grows is not put together. */
  peek(key: string): Value | Growing<Value & object> | undefined {
    const slot = this.#slotOf(key);
    if (slot === undefined) return undefined;
    if (slot === this.#hotSlot) return this.#hotValue;
    return pageOf(this.#groups, slot)?.[slot & PAGE_MASK];
  }

  /** The entity with a value out of date in the field that grows, where one does. */
  base(key: string): Value | undefined {
    const held = this.peek(key);
    return held instanceof Growing ? held.base : held;
  }

  has(key: string): boolean {
    return this.#slotOf(key) !== undefined;
  }

  set(key: string, value: Value | Unread<Value>): void {
    this.#snapshot = undefined;
    const slot = this.#slotOf(key);
    if (slot === undefined) this.#append(key, value as Value);
    else this.#replace(slot, value as Value);
  }

  /** Removing is rare (a plan taken back, a write undone), so it simply builds the table anew. */
  delete(key: string): void {
    this.fill([...this.snapshot()].filter(([other]) => other !== key));
  }

  /** Replaces everything in it. */
  fill(entries: Iterable<readonly [string, Value]>): void {
    this.#slots = NO_SLOTS;
    this.#groups = NO_GROUPS;
    this.#groupsShared = true;
    this.#size = 0;
    this.#hotSlot = NONE;
    this.#hotValue = undefined;
    this.#foundKey = undefined;
    this.#ownGroup = NONE;
    this.#ownPage = NONE;
    this.#snapshot = undefined;
    for (const [key, value] of entries) this.set(key, value);
  }

  snapshot(): EntityMap<Value> {
    this.#snapshot ??= this.#share();
    return this.#snapshot;
  }

  #share(): EntityMap<Value> {
    this.#groupsShared = true;
    this.#ownGroup = NONE;
    this.#ownPage = NONE;
    if (this.#size === 0) return NOTHING;
    return new EntityMap(this.#slots, this.#groups, this.#size, this.#hotSlot, this.#hotValue);
  }

  #slotOf(key: string): number | undefined {
    if (key === this.#foundKey) return this.#foundSlot;
    const slot = this.#slots.get(key);
    if (slot === undefined || slot >= this.#size) return undefined;
    this.#foundKey = key;
    this.#foundSlot = slot;
    return slot;
  }

  #replace(slot: number, value: Value): void {
    const before = this.#hotSlot;
    if (before !== slot && before !== NONE)
      this.#pageToWrite(before >> PAGE_BITS)[before & PAGE_MASK] = this.#hotValue as Value;
    this.#hotSlot = slot;
    this.#hotValue = value;
  }

  /**
   * Snapshots ignore what lies past their size, so the index and the last page may grow in place,
   * unless another table that started from the same snapshot grew them first.
   */
  #append(key: string, value: Value): void {
    if (this.#slots === NO_SLOTS || this.#slots.size !== this.#size)
      this.#slots = indexOf(this.snapshot());
    const slot = this.#size++;
    this.#snapshot = undefined;
    this.#slots.set(key, slot);
    const page = pageOf(this.#groups, slot);
    if (page?.length === (slot & PAGE_MASK)) page.push(value);
    else this.#setPage(slot >> PAGE_BITS, [...(page ?? []).slice(0, slot & PAGE_MASK), value]);
  }

  #pageToWrite(number: number): Value[] {
    const page = pageOf(this.#groups, number << PAGE_BITS) as Value[];
    if (number === this.#ownPage) return page;
    const copy = page.slice();
    this.#setPage(number, copy);
    return copy;
  }

  #setPage(number: number, page: Value[]): void {
    this.#groupToWrite(number >> PAGE_BITS)[number & PAGE_MASK] = page;
    this.#ownPage = number;
  }

  #groupToWrite(number: number): Value[][] {
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

function indexOf(map: ReadonlyMap<string, unknown>): Map<string, number> {
  return new Map(Array.from(map.keys(), (key, slot) => [key, slot]));
}
