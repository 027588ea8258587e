import { useUsage } from "@acp-store/react";
import { useAcpUi } from "../context/acpUi.js";

/** The used share of the model's context. */
export interface UsageMeterState {
  /** The used tokens. */
  readonly used: number;
  /** The tokens that the context can hold. */
  readonly size: number;
  /** The used share in percent, at most 100. */
  readonly percent: number;
  /** The cost of the session so far, formatted with its currency. */
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
  const { locale } = useAcpUi().texts;
  if (usage === undefined || usage.size <= 0) return undefined;
  const { used, size, cost } = usage;
  return {
    used,
    size,
    percent: Math.min(100, Math.round((used / size) * 100)),
    cost: cost == null ? undefined : formatCost(cost.amount, cost.currency, locale),
  };
}

/** Formats an amount. The agent may send a currency code that the browser does not know. */
function formatCost(amount: number, currency: string, locale: string | undefined): string {
  try {
    const maximumFractionDigits = amount < 1 ? 3 : 2;
    const style = "currency";
    return new Intl.NumberFormat(locale, { style, currency, maximumFractionDigits }).format(amount);
  } catch {
    return `${amount.toFixed(2)} ${currency}`;
  }
}
