import type { GrownList } from "../state/grownList.js";
import type {
  AcpState,
  SessionField,
  SessionFields,
  StateField,
  TableName,
  TimelineItem,
} from "../state/state.js";
import type { Table } from "../state/table.js";
import type { StateTree } from "../state/tree.js";

/** One thing that a transaction changed, for those who watch it; and what takes it back. */
export type Change =
  | {
      readonly kind: "state";
      readonly field: StateField;
      readonly before: Omit<AcpState, "sessions">;
    }
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
      readonly sessionId: string;
      readonly table: TableName;
      readonly id: string;
      /** What the table held; `undefined`: the entity is new. */
      readonly before: unknown;
    }
  | {
      readonly kind: "table";
      readonly sessionId: string;
      readonly table: TableName;
      /** What left it. */
      readonly ids: readonly string[];
      readonly before: readonly (readonly [string, unknown])[];
    };

/** Makes the state as it was before a change, if it was the last one. */
export function takeBack(tree: StateTree, change: Change): void {
  if (change.kind === "state") return void (tree.root = change.before);
  const session = tree.find(change.sessionId);
  if (session === undefined) return undefined;
  switch (change.kind) {
    case "session_added":
      return tree.removeSession(session);
    case "field":
      return void (session.fields = change.before);
    case "timeline":
      return void (session.timeline = change.before);
    case "table":
      return (session.tables[change.table] as Table<unknown>).fill(change.before);
    case "entity":
      return takeBackEntity(session.tables[change.table] as Table<unknown>, change);
  }
}

function takeBackEntity(
  table: Table<unknown>,
  { id, before }: Extract<Change, { kind: "entity" }>,
): void {
  if (before === undefined) table.delete(id);
  else table.set(id, before);
}
