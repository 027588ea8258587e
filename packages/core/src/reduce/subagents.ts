import type { Transaction } from "../commit/transaction.js";
import type { EventOf } from "../events/event.js";
import { isObject, type JsonObject } from "../json.js";
import type { Subagent } from "../state/sessionParts.js";
import { reduceActivity } from "./activity.js";
import { patchMeta, setMeta } from "./meta.js";
import { patchFields } from "./patchFields.js";

/** A child session: its parent lists it, and it is a session of its own. */
export function reduceSubagent(tx: Transaction, event: EventOf<"subagent">): void {
  const session = tx.session(event.sessionId);
  const id = event.childSessionId;
  const known = session.tables.subagents.get(id);
  const before: Subagent = known ?? { sessionId: id };
  if (known === undefined) tx.create(session, "subagents", id, before, "subagent");
  tx.update(session, "subagents", id, (draft) => {
    patchFields(draft, before, event.patch);
    setMeta(draft, patchMeta(before._meta, event.meta));
  });
  updateChild(tx, event);
}

function updateChild(tx: Transaction, event: EventOf<"subagent">): void {
  const child = tx.session(event.childSessionId);
  if (child.fields.closed) return;
  tx.setField(child, "parentSessionId", event.sessionId);
  const { cwd, state } = event.patch;
  if (typeof cwd === "string") tx.setField(child, "cwd", cwd);
  // From here on it works where its parent does, which is for the parent to say.
  if (cwd === null) tx.setField(child, "cwd", undefined);
  const report = state === null ? { state: "unknown" } : state;
  if (isObject(report)) reduceActivity(tx, mirrored(event, report));
}

/** What the child says itself as well, so that it counts once, whichever comes first. */
function mirrored(event: EventOf<"subagent">, report: JsonObject): EventOf<"activity"> {
  const { state, stopReason, error, usage, background, _meta: meta } = report;
  const said = Object.entries({ stopReason, error, usage, background, meta });
  return {
    type: "activity",
    sessionId: event.childSessionId,
    at: event.at,
    state: state as string,
    ...Object.fromEntries(said.filter(([, value]) => value != null)),
  };
}
