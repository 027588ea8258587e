import type { Transaction } from "../commit/transaction.js";
import type { EventOf } from "../events/event.js";
import { presentFields } from "../json.js";
import type { Subagent, SubagentState } from "../state/sessionParts.js";
import { reduceActivity } from "./activity.js";
import { patchMeta, patchThreeStateFields, setMeta } from "./fieldPatches.js";

/** Creates or updates a child session: an entity of its parent, and a separate session. */
export function reduceSubagent(tx: Transaction, event: EventOf<"subagent">): void {
  const session = tx.session(event.sessionId);
  const id = event.childSessionId;
  const known = session.tables.subagents.get(id);
  const before: Subagent = known ?? { sessionId: id };
  if (known === undefined) tx.create(session.tables.subagents, id, before);
  tx.update(session.tables.subagents, id, (draft) => {
    patchThreeStateFields(draft, before, event.patch);
    setMeta(draft, patchMeta(before._meta, event.meta));
  });
  updateChildSession(tx, event);
}

function updateChildSession(tx: Transaction, event: EventOf<"subagent">): void {
  const child = tx.session(event.childSessionId);
  if (child.fields.closed) return;
  tx.setSessionField(child, "parentSessionId", event.sessionId);
  tx.indexes.addToParent(child);
  const { cwd, state } = event.patch;
  if (typeof cwd === "string") tx.setSessionField(child, "cwd", cwd);
  // `null`: the child works in the directory of its parent.
  if (cwd === null) tx.setSessionField(child, "cwd", undefined);
  const report = state === null ? { state: "unknown" } : state;
  if (report !== undefined) reduceActivity(tx, activityOfChild(event, report));
}

/**
 * Returns the activity that a parent reports for its child, as an event of the child. The child
 * reports it as well; the report that arrives second changes nothing.
 */
function activityOfChild(event: EventOf<"subagent">, report: SubagentState): EventOf<"activity"> {
  const { state, stopReason, error, usage, background, _meta: meta } = report;
  return {
    type: "activity",
    sessionId: event.childSessionId,
    at: event.at,
    state,
    ...presentFields({ stopReason, error, usage, background, meta }),
  };
}
