import type { Transaction } from "../commit/transaction.js";
import type { EventOf } from "../events/event.js";
import type { Compaction } from "../state/sessionParts.js";
import type { SessionRecord } from "../state/sessionRecord.js";
import { shareStructure } from "../state/shareStructure.js";
import { appendBlock } from "./contentBlocks.js";
import { keepUnknownFields, patchMeta, setMeta } from "./fieldPatches.js";

/** Creates or updates a compaction. Absent fields stay; a `null` summary or error clears it. */
export function reduceCompaction(tx: Transaction, event: EventOf<"compaction">): void {
  const session = tx.session(event.sessionId);
  const { compactions } = session.tables;
  const before =
    compactions.get(event.compactionId) ?? createCompaction(tx, session, event.compactionId);
  tx.update(compactions, event.compactionId, (draft) => {
    draft.status = event.status;
    if (event.summary !== undefined) {
      draft.summary = shareStructure(before.summary, event.summary ?? []) as typeof draft.summary;
    }
    if (event.error === null) delete draft.error;
    else if (event.error !== undefined) draft.error = event.error;
    keepUnknownFields(draft, before, event.extra);
    setMeta(draft, patchMeta(before._meta, event.meta));
  });
}

/** Appends a block to the summary of a compaction. */
export function reduceCompactionSummary(
  tx: Transaction,
  event: EventOf<"compaction_summary">,
): void {
  const session = tx.session(event.sessionId);
  const { compactions } = session.tables;
  // Checks before it reads: reading would build the summary, which is in an append buffer.
  if (!compactions.has(event.compactionId)) createCompaction(tx, session, event.compactionId);
  appendBlock(tx, compactions, event.compactionId, "summary", event.content);
}

function createCompaction(
  tx: Transaction,
  session: SessionRecord,
  compactionId: string,
): Compaction {
  const created: Compaction = { compactionId, status: "in_progress", summary: [] };
  tx.create(session.tables.compactions, compactionId, created);
  return created;
}
