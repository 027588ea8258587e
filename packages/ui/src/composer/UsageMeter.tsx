import { useUsageTotals } from "@acp-store/react";
import type { ReactElement } from "react";
import { Popover } from "../controls/Popover.js";
import { formatShortNumber, useFormat } from "../format/format.js";
import { ProgressRing } from "../plan/ProgressRing.js";
import { usageTexts } from "../texts/composerTexts.js";
import { useTexts } from "../texts/useTexts.js";
import { UsageDetails } from "./UsageDetails.js";
import { type UsageMeterState, useUsageMeter } from "./useUsageMeter.js";

/**
 * The used share of the model's context, and the cost of the session so far. A button shows the tokens of
 * each model.
 */
export function UsageMeter(): ReactElement | null {
  const usage = useUsageMeter();
  const totals = useUsageTotals();
  const { details } = useTexts("usage", usageTexts);
  const hasTotals = totals.tokens.length > 0 || totals.costs.length > 0;
  if (usage === undefined && !hasTotals) return null;
  return (
    <span className="acp-ui acp-usage">
      {usage !== undefined && <ContextMeter {...usage} />}
      {hasTotals && (
        <Popover label={details} icon="lines" className="acp-usage-details">
          <UsageDetails {...totals} />
        </Popover>
      )}
    </span>
  );
}

function ContextMeter({ used, size, percent, cost }: UsageMeterState): ReactElement {
  const texts = useTexts("usage", usageTexts);
  const format = useFormat();
  return (
    <span
      className={`acp-usage-meter ${percent >= 85 ? "acp-usage-meter-full" : ""}`}
      title={texts.detail(used, size, percent)}
    >
      <span
        role="meter"
        aria-label={texts.label}
        aria-valuemin={0}
        aria-valuemax={size}
        aria-valuenow={Math.min(used, size)}
        aria-valuetext={texts.percent(percent)}
      >
        <ProgressRing done={used} total={size} />
      </span>
      <span>
        <span className="acp-usage-meter-label">{texts.context} </span>
        {texts.amount(formatShortNumber(used, format), formatShortNumber(size, format))}
      </span>
      {cost !== undefined && <span className="acp-usage-meter-cost">{cost}</span>}
    </span>
  );
}
