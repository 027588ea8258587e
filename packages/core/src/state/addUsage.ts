import { presentFields } from "../json.js";
import type { ModelTokens, TokenCounts } from "./entities.js";
import type { UsageTotals } from "./sessionParts.js";

/** The totals about which nothing is known yet. */
export const NO_USAGE: UsageTotals = Object.freeze({ tokens: [], costs: [] });

/** The most models and currencies in a total, because the agent chooses their names. */
const MAX_ENTRIES = 32;

const NO_TOKENS: TokenCounts = { totalTokens: 0, inputTokens: 0, outputTokens: 0 };

/** Returns a list with tokens added to those of the same model. */
export function addTokens(
  totals: UsageTotals["tokens"],
  added: readonly ModelTokens[],
): UsageTotals["tokens"] {
  const sums = [...totals];
  for (const { model, ...counts } of added) {
    if (counts.totalTokens === 0) continue;
    const found = sums.findIndex((known) => known.model === model);
    // The models beyond the limit share the last entry, which then has no name.
    const index = found < 0 ? Math.min(sums.length, MAX_ENTRIES - 1) : found;
    const known = sums[index] ?? { ...NO_TOKENS, model };
    const isSame = known.model === model;
    sums[index] = { ...(isSame && model !== undefined && { model }), ...sumOf(known, counts) };
  }
  return sums;
}

/** Returns a list with an amount combined with the known one of its currency. */
export function addCost(
  costs: UsageTotals["costs"],
  { amount, currency }: UsageTotals["costs"][number],
  combine: (known: number, amount: number) => number,
): UsageTotals["costs"] {
  const index = costs.findIndex((cost) => cost.currency === currency);
  if (index >= 0)
    return costs.with(index, { amount: combine(costs[index]?.amount ?? 0, amount), currency });
  return costs.length < MAX_ENTRIES ? [...costs, { amount, currency }] : costs;
}

function sumOf(one: TokenCounts, other: TokenCounts): TokenCounts {
  return {
    totalTokens: sum(one.totalTokens, other.totalTokens),
    inputTokens: sum(one.inputTokens, other.inputTokens),
    outputTokens: sum(one.outputTokens, other.outputTokens),
    ...presentFields({
      thoughtTokens: sumReported(one.thoughtTokens, other.thoughtTokens),
      cachedReadTokens: sumReported(one.cachedReadTokens, other.cachedReadTokens),
      cachedWriteTokens: sumReported(one.cachedWriteTokens, other.cachedWriteTokens),
    }),
  };
}

type Count = number | null | undefined;

function sumReported(one: Count, other: Count): Count {
  return one == null && other == null ? undefined : sum(one ?? 0, other ?? 0);
}

/** Adds two counts. A saved state has only safe integers, and an agent may send any count. */
function sum(one: number, other: number): number {
  return Math.min(one + other, Number.MAX_SAFE_INTEGER);
}
