import type { RootField } from "../state/state.js";
import type { RootTableName, TableName } from "../state/tables.js";
import type { StoredSessionField } from "../state/storedState.js";

/** An entity table, by its place in the state. */
interface TablePlace {
  readonly name: TableName | RootTableName;
  /** The id of the session that the table belongs to. Absent for a table at the top of the state. */
  readonly sessionId?: string | undefined;
}

/** A part of the state that a commit changed. Watchers match against it. */
export type ChangedPart =
  | { readonly kind: "state"; readonly field: RootField }
  /** In a replica also a session that was replaced or removed. */
  | { readonly kind: "session_added"; readonly sessionId: string }
  | { readonly kind: "field"; readonly sessionId: string; readonly field: StoredSessionField }
  | { readonly kind: "timeline"; readonly sessionId: string }
  | {
      readonly kind: "entity";
      readonly table: TablePlace;
      readonly id: string;
      /** `undefined` if the entity is new. */
      readonly before: unknown;
      /** The appended text, if the change only appended to the streamed text of the entity. */
      readonly appendedText: string | undefined;
      /** The number of characters dropped from the start of that text. */
      readonly droppedLength: number;
    }
  | {
      readonly kind: "table";
      readonly table: TablePlace;
      /** The ids of the entities that were added, changed or removed. */
      readonly ids: readonly string[];
    };

/** Returns the session of a change, or `undefined` for a change at the root of the state. */
export function sessionIdOfChange(change: ChangedPart): string | undefined {
  if (change.kind === "state") return undefined;
  return "table" in change ? change.table.sessionId : change.sessionId;
}

/** Returns the keys of the entities that a change adds, changes or removes. */
export function entityIdsOfChange(change: ChangedPart): readonly string[] {
  if (change.kind === "entity") return [change.id];
  return change.kind === "table" ? change.ids : [];
}
