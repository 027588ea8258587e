import { isObject, type JsonObject } from "../json.js";
import { eachItem, type Lose, withFields } from "./conversion.js";
import { metaToV1, metaToV2 } from "./meta.js";

/** The id of the only plan of version 1. */
const MAIN = "main";

export function planToV2(update: JsonObject, lose: Lose): JsonObject {
  const { sessionUpdate: _, ...plan } = update;
  const named = { type: "items", planId: MAIN };
  const _meta = metaToV2(plan["_meta"], lose);
  return {
    sessionUpdate: "plan_update",
    plan: withFields({ ...named, ...plan }, { ...named, _meta }),
  };
}

/** Converts a plan. Version 1 has one plan, which is a list of entries. */
export function planToV1(update: JsonObject, lose: Lose): unknown {
  const { plan, _meta } = update;
  if (!isObject(plan)) return update;
  if (plan["type"] !== "items") {
    lose("unsupported", "plan");
    return undefined;
  }
  if (plan["planId"] !== MAIN) lose("approximated", "plan", "planId");
  if (isObject(_meta)) lose("unsupported", "_meta");
  const { type: _type, planId: _planId, ...rest } = plan;
  return withFields(
    { sessionUpdate: "plan", ...rest },
    {
      sessionUpdate: "plan",
      entries: entriesToV1(plan["entries"], lose),
      _meta: metaToV1(plan["_meta"], lose, ["plan", "_meta"]),
    },
  );
}

/** Converts the removal of a plan. Version 1 cannot remove a plan, so it is emptied. */
export function planRemovedToV1(_update: JsonObject, lose: Lose): JsonObject {
  lose("approximated", "planId");
  return { sessionUpdate: "plan", entries: [] };
}

/** Converts the entries. A cancelled entry becomes pending, because it is not completed. */
function entriesToV1(entries: unknown, lose: Lose): unknown {
  return eachItem(entries, (entry, index) => {
    if (entry["status"] !== "cancelled") return entry;
    lose("approximated", "plan", "entries", index, "status");
    return { ...entry, status: "pending" };
  });
}
