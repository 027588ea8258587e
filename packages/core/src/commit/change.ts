import { sessionIdOfChange } from "../notify/changedPart.js";
import type { StoredEntity } from "../persistent/bufferedEntity.js";
import type { ListBuffer } from "../persistent/listBuffer.js";
import type { EntityTable } from "../state/entityTable.js";
import type { RootField } from "../state/state.js";
import type { TimelineItem } from "../state/tables.js";
import type { RootRecordFields, StateTree } from "../state/stateTree.js";
import type { SessionRecordFields, StoredSessionField } from "../state/storedState.js";

/** One change made by a transaction, which a rollback undoes. It is a {@link ChangedPart}. */
export type Change =
  | { readonly kind: "state"; readonly field: RootField; readonly before: RootRecordFields }
  | { readonly kind: "session_added"; readonly sessionId: string }
  | {
      readonly kind: "field";
      readonly sessionId: string;
      readonly field: StoredSessionField;
      readonly before: SessionRecordFields;
    }
  | {
      readonly kind: "timeline";
      readonly sessionId: string;
      readonly before: ListBuffer<TimelineItem>;
    }
  | {
      readonly kind: "entity";
      readonly table: EntityTable<object>;
      readonly id: string;
      /** The previous content of the slot. `undefined`: the entity is new. */
      readonly before: StoredEntity<object> | undefined;
      /** The appended text, if the change only appended to the streamed text of the entity. */
      readonly appendedText: string | undefined;
      /** The number of characters dropped from the start of that text. */
      readonly droppedLength: number;
    }
  | {
      readonly kind: "table";
      readonly table: EntityTable<object>;
      /** The ids of the entities that were added, changed or removed. */
      readonly ids: readonly string[];
      /** The previous content of the table, or only the removed entity if there is an `index`. */
      readonly before: readonly (readonly [string, StoredEntity<object>])[];
      /** The position of the only removed entity. */
      readonly index?: number;
    };

/** Undoes a change, which must be the last one that was not undone yet. */
export function undoChange(tree: StateTree, change: Change): void {
  if (change.kind === "state") {
    tree.root = change.before;
    return tree.touch();
  }
  const session = tree.find(sessionIdOfChange(change));
  tree.touch(session);
  if ("table" in change) undoTableChange(change);
  else if (session === undefined) return;
  else if (change.kind === "session_added") tree.removeSession(session);
  else if (change.kind === "field") session.fields = change.before;
  else session.timeline = change.before;
}

function undoTableChange(change: Extract<Change, { table: EntityTable<object> }>): void {
  const { table } = change;
  if (change.kind === "entity") {
    if (change.before === undefined) table.delete(change.id);
    else table.set(change.id, change.before);
  } else if (change.index === undefined) table.fill(change.before);
  else for (const [id, entity] of change.before) table.insert(change.index, id, entity);
}
