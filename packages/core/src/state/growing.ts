import { seal } from "../commit/produce.js";

/** A value that grew by appends: its pieces are shared, and joined when somebody reads it. */
interface Grown {
  value(): unknown;
}

/**
 * An entity with a field that grows. Tables hold it in place of the entity, so that an append
 * costs its piece: the entity is put together when somebody reads it, and only once.
 */
export class Growing<Entity extends object> {
  /** The entity; of the field that grows, it has a value that is out of date. */
  readonly base: Entity;
  readonly field: keyof Entity;
  readonly grown: Grown;
  #entity: Entity | undefined;

  constructor(base: Entity, field: keyof Entity, grown: Grown) {
    this.base = base;
    this.field = field;
    this.grown = grown;
  }

  entity(): Entity {
    this.#entity ??= this.#build();
    return this.#entity;
  }

  #build(): Entity {
    const entity = { ...this.base };
    entity[this.field] = this.grown.value() as Entity[keyof Entity];
    return seal(entity);
  }
}

/** What a table holds in a slot, as readers get it. */
export function readSlot<Value>(held: Value | Growing<Value & object>): Value {
  return held instanceof Growing ? held.entity() : held;
}
