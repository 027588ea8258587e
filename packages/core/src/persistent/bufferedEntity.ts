import { deepFreeze, freeze } from "./freeze.js";
import { LazyValue } from "./entityMap.js";
import { ListBuffer } from "./listBuffer.js";
import { TextBuffer } from "./textBuffer.js";

/** A list of an entity in an append buffer. */
interface BufferedList {
  readonly field: string;
  readonly buffer: ListBuffer<unknown>;
}

/**
 * An entity with one field in an append buffer, or two lists that grow in turns. Tables store it in place of the entity, so that an
 * append costs the appended item and not a copy of the field. The entity is built when it is first
 * read, and only once.
 */
export class BufferedEntity<Entity extends object> extends LazyValue<Entity> {
  /** The entity with outdated values in the buffered field and in `updatedAt`. */
  readonly base: Entity;
  readonly field: string;
  readonly buffer: ListBuffer<unknown> | TextBuffer;
  /** The current value of the entity's field `updatedAt`, which every append changes. */
  readonly updatedAt: number | undefined;
  /** A second list in an append buffer. */
  readonly other: BufferedList | undefined;
  #entity: Entity | undefined;

  constructor(
    base: Entity,
    field: keyof Entity & string,
    buffer: ListBuffer<unknown> | TextBuffer,
    updatedAt: number | undefined,
    other?: BufferedList,
  ) {
    super();
    this.base = deepFreeze(base);
    this.field = field;
    this.buffer = buffer;
    this.updatedAt = updatedAt;
    this.other = other;
  }

  override value(): Entity {
    this.#entity ??= this.#build();
    return this.#entity;
  }

  #build(): Entity {
    const entity: Entity & TimedObject = { ...this.base, [this.field]: this.buffer.value() };
    if (this.updatedAt !== undefined) entity.updatedAt = this.updatedAt;
    if (this.other !== undefined) Reflect.set(entity, this.other.field, this.other.buffer.value());
    return freeze(entity);
  }
}

/** An object that may have the time of its last change. */
export interface TimedObject {
  updatedAt?: number;
}

/** The content of a table slot: an entity, or one with a field in an append buffer. */
export type StoredEntity<Entity extends object> = Entity | BufferedEntity<Entity>;

/** Returns the field `updatedAt` of a stored entity. Does not build the entity. */
export function updatedAtOf(stored: {
  readonly updatedAt?: number | undefined;
}): number | undefined {
  return stored.updatedAt;
}

/** A field of a stored entity as an append buffer. */
export interface OpenedField<Entity, Buffer> {
  /** The entity. Its value of the field may be outdated. */
  readonly base: Entity;
  readonly buffer: Buffer;
  /** Another list of the entity that is in an append buffer. */
  readonly other?: BufferedList | undefined;
}

/** Returns a list field of a stored entity as an append buffer. */
export function openList<Entity extends object>(
  stored: StoredEntity<Entity>,
  field: keyof Entity & string,
): OpenedField<Entity, ListBuffer<unknown>> {
  if (!(stored instanceof BufferedEntity)) return { base: stored, buffer: listOf(stored, field) };
  const { base, buffer, other } = stored;
  if (!(buffer instanceof ListBuffer)) return openList(stored.value(), field);
  if (stored.field === field) return { base, buffer, other };
  if (other !== undefined && other.field !== field) return openList(stored.value(), field);
  const previous = { field: stored.field, buffer };
  return { base, buffer: other?.buffer ?? listOf(base, field), other: previous };
}

/** Returns a list field as an append buffer. An absent list is empty. */
function listOf<Entity extends object>(
  entity: Entity,
  field: keyof Entity & string,
): ListBuffer<unknown> {
  return ListBuffer.of((entity[field] as readonly unknown[] | undefined) ?? []);
}

/** Returns the last item of a list field of a stored entity. Builds neither list nor entity. */
export function lastItemOf<Entity extends object>(
  stored: StoredEntity<Entity>,
  field: keyof Entity & string,
): unknown {
  if (
    stored instanceof BufferedEntity &&
    stored.field === field &&
    stored.buffer instanceof ListBuffer
  )
    return stored.buffer.last;
  return openList(stored, field).buffer.last;
}

/** Returns the length of a list field of a stored entity, 0 if it is absent. Builds neither. */
export function lengthOf<Entity extends object>(
  stored: StoredEntity<Entity>,
  field: keyof Entity & string,
): number {
  return openList(stored, field).buffer.length;
}

/** Returns a text field of a stored entity as an append buffer. */
export function openText<Entity extends object>(
  stored: StoredEntity<Entity>,
  field: keyof Entity & string,
): OpenedField<Entity, TextBuffer> {
  if (!(stored instanceof BufferedEntity))
    return { base: stored, buffer: TextBuffer.of(stored[field] as string) };
  if (stored.field === field && stored.buffer instanceof TextBuffer)
    return { base: stored.base, buffer: stored.buffer };
  return openText(stored.value(), field);
}
