import type { Held } from "../state/grow.js";
import type { GrownList } from "../state/grownList.js";
import type { EntityTable } from "../state/sessionRecord.js";
import type {
  RootField,
  RootFields,
  SessionField,
  SessionFields,
  TimelineItem,
} from "../state/state.js";
import type { StateTree } from "../state/stateTree.js";

/** One change made by a transaction: watchers match against it, and a rollback undoes it. */
export type Change =
  | { readonly kind: "state"; readonly field: RootField; readonly before: RootFields }
  | { readonly kind: "session_added"; readonly sessionId: string }
  | {
      readonly kind: "field";
      readonly sessionId: string;
      readonly field: SessionField;
      readonly before: SessionFields;
    }
  | {
      readonly kind: "timeline";
      readonly sessionId: string;
      readonly before: GrownList<TimelineItem>;
    }
  | {
      readonly kind: "entity";
      readonly table: EntityTable<object>;
      readonly id: string;
      /** The previous content of the table. `undefined`: the entity is new. */
      readonly before: Held<object> | undefined;
    }
  | {
      readonly kind: "table";
      readonly table: EntityTable<object>;
      /** The ids of the removed entities. */
      readonly ids: readonly string[];
      readonly before: readonly (readonly [string, object])[];
    };

/** Undoes a change, which must be the last one that was not undone yet. */
export function takeBack(tree: StateTree, change: Change): void {
  switch (change.kind) {
    case "state":
      return void (tree.root = change.before);
    case "table":
      return change.table.fill(change.before);
    case "entity":
      if (change.before === undefined) return change.table.delete(change.id);
      return change.table.set(change.id, change.before);
  }
  const session = tree.find(change.sessionId);
  if (session === undefined) return;
  if (change.kind === "session_added") tree.removeSession(session);
  else if (change.kind === "field") session.fields = change.before;
  else session.timeline = change.before;
}
