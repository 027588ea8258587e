import { readSlot } from "./growing.js";

/** Values a page holds, and pages a group, as a power of two: what one change copies. */
export const PAGE_BITS = 5;
export const PAGE_MASK: number = (1 << PAGE_BITS) - 1;

/** No slot, page or group. */
export const NONE = -1;

/** Values in pages, pages in groups. */
export type Groups<Value> = Value[][][];

/** What snapshots share with the table they were taken from, and with each other. */
export interface Parts<Value> {
  readonly slots: Map<string, number>;
  readonly groups: Groups<Value>;
  readonly size: number;
  /** Where the value written last belongs: the page there has an older one. */
  readonly hotSlot: number;
  readonly hotValue: Value | undefined;
}

/** The page that a slot is on. */
export function pageOf<Value>(groups: Groups<Value>, slot: number): Value[] | undefined {
  return groups[slot >> (2 * PAGE_BITS)]?.[(slot >> PAGE_BITS) & PAGE_MASK];
}

/**
 * A read-only map by id in first-seen order. Snapshots of one table share every page of entities
 * that did not change between them, so taking one costs the changes, not the size.
 */
export class EntityMap<Value> implements ReadonlyMap<string, Value> {
  readonly #slots: Map<string, number>;
  readonly #groups: Groups<Value>;
  readonly #size: number;
  readonly #hotSlot: number;
  readonly #hotValue: Value | undefined;

  constructor(
    slots: Map<string, number>,
    groups: Groups<Value>,
    size: number,
    hotSlot: number,
    hotValue: Value | undefined,
  ) {
    this.#slots = slots;
    this.#groups = groups;
    this.#size = size;
    this.#hotSlot = hotSlot;
    this.#hotValue = hotValue;
  }

  static partsOf<Value>(map: EntityMap<Value>): Parts<Value> {
    return {
      slots: map.#slots,
      groups: map.#groups,
      size: map.#size,
      hotSlot: map.#hotSlot,
      hotValue: map.#hotValue,
    };
  }

  static is<Value>(map: ReadonlyMap<string, Value>): map is EntityMap<Value> {
    return #slots in map;
  }

  get size(): number {
    return this.#size;
  }

  get(key: string): Value | undefined {
    const slot = this.#slotOf(key);
    return slot === undefined ? undefined : this.#valueAt(slot);
  }

  has(key: string): boolean {
    return this.#slotOf(key) !== undefined;
  }

  *keys(): MapIterator<string> {
    let left = this.#size;
    for (const key of this.#slots.keys()) {
      if (left-- === 0) return;
      yield key;
    }
  }

  *values(): MapIterator<Value> {
    for (let slot = 0; slot < this.#size; slot++) yield this.#valueAt(slot);
  }

  *entries(): MapIterator<[string, Value]> {
    const values = this.values();
    for (const key of this.keys()) yield [key, values.next().value as Value];
  }

  [Symbol.iterator](): MapIterator<[string, Value]> {
    return this.entries();
  }

  forEach(visit: (value: Value, key: string, map: ReadonlyMap<string, Value>) => void): void {
    for (const [key, value] of this) visit(value, key, this);
  }

  get [Symbol.toStringTag](): string {
    return "Map";
  }

  #valueAt(slot: number): Value {
    if (slot === this.#hotSlot) return readSlot(this.#hotValue as Value);
    return readSlot(pageOf(this.#groups, slot)?.[slot & PAGE_MASK] as Value);
  }

  /** The index may hold keys that came after this snapshot was taken. */
  #slotOf(key: string): number | undefined {
    const slot = this.#slots.get(key);
    return slot !== undefined && slot < this.#size ? slot : undefined;
  }
}

// Equality helpers, printers and serializers recognise maps by `instanceof` or by constructor.
// Inheriting from Map itself would show an empty map in every debugger.
Object.setPrototypeOf(EntityMap.prototype, Map.prototype);
Object.defineProperty(EntityMap.prototype, "constructor", { value: Map });
// Node's console is to print it like the map it is.
Object.defineProperty(EntityMap.prototype, Symbol.for("nodejs.util.inspect.custom"), {
  value(this: ReadonlyMap<string, unknown>) {
    return new Map(this);
  },
});
for (const method of ["set", "delete", "clear"]) {
  Object.defineProperty(EntityMap.prototype, method, {
    value() {
      throw new TypeError(
        `[acp-store] The state is read-only: "${method}" cannot be called on it. Change it through the store's methods.`,
      );
    },
  });
}
