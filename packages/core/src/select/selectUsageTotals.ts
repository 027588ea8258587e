import { addCost, addTokens, NO_USAGE } from "../state/addUsage.js";
import type { SessionId } from "../state/entities.js";
import type { UsageTotals } from "../state/sessionParts.js";
import type { AcpState } from "../state/state.js";
import { createStableList } from "./list.js";

const stablePartsOfSession = /* @__PURE__ */ createStableList<UsageTotals>();
const stablePartsOfAgent = /* @__PURE__ */ createStableList<UsageTotals>();
const joinedParts = new WeakMap<readonly UsageTotals[], UsageTotals>();

/**
 * Returns the tokens by model and the costs by currency of a session and its subagents, or of all
 * sessions. The size of the context is not a part of them: most of it is sent again with each request,
 * so adding it up would count it many times. The object keeps its reference until it changes.
 *
 * @example
 * ```ts
 * const { costs } = selectUsageTotals(store.getState(), "s1");
 * costs.map(({ amount, currency }) => `${amount.toFixed(2)} ${currency}`); // ["0.42 USD"]
 * ```
 */
export function selectUsageTotals(
  state: Pick<AcpState, "sessions">,
  sessionId?: SessionId,
): UsageTotals {
  const parts: UsageTotals[] = [];
  for (const { sessionId: id, usageTotals } of state.sessions.values())
    if (usageTotals !== undefined && (sessionId === undefined || isPartOf(state, id, sessionId)))
      parts.push(usageTotals);
  return join((sessionId === undefined ? stablePartsOfAgent : stablePartsOfSession)(parts));
}

/** Returns whether a session is another one, or belongs to one of its subagents. */
function isPartOf(
  { sessions }: Pick<AcpState, "sessions">,
  sessionId: SessionId,
  rootId: SessionId,
): boolean {
  let id: SessionId | undefined = sessionId;
  // A malformed message can make two sessions each other's parent.
  for (const visited = new Set<SessionId>(); id !== undefined && !visited.has(id); ) {
    if (id === rootId) return true;
    visited.add(id);
    id = sessions.get(id)?.parentSessionId;
  }
  return false;
}

function join(parts: readonly UsageTotals[]): UsageTotals {
  let joined = joinedParts.get(parts);
  if (joined === undefined) {
    joined = sumUsageTotals(parts);
    joinedParts.set(parts, joined);
  }
  return joined;
}

/**
 * Returns the sum of some totals, for example those of several agents.
 *
 * @example
 * ```ts
 * const { costs } = sumUsageTotals(stores.map((store) => selectUsageTotals(store.getState())));
 * ```
 */
export function sumUsageTotals(parts: readonly UsageTotals[]): UsageTotals {
  const [first = NO_USAGE, ...others] = parts;
  return others.reduce(addTotals, first);
}

function addTotals(totals: UsageTotals, { tokens, costs }: UsageTotals): UsageTotals {
  return {
    tokens: addTokens(totals.tokens, tokens),
    costs: costs.reduce(
      (sums, cost) => addCost(sums, cost, (known, amount) => known + amount),
      totals.costs,
    ),
  };
}
