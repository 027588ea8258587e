import type { ModelTokens, UsageTotals } from "@acp-store/core";
import type { ReactElement } from "react";
import { useAcpUi } from "../context/acpUi.js";
import { formatShortNumber, useFormat } from "../format/format.js";
import { formatCost } from "../format/formatCost.js";
import { usageTexts } from "../texts/composerTexts.js";
import { useTexts } from "../texts/useTexts.js";

/** The tokens by model, and the costs by currency. */
export function UsageDetails({ tokens, costs }: UsageTotals): ReactElement {
  const texts = useTexts("usage", usageTexts);
  const { locale } = useAcpUi().texts;
  return (
    <>
      {tokens.length > 0 && (
        <table className="acp-usage-table">
          <thead>
            <tr>
              <th scope="col">{texts.model}</th>
              <th scope="col">{texts.input}</th>
              <th scope="col">{texts.cached}</th>
              <th scope="col">{texts.output}</th>
              <th scope="col">{texts.total}</th>
            </tr>
          </thead>
          <tbody>
            {tokens.map((counts) => (
              <ModelRow key={counts.model ?? ""} {...counts} />
            ))}
          </tbody>
        </table>
      )}
      {costs.map(({ amount, currency }) => (
        <p key={currency} className="acp-usage-cost">
          <span>{texts.cost}</span> {formatCost(amount, currency, locale)}
        </p>
      ))}
    </>
  );
}

function ModelRow(counts: ModelTokens): ReactElement {
  const texts = useTexts("usage", usageTexts);
  const format = useFormat();
  const { model = texts.unknownModel, inputTokens, outputTokens, totalTokens } = counts;
  const { cachedReadTokens, cachedWriteTokens } = counts;
  const isCached = cachedReadTokens != null || cachedWriteTokens != null;
  const cached = (cachedReadTokens ?? 0) + (cachedWriteTokens ?? 0);
  return (
    <tr>
      <th scope="row" title={model}>
        {model}
      </th>
      <td>{formatShortNumber(inputTokens, format)}</td>
      <td>{isCached ? formatShortNumber(cached, format) : "–"}</td>
      <td>{formatShortNumber(outputTokens, format)}</td>
      <td>{formatShortNumber(totalTokens, format)}</td>
    </tr>
  );
}
