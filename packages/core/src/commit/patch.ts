import { setOwn } from "../json.js";

/**
 * A path in the state: field names, table keys and array positions. Patches may share a path, so do
 * not write to it.
 */
export type PatchPath = readonly (string | number)[];

/**
 * One change. `add`, `replace` and `remove` are immer's operations; as in immer, replacing the
 * `length` of an array shortens it. The operation `append` adds to the end of a string, so that a
 * patch of streamed text has the size of the chunk. If the string is bounded, `dropped` is the
 * number of characters removed from its start. The inverse of `append` is a `replace` of the
 * `length`, followed by an `add` of the dropped characters at position 0.
 *
 * The value of a whole table is a list of `[id, entity]`. Removing an entity from the middle of its
 * table has an inverse `add` with its `index`, because tables keep their order.
 */
export type AcpPatch =
  | {
      readonly op: "add" | "replace";
      readonly path: PatchPath;
      readonly value: unknown;
      /** The position of the added entity in its table. Absent: at the end. */
      readonly index?: number;
    }
  | { readonly op: "remove"; readonly path: PatchPath }
  | {
      readonly op: "append";
      readonly path: PatchPath;
      readonly value: string;
      readonly dropped?: number;
    };

/** Returns the patch that sets a field, or removes it if `after` is `undefined`. */
export function assignment(path: PatchPath, before: unknown, after: unknown): AcpPatch {
  if (after === undefined) return { op: "remove", path };
  return { op: before === undefined ? "add" : "replace", path, value: after };
}

/** Returns the fields of two versions of an entity: those of `after`, then those only in `before`. */
export function fieldsOf(before: object, after: object): readonly string[] {
  const fields = Object.keys(after);
  for (const field in before) if (!Object.hasOwn(after, field)) fields.push(field);
  return fields;
}

/** A field and its new value; `undefined` removes the field. */
export type FieldValue = readonly [field: string, value: unknown];

/** Returns a copy of an entity with other values in some fields. */
export function assignFields<Entity extends object>(
  before: Entity,
  fields: readonly FieldValue[],
): Entity {
  if (fields.length === 0) return before;
  const after = { ...before };
  for (const [field, value] of fields) {
    if (value === undefined) Reflect.deleteProperty(after, field);
    else setOwn(after, field, value);
  }
  return after;
}
