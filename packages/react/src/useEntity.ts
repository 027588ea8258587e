import type { AcpState, EntityOf, TableName } from "@acp-store/core";
import { type SessionOption, useSessionId } from "./context.js";
import { type SelectOptions, selectionOf } from "./selection.js";
import { useWatched } from "./useWatched.js";

/** One entity of a table, or what a selector picks of it. */
export function useEntity<Name extends TableName, Value>(
  table: Name,
  id: string,
  selectOrOptions: ((entity: EntityOf<Name> | undefined) => Value) | SessionOption | undefined,
  options: SelectOptions<Value> | undefined,
): Value {
  const { select, compare, option } = selectionOf(selectOrOptions, options);
  const sessionId = useSessionId(option);
  const read = (state: AcpState): EntityOf<Name> | undefined => {
    const entities = state.sessions.get(sessionId)?.[table] as
      | ReadonlyMap<string, EntityOf<Name>>
      | undefined;
    return entities?.get(id);
  };
  return useWatched([{ sessionId, table, id }], read, select, compare);
}
