import type { AcpState, EntityOf, TableName } from "@acp-store/core";
import { type SessionOption, useSessionId } from "./context.js";
import { type Compare, useWatched, whole } from "./useWatched.js";

/** How a hook with a selector compares, and which session it reads. */
export interface SelectOptions<Value> extends SessionOption {
  readonly compare?: Compare<Value>;
}

/** One entity of a table, or what a selector picks of it. */
export function useEntity<Name extends TableName, Value>(
  table: Name,
  id: string,
  selectOrOptions: ((entity: EntityOf<Name> | undefined) => Value) | SessionOption | undefined,
  options: SelectOptions<Value> | undefined,
): Value {
  const isSelector = typeof selectOrOptions === "function";
  const select = isSelector
    ? selectOrOptions
    : (whole as (entity: EntityOf<Name> | undefined) => Value);
  const sessionId = useSessionId(isSelector ? options : selectOrOptions);
  const read = (state: AcpState): EntityOf<Name> | undefined => {
    const entities = state.sessions.get(sessionId)?.[table] as
      | ReadonlyMap<string, EntityOf<Name>>
      | undefined;
    return entities?.get(id);
  };
  return useWatched([{ sessionId, table, id }], read, select, options?.compare);
}
