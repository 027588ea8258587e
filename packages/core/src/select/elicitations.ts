import type { Elicitation } from "../state/requests.js";
import type { AcpState } from "../state/state.js";
import { createIndexSelector, EMPTY_LIST } from "./list.js";

const pendingOf = /* @__PURE__ */ createIndexSelector(
  (state: AcpState) => state.elicitations,
  (state) => state.pendingElicitations,
);
const inSession = new WeakMap<readonly Elicitation[], Map<string, readonly Elicitation[]>>();

/**
 * The requests for input that wait for the user, the oldest first: of one session, or of all and
 * of none.
 *
 * @example
 * ```ts
 * const [form] = selectPendingElicitations(store.getState());
 * if (form) {
 *   store.respondToElicitation(form.elicitationId, { action: "accept", content: { name: "Ada" } });
 * }
 * ```
 */
export function selectPendingElicitations(
  state: AcpState,
  sessionId?: string,
): readonly Elicitation[] {
  const all = pendingOf(state);
  if (sessionId === undefined) return all;
  const known = inSession.get(all) ?? new Map<string, readonly Elicitation[]>();
  inSession.set(all, known);
  const found =
    known.get(sessionId) ?? orNothing(all.filter((item) => item.sessionId === sessionId));
  known.set(sessionId, found);
  return found;
}

function orNothing(list: readonly Elicitation[]): readonly Elicitation[] {
  return list.length === 0 ? EMPTY_LIST : list;
}
