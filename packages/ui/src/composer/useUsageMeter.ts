import { useUsage, useUsageTotals } from "@acp-store/react";
import { useAcpUi } from "../context/acpUi.js";
import { formatCosts } from "../format/formatCost.js";

/** The used share of the model's context. */
export interface UsageMeterState {
  /** The used tokens. */
  readonly used: number;
  /** The tokens that the context can hold. */
  readonly size: number;
  /** The used share in percent, at most 100. */
  readonly percent: number;
  /** The cost of the session and its subagents so far, formatted with its currency. */
  readonly cost: string | undefined;
}

/**
 * Returns the logic of `UsageMeter`, for your own markup. `undefined` if the agent reports no
 * usage.
 *
 * @example
 * ```tsx
 * function Usage() {
 *   const usage = useUsageMeter();
 *   return <p>{usage && `${usage.percent}% used`}</p>;
 * }
 * ```
 */
export function useUsageMeter(): UsageMeterState | undefined {
  const usage = useUsage();
  const { costs } = useUsageTotals();
  const { locale } = useAcpUi().texts;
  if (usage === undefined || usage.size <= 0) return undefined;
  const { used, size } = usage;
  return {
    used,
    size,
    percent: Math.min(100, Math.round((used / size) * 100)),
    cost: formatCosts(costs, locale),
  };
}
