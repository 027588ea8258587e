import { deepFreeze } from "../commit/immer.js";
import { SessionView } from "./sessionView.js";

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
    return deepFreeze(entity);
  }
}

/** What a table may hold in place of an entity, to put it together when somebody reads it. */
export interface Unread<Entity> {
  entity(): Entity;
}

/** What a table holds in a slot, as readers get it. */
export function readSlot<Value>(held: Value | Unread<Value>): Value {
  const isUnread = held instanceof Growing || held instanceof SessionView;
  return isUnread ? (held as Unread<Value>).entity() : (held as Value);
}
