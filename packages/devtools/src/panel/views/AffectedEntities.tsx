import type { ReactNode } from "react";
import type { HistoryEntry } from "../../history/entry.js";
import { shortId } from "../model/format.js";
import { usePanel } from "../ui/context.js";

/** What was changed; leads to all that changed the same. */
export function AffectedEntities({ affected }: Pick<HistoryEntry, "affected">): ReactNode {
  const { setFilter } = usePanel();
  const entities = affected.flatMap(({ table, id, sessionId }) =>
    table === undefined || id === undefined ? [] : [{ table, id, sessionId }],
  );
  if (entities.length === 0) return null;
  return (
    <p className="affected">
      Changed:
      {entities.map((entity) => (
        <button
          key={`${entity.sessionId} ${entity.table} ${entity.id}`}
          type="button"
          className="chip"
          title={`Show all that changed ${entity.id}`}
          onClick={() => setFilter({ entity })}
        >
          {entity.table} {shortId(entity.id)}
        </button>
      ))}
    </p>
  );
}
