import { ownField } from "../json.js";
import { appendItem, EMPTY_ARRAY } from "../persistent/emptyArray.js";
import type { EntityTable } from "../state/entityTable.js";
import { type AcpPatch, assignment, type FieldValue, type PatchPath } from "./patch.js";

/** Collects the patches of one transaction. There is none while the store has no inspectors. */
export class PatchRecorder {
  patches: AcpPatch[] = EMPTY_ARRAY;
  /** The inverse patches, in the opposite of the order in which they apply until `finish`. */
  inversePatches: AcpPatch[] = EMPTY_ARRAY;

  record(patch: AcpPatch, inverse: AcpPatch): void {
    this.patches = appendItem(this.patches, patch);
    this.inversePatches = appendItem(this.inversePatches, inverse);
  }

  /** Records that a value is set, or removed if `after` is `undefined`. */
  recordAssignment(path: PatchPath, before: unknown, after: unknown): void {
    this.record(assignment(path, before, after), assignment(path, after, before));
  }

  /**
   * Records the assignment of a whole field. That is what immer's patches plugin would produce for
   * the recipes of the reducers, at half the price.
   */
  recordField(
    table: EntityTable<object>,
    id: string,
    field: string,
    before: unknown,
    after: unknown,
  ): void {
    if (before !== after) this.recordAssignment(table.fieldPath(id, field), before, after);
  }

  /** Records the assignment of several fields of an entity. */
  recordFields(
    table: EntityTable<object>,
    id: string,
    before: object,
    fields: readonly FieldValue[],
  ): void {
    for (const [field, value] of fields)
      this.recordField(table, id, field, ownField(before, field), value);
  }

  /** Records that a value is added to the end of a list, which had this length. */
  recordPush(path: PatchPath, length: number, value: unknown): void {
    this.record(
      { op: "add", path: [...path, length], value },
      { op: "replace", path: [...path, "length"], value: length },
    );
  }

  /** Records that a list of an entity, which is absent while it is empty, gets one more item. */
  recordItem(
    table: EntityTable<object>,
    id: string,
    field: string,
    length: number,
    item: unknown,
  ): void {
    if (length === 0) this.recordField(table, id, field, undefined, [item]);
    else this.recordPush(table.fieldPath(id, field), length, item);
  }

  /** Records one more patch that undoes the previous ones. It applies before theirs. */
  recordInverse(inverse: AcpPatch): void {
    this.inversePatches = appendItem(this.inversePatches, inverse);
  }

  /** Puts the inverse patches into the order in which they apply. */
  finish(): void {
    if (this.inversePatches.length > 1) this.inversePatches.reverse();
  }
}
