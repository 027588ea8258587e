import { useUsage } from "@acp-store/react";
import type { ReactElement } from "react";
import { shortNumber } from "../ui/format.js";
import { ProgressRing } from "../plan/ProgressRing.js";

/** How full the model's context is, and what the session has cost so far. */
export function UsageMeter(): ReactElement | null {
  const usage = useUsage();
  if (usage === undefined || usage.size <= 0) return null;
  const { used, size, cost } = usage;
  const share = Math.min(100, Math.round((used / size) * 100));
  const price = cost == null ? undefined : money(cost.amount, cost.currency);
  return (
    <span
      className={`usage ${share >= 85 ? "usage-full" : ""}`}
      title={`${used} of ${size} tokens of context (${share} %)`}
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
        {shortNumber(used)} of {shortNumber(size)}
      </span>
      {price !== undefined && <span className="usage-cost">{price}</span>}
    </span>
  );
}

/** The currency comes from the agent, and may be none that the browser knows. */
function money(amount: number, currency: string): string {
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
