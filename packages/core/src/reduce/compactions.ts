import type { Transaction } from "../commit/transaction.js";
import type { EventOf } from "../events/event.js";
import { AWAITS_USAGE } from "../state/indexKeys.js";
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
    compactions.get(event.compactionId) ??
    createCompaction(tx, session, event.compactionId, event.status);
  const { usage } = session.fields;
  tx.update(compactions, event.compactionId, (draft) => {
    draft.status = event.status;
    if (before.startedAt !== undefined && before.endedAt === undefined && isOver(event.status)) {
      draft.endedAt = tx.at;
      // Some agents report the smaller context before the end.
      if (usage !== undefined && usage.used !== before.tokensBefore) draft.tokensAfter = usage.used;
    }
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
  if (!compactions.has(event.compactionId))
    createCompaction(tx, session, event.compactionId, "in_progress");
  appendBlock(tx, compactions, event.compactionId, "summary", event.content);
}

/** Records the number of tokens that the agent reports after a compaction. */
export function recordCompactedUsage(tx: Transaction, session: SessionRecord, used: number): void {
  const { compactions } = session.tables;
  for (const id of [...compactions.idsWith(AWAITS_USAGE)])
    tx.setFields(compactions, id, [["tokensAfter", used]]);
}

function isOver(status: Compaction["status"]): boolean {
  return status === "completed" || status === "failed" || status === "cancelled";
}

/** One that is over when it is first reported has been replayed, so it has no times. */
function createCompaction(
  tx: Transaction,
  session: SessionRecord,
  compactionId: string,
  status: Compaction["status"],
): Compaction {
  const { usage } = session.fields;
  const created: Compaction = {
    compactionId,
    status,
    summary: [],
    ...(!isOver(status) && { startedAt: tx.at }),
    ...(!isOver(status) && usage !== undefined && { tokensBefore: usage.used }),
  };
  tx.create(session.tables.compactions, compactionId, created);
  return created;
}
