import { type Budget, type BudgetUse, selectBudgetUses } from "@acp-store/core/policies";
import { useAcpState, useSessionId } from "@acp-store/react";
import { type ReactElement, useState } from "react";
import { useAcpUi } from "../context/acpUi.js";
import { Icon } from "../controls/Icon.js";
import { IconButton } from "../controls/IconButton.js";
import { formatCost } from "../format/formatCost.js";
import { usageTexts } from "../texts/composerTexts.js";
import { useTexts } from "../texts/useTexts.js";

/** The props of {@link BudgetWarning}. */
export interface BudgetWarningProps {
  readonly budget: Budget;
}

/** The limits that are nearly or entirely spent. The user can dismiss both warnings of a limit. */
export function BudgetWarning({ budget }: BudgetWarningProps): ReactElement {
  const sessionId = useSessionId();
  const uses = useAcpState((state) => selectBudgetUses(state, sessionId, budget));
  const [dismissed, setDismissed] = useState<ReadonlySet<string>>(new Set());
  // Screen readers announce what is added to an existing element.
  return (
    <div className="acp-ui acp-budget" role="status">
      {uses
        .filter((use) => !dismissed.has(toKey(use)))
        .map((use) => (
          <UseWarning
            key={toKey(use)}
            use={use}
            onDismiss={() => setDismissed(new Set([...dismissed, toKey(use)]))}
          />
        ))}
    </div>
  );
}

/** A limit that becomes spent is another warning. */
function toKey({ limit, spent }: BudgetUse): string {
  return JSON.stringify([limit, spent >= limit.amount]);
}

interface UseWarningProps {
  readonly use: BudgetUse;
  readonly onDismiss: () => void;
}

function UseWarning({ use, onDismiss }: UseWarningProps): ReactElement {
  const { limit, spent } = use;
  const texts = useTexts("usage", usageTexts);
  const { locale } = useAcpUi().texts;
  const [used, amount] = [spent, limit.amount].map((each) =>
    formatCost(each, limit.currency, locale),
  );
  return (
    <div className="acp-budget-warning">
      <Icon name="alert" />
      <span>{texts.budget(used ?? "", amount ?? "", limit.per)}</span>
      <IconButton icon="cross" label={texts.dismissBudget} onClick={onDismiss} />
    </div>
  );
}
