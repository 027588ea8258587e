import type { EntityTable } from "../state/entityTable.js";
import type { TimelineItem } from "../state/tables.js";
import type { Transaction } from "./transaction.js";

/** If fewer than one of this many entities are removed, each gets its own patch. */
const FEW = 8;

/** Removes an entity from its table, and from the timeline. The patches have its size. */
export function removeEntity(tx: Transaction, table: EntityTable<object>, id: string): void {
  if (!table.has(id)) return;
  tx.deleteEntity(table, id);
  const { timelineType } = table.definition;
  const session = tx.find(table.sessionId);
  if (session === undefined || timelineType === undefined) return;
  const isOfEntity = (item: TimelineItem): boolean => item.type === timelineType && item.id === id;
  const timeline = session.timeline.value();
  // From the end, because most removed entities are new.
  const index = timeline.findLastIndex(isOfEntity);
  const item = timeline[index];
  if (item?.type === "message" && item.run > 0)
    tx.setTimeline(
      session,
      timeline.filter((other) => !isOfEntity(other)),
    );
  else if (item !== undefined) tx.removeTimelineItem(session, index);
}

/** Removes the entities that fail a test from their table. The timeline stays unchanged. */
export function retainEntities<Entity extends object>(
  tx: Transaction,
  table: EntityTable<Entity>,
  isRetained: (id: string, entity: Entity) => boolean,
): void {
  const after: [string, Entity][] = [];
  const ids: string[] = [];
  for (const entry of table.snapshot()) {
    if (isRetained(...entry)) after.push(entry);
    else ids.push(entry[0]);
  }
  if (ids.length === 0) return;
  if (ids.length * FEW > table.size) tx.refill(table, after, ids);
  else for (const id of ids) tx.deleteEntity(table, id);
}

/** Empties a table. The timeline stays unchanged. */
export function clearTable(tx: Transaction, table: EntityTable<object>): void {
  retainEntities(tx, table, () => false);
}
