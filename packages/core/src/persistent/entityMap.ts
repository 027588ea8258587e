import { freeze, isDevelopment } from "./freeze.js";

/**
 * A value that is built when it is first read, and only once. The class has no fields,
 * because a constructor that must run in the base class slows down every append.
 */
export abstract class LazyValue<Value> {
  /** Returns the value, the same one each time. */
  abstract value(): Value;
}

/** Returns the value of a slot that holds either the value itself or a {@link LazyValue}. */
export function resolveLazy<Value>(stored: Value | LazyValue<Value>): Value {
  return stored instanceof LazyValue ? stored.value() : stored;
}

/** The number of values in a page and of pages in a group, as a power of two. */
export const PAGE_BITS = 5;
export const PAGE_MASK: number = (1 << PAGE_BITS) - 1;

/** The index that stands for no slot, page or group. */
export const NO_INDEX = -1;

/** The slots of a table: slots in pages, pages in groups. The slot of a removed value is empty. */
export type PageGroups<Slot> = (Slot | undefined)[][][];

/** The storage that snapshots share with their table and with each other. */
export interface PagedStorage<Slot> {
  /** The position of each key. May contain keys that were added after the snapshot was taken. */
  readonly slots: Map<string, number>;
  readonly groups: PageGroups<Slot>;
  /** The number of slots. */
  readonly size: number;
  /** The slots of removed values, in ascending order. Their keys are still in `slots`. */
  readonly holes: readonly number[];
  /** The index of the slot that was written last. Its page still has an older value. */
  readonly hotSlot: number;
  readonly hotValue: Slot | undefined;
}

/** Returns the page that contains a slot. */
export function pageOf<Slot>(
  groups: PageGroups<Slot>,
  slot: number,
): (Slot | undefined)[] | undefined {
  return groups[slot >> (2 * PAGE_BITS)]?.[(slot >> PAGE_BITS) & PAGE_MASK];
}

/**
 * A base class whose instances `structuredClone` and `postMessage` refuse with a `DataCloneError`.
 * The instances of any other class are cloned as their own properties, so that a class with private
 * fields becomes an empty object without an error.
 *
 * An instance is a wrapper object of a symbol, which is the cheapest object that cannot be cloned.
 * It has no properties, so that printers and equality helpers see nothing of it.
 */
class UncloneableObject {
  constructor() {
    const wrapper: object = Object(Symbol("Use serialize(state) from @acp-store/core instead."));
    // A constructor that returns an object replaces the new instance.
    // oxlint-disable-next-line no-constructor-return
    return Object.setPrototypeOf(wrapper, new.target.prototype);
  }
}

class CloneableObject {}

/** {@link UncloneableObject} in development. In production, an empty class that costs nothing. */
const Uncloneable: { new (): object; readonly prototype: object } = isDevelopment
  ? UncloneableObject
  : CloneableObject;

/**
 * The immutable snapshot of a {@link PagedTable}: a `ReadonlyMap` in insertion order. Snapshots of
 * one table share every page that did not change between them.
 *
 * The class does not declare `implements ReadonlyMap`: its declaration would not compile for users
 * of TypeScript versions whose `ReadonlyMap` has other iterator types.
 */
export class EntityMap<Value> extends Uncloneable {
  readonly #slots: Map<string, number>;
  readonly #groups: PageGroups<Value | LazyValue<Value>>;
  readonly #size: number;
  readonly #holes: readonly number[];
  readonly #hotSlot: number;
  readonly #hotValue: Value | LazyValue<Value> | undefined;

  constructor(
    slots: Map<string, number>,
    groups: PageGroups<Value | LazyValue<Value>>,
    size: number,
    holes: readonly number[],
    hotSlot: number,
    hotValue: Value | LazyValue<Value> | undefined,
  ) {
    super();
    this.#slots = slots;
    this.#groups = groups;
    this.#size = size;
    this.#holes = holes;
    this.#hotSlot = hotSlot;
    this.#hotValue = hotValue;
    freeze(this);
  }

  static isSnapshot(value: object): boolean {
    return #slots in value;
  }

  /**
   * Returns the storage of a map that is a snapshot. The caller must know the type of its slots: it
   * depends on the table that the snapshot was taken from.
   */
  static storageOf<Slot>(map: ReadonlyMap<string, unknown>): PagedStorage<Slot> | undefined {
    if (!(#slots in map)) return undefined;
    return {
      slots: map.#slots,
      groups: map.#groups as PageGroups<Slot>,
      size: map.#size,
      holes: map.#holes,
      hotSlot: map.#hotSlot,
      hotValue: map.#hotValue as Slot | undefined,
    };
  }

  get size(): number {
    return this.#size - this.#holes.length;
  }

  get(key: string): Value | undefined {
    const slot = this.#slotOf(key);
    return slot === undefined ? undefined : resolveLazy(this.#storedAt(slot));
  }

  has(key: string): boolean {
    const slot = this.#slotOf(key);
    return slot !== undefined && (this.#holes.length === 0 || this.#storedAt(slot) !== undefined);
  }

  *keys(): IterableIterator<string> {
    let slot = 0;
    for (const key of this.#slots.keys()) {
      if (slot === this.#size) return;
      if (this.#holes.length === 0 || this.#storedAt(slot) !== undefined) yield key;
      slot++;
    }
  }

  *values(): IterableIterator<Value> {
    for (let slot = 0; slot < this.#size; slot++) {
      const stored = this.#storedAt(slot);
      if (stored !== undefined) yield resolveLazy(stored);
    }
  }

  *entries(): IterableIterator<[string, Value]> {
    const values = this.values();
    for (const key of this.keys()) yield [key, values.next().value as Value];
  }

  [Symbol.iterator](): IterableIterator<[string, Value]> {
    return this.entries();
  }

  forEach(visit: (value: Value, key: string, map: ReadonlyMap<string, Value>) => void): void {
    for (const [key, value] of this) visit(value, key, this);
  }

  /** Returns the entries, so that `JSON.stringify` loses nothing. `serialize` does the same. */
  toJSON(): [string, Value][] {
    return [...this];
  }

  get [Symbol.toStringTag](): string {
    return "Map";
  }

  #storedAt(slot: number): Value | LazyValue<Value> | undefined {
    return slot === this.#hotSlot ? this.#hotValue : pageOf(this.#groups, slot)?.[slot & PAGE_MASK];
  }

  #slotOf(key: string): number | undefined {
    const slot = this.#slots.get(key);
    return slot !== undefined && slot < this.#size ? slot : undefined;
  }
}

// Equality helpers and printers recognize maps by `instanceof` or by constructor. The class does
// not extend Map, because debuggers would show an empty map.
Object.setPrototypeOf(Uncloneable.prototype, Map.prototype);
// The prototype itself keeps its constructor: Babel compiles `super()` to a call that reads it there.
Object.defineProperty(EntityMap.prototype, "constructor", {
  get(this: object) {
    return EntityMap.isSnapshot(this) ? Map : EntityMap;
  },
});
// Node's console prints the snapshot like a Map.
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
