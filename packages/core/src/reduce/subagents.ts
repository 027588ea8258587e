import type { Transaction } from "../commit/transaction.js";
import type { EventOf } from "../events/event.js";
import { isObject } from "../state/adopt.js";
import type { Subagent } from "../state/sessionParts.js";
import { activityNamed } from "./activity.js";
import { patchMeta, setMeta } from "./meta.js";
import { patchFields } from "./patchFields.js";

/** A child session: its parent lists it, and it is a session of its own. */
export function reduceSubagent(tx: Transaction, event: EventOf<"subagent">): void {
  const cell = tx.session(event.sessionId);
  const id = event.childSessionId;
  const known = cell.tables.subagents.get(id);
  const before: Subagent = known ?? { sessionId: id };
  if (known === undefined) tx.create(cell, "subagents", id, before, "subagent");
  tx.update(cell, "subagents", id, (draft) => {
    patchFields(draft, before, event.patch);
    setMeta(draft, patchMeta(before._meta, event.meta));
  });
  updateChild(tx, event);
}

function updateChild(tx: Transaction, event: EventOf<"subagent">): void {
  const child = tx.session(event.childSessionId);
  tx.setField(child, "parentSessionId", event.sessionId);
  const { cwd, state } = event.patch;
  if (typeof cwd === "string") tx.setField(child, "cwd", cwd);
  if (isObject(state) && typeof state["state"] === "string") {
    tx.setField(child, "activity", activityNamed(state["state"]));
  }
}
