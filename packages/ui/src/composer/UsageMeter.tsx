import { useUsage } from "@acp-store/react";
import type { ReactElement } from "react";
import { formatShortNumber } from "../format/format.js";
import { ProgressRing } from "../plan/ProgressRing.js";

/** The used share of the model's context, and the cost of the session so far. */
export function UsageMeter(): ReactElement | null {
  const usage = useUsage();
  if (usage === undefined || usage.size <= 0) return null;
  const { used, size, cost } = usage;
  const share = Math.min(100, Math.round((used / size) * 100));
  const price = cost == null ? undefined : formatCost(cost.amount, cost.currency);
  return (
    <span
      className={`acp-ui acp-usage-meter ${share >= 85 ? "acp-usage-meter-full" : ""}`}
      title={`${used} of ${size} context tokens used (${share}%)`}
    >
      <span
        role="meter"
        aria-label="Context used"
        aria-valuemin={0}
        aria-valuemax={size}
        aria-valuenow={Math.min(used, size)}
        aria-valuetext={`${share} percent`}
      >
        <ProgressRing done={used} total={size} />
      </span>
      <span>
        <span className="acp-usage-meter-label">Context: </span>
        {formatShortNumber(used)} of {formatShortNumber(size)}
      </span>
      {price !== undefined && <span className="acp-usage-meter-cost">{price}</span>}
    </span>
  );
}

/** Formats an amount. The agent may send a currency code that the browser does not know. */
function formatCost(amount: number, currency: string): string {
  try {
    const options = {
      style: "currency",
      currency,
      maximumFractionDigits: amount < 1 ? 3 : 2,
    } as const;
    return new Intl.NumberFormat(undefined, options).format(amount);
  } catch {
    return `${amount.toFixed(2)} ${currency}`;
  }
}
