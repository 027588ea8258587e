import type { Transaction } from "../commit/transaction.js";
import type { EventOf } from "../events/event.js";
import { shareStructure } from "../state/shareStructure.js";
import type { Compaction } from "../state/sessionParts.js";
import type { SessionRecord } from "../state/tree.js";
import { appendBlock } from "./append.js";
import { patchMeta, setMeta } from "./meta.js";
import { keepExtra } from "./patchFields.js";

export function reduceCompaction(tx: Transaction, event: EventOf<"compaction">): void {
  const session = tx.session(event.sessionId);
  const before = ensure(tx, session, event.compactionId);
  tx.update(session, "compactions", event.compactionId, (draft) => {
    draft.status = event.status;
    if (event.summary !== undefined) {
      draft.summary = shareStructure(before.summary, event.summary ?? []) as typeof draft.summary;
    }
    if (event.error === null) delete draft.error;
    else if (event.error !== undefined) draft.error = event.error;
    keepExtra(draft, before, event.extra);
    setMeta(draft, patchMeta(before._meta, event.meta));
  });
}

export function reduceCompactionSummary(
  tx: Transaction,
  event: EventOf<"compaction_summary">,
): void {
  const session = tx.session(event.sessionId);
  if (!session.tables.compactions.has(event.compactionId)) ensure(tx, session, event.compactionId);
  const place = {
    session,
    table: "compactions",
    id: event.compactionId,
    field: "summary",
  } as const;
  appendBlock(tx, place, event.content);
}

function ensure(tx: Transaction, session: SessionRecord, compactionId: string): Compaction {
  const known = session.tables.compactions.get(compactionId);
  if (known !== undefined) return known;
  const created: Compaction = { compactionId, status: "in_progress", summary: [] };
  tx.create(session, "compactions", compactionId, created, "compaction");
  return created;
}
