/** Entities a page holds, as a power of two: what one change copies. */
export const PAGE_BITS = 5;
export const PAGE_MASK: number = (1 << PAGE_BITS) - 1;

/** What snapshots share with the table they were taken from, and with each other. */
export interface Parts<Value> {
  readonly slots: Map<string, number>;
  readonly pages: Value[][];
  readonly size: number;
}

/**
 * A read-only map by id in first-seen order. Snapshots of one table share every page of entities
 * that did not change between them, so taking one costs the changes, not the size.
 */
export class EntityMap<Value> implements ReadonlyMap<string, Value> {
  readonly #parts: Parts<Value>;

  private constructor(parts: Parts<Value>) {
    this.#parts = parts;
  }

  static of<Value>(parts: Parts<Value>): EntityMap<Value> {
    return new EntityMap(parts);
  }

  static partsOf<Value>(map: EntityMap<Value>): Parts<Value> {
    return map.#parts;
  }

  static is<Value>(map: ReadonlyMap<string, Value>): map is EntityMap<Value> {
    return #parts in map;
  }

  get size(): number {
    return this.#parts.size;
  }

  get(key: string): Value | undefined {
    const slot = this.#slotOf(key);
    return slot === undefined
      ? undefined
      : this.#parts.pages[slot >> PAGE_BITS]?.[slot & PAGE_MASK];
  }

  has(key: string): boolean {
    return this.#slotOf(key) !== undefined;
  }

  *keys(): MapIterator<string> {
    let left = this.#parts.size;
    for (const key of this.#parts.slots.keys()) {
      if (left-- === 0) return;
      yield key;
    }
  }

  *values(): MapIterator<Value> {
    const { pages, size } = this.#parts;
    for (let slot = 0; slot < size; slot++) {
      yield pages[slot >> PAGE_BITS]?.[slot & PAGE_MASK] as Value;
    }
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

  /** The index may hold keys that came after this snapshot was taken. */
  #slotOf(key: string): number | undefined {
    const slot = this.#parts.slots.get(key);
    return slot !== undefined && slot < this.#parts.size ? slot : undefined;
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
