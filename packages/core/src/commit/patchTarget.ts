import { isRootFieldName } from "../state/definitions.js";
import {
  isRootTableName,
  isTableName,
  type RootTableName,
  type TableName,
} from "../state/tables.js";
import type { StateField } from "../state/state.js";
import type { PatchPath } from "./patch.js";

/**
 * The part of the state that a patch changes: an entity, a whole table, the timeline or a field of a
 * session, a whole session, or a field at the top of the state (`state`). Tables at the top of the
 * state have no `sessionId`.
 */
export type PatchTarget = {
  /** The number of steps of the path that lead to this part. Further steps lead into it. */
  readonly depth: number;
} & (
  | {
      readonly kind: "entity";
      readonly sessionId: string;
      readonly table: TableName;
      readonly id: string;
    }
  | {
      readonly kind: "entity";
      readonly sessionId?: undefined;
      readonly table: RootTableName;
      readonly id: string;
    }
  | { readonly kind: "table"; readonly sessionId: string; readonly table: TableName }
  | { readonly kind: "table"; readonly sessionId?: undefined; readonly table: RootTableName }
  | { readonly kind: "timeline"; readonly sessionId: string }
  | { readonly kind: "session"; readonly sessionId: string }
  /** The field has its name in the path, even if only a newer release knows it. */
  | { readonly kind: "field"; readonly sessionId: string; readonly field: string }
  /** A field or a table that only a newer release knows is part of `unknownFields`. */
  | {
      readonly kind: "state";
      readonly sessionId?: undefined;
      readonly field: Exclude<StateField, RootTableName>;
    }
);

/**
 * Returns the part of the state that a patch with this path changes.
 *
 * @example
 * ```ts
 * const target = getPatchTarget(["sessions", "s1", "toolCalls", "call_1", "status"]);
 * if (target.kind === "entity") console.log(target.table, target.id); // "toolCalls", "call_1"
 * ```
 */
export function getPatchTarget(path: PatchPath): PatchTarget {
  // Not destructured, which takes longer, because every patch comes here.
  const top = path[0];
  const second = path[1];
  if (top === "sessions") {
    const name = path[2];
    const id = path[3];
    const sessionId = String(second);
    if (name === undefined) return { kind: "session", sessionId, depth: 2 };
    if (name === "timeline") return { kind: "timeline", sessionId, depth: 3 };
    if (!isTableName(name)) return { kind: "field", sessionId, field: String(name), depth: 3 };
    if (id === undefined) return { kind: "table", sessionId, table: name, depth: 3 };
    return { kind: "entity", sessionId, table: name, id: String(id), depth: 4 };
  }
  if (!isRootTableName(top))
    return { kind: "state", field: isRootFieldName(top) ? top : "unknownFields", depth: 1 };
  if (second === undefined) return { kind: "table", table: top, depth: 1 };
  return { kind: "entity", table: top, id: String(second), depth: 2 };
}
