import type { ReactElement } from "react";
import { formatShortNumber, useFormat } from "../format/format.js";
import { ProgressRing } from "../plan/ProgressRing.js";
import { usageTexts } from "../texts/composerTexts.js";
import { useTexts } from "../texts/useTexts.js";
import { useUsageMeter } from "./useUsageMeter.js";

/** The used share of the model's context, and the cost of the session so far. */
export function UsageMeter(): ReactElement | null {
  const usage = useUsageMeter();
  const texts = useTexts("usage", usageTexts);
  const format = useFormat();
  if (usage === undefined) return null;
  const { used, size, percent, cost } = usage;
  return (
    <span
      className={`acp-ui acp-usage-meter ${percent >= 85 ? "acp-usage-meter-full" : ""}`}
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
