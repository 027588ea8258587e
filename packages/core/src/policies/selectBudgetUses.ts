import { selectUsageTotals } from "../select/selectUsageTotals.js";
import type { SessionId } from "../state/entities.js";
import { shareStructure } from "../state/shareStructure.js";
import type { AcpState } from "../state/state.js";

/** The most that may be spent in a currency. */
export interface BudgetLimit {
  /** The currency, as the agent reports it, such as `USD`. Costs in others do not count. */
  readonly currency: string;
  /** The amount, in units of the currency. */
  readonly amount: number;
  /** `session`: each session with its subagents. `agent`: all sessions of the store together. */
  readonly per: "session" | "agent";
}

/** A limit, and how much of it is spent. */
export interface BudgetUse {
  /** The limit. */
  readonly limit: BudgetLimit;
  /** The spent amount, in units of the currency. */
  readonly spent: number;
}

/** Limits, and when to warn of them. */
export interface Budget {
  /** The limits. */
  readonly limits: readonly BudgetLimit[];
  /** The share of a limit from which the user is warned, at most 1. Default: 0.8. */
  readonly warnAt?: number;
}

const knownUses = new WeakMap<Budget, Map<SessionId, readonly BudgetUse[]>>();

/**
 * Returns the limits of a budget that are nearly or entirely spent, for a session. The list keeps its reference until
 * it changes.
 *
 * @example
 * ```ts
 * const budget = { limits: [{ currency: "USD", amount: 5, per: "session" }] } as const;
 * for (const { limit, spent } of selectBudgetUses(store.getState(), "s1", budget))
 *   console.log(`${spent} of ${limit.amount} ${limit.currency}`);
 * ```
 */
export function selectBudgetUses(
  state: Pick<AcpState, "sessions">,
  sessionId: SessionId,
  budget: Budget,
): readonly BudgetUse[] {
  const { limits, warnAt = 0.8 } = budget;
  const bySession = knownUses.get(budget) ?? new Map<SessionId, readonly BudgetUse[]>();
  knownUses.set(budget, bySession);
  const uses = limits
    .map((limit) => useOf(state, sessionId, limit))
    .filter(({ limit, spent }) => spent >= limit.amount * Math.min(warnAt, 1));
  const shared = shareStructure(bySession.get(sessionId), uses);
  bySession.set(sessionId, shared);
  return shared;
}

function useOf(
  state: Pick<AcpState, "sessions">,
  sessionId: SessionId,
  limit: BudgetLimit,
): BudgetUse {
  const { costs } = selectUsageTotals(state, limit.per === "session" ? sessionId : undefined);
  const cost = costs.find(({ currency }) => currency === limit.currency);
  return { limit, spent: cost?.amount ?? 0 };
}
