import type { RejectOptions, ReviewTarget } from "@acp-store/review";
import type { ReactElement } from "react";
import { Icon } from "../controls/Icon.js";
import { reviewTexts } from "../texts/reviewTexts.js";
import { useTexts } from "../texts/useTexts.js";
import { useDecisions } from "./decisions.js";

/** The hunks to reject as well where the user sees that nobody knows who wrote them. It can be undone. */
export const UNKNOWN_AUTHOR: RejectOptions["include"] = ["unknown"];

interface DecisionButtonsProps {
  readonly target: ReviewTarget;
  /** The visible text, which the label contains. Default: "Keep". */
  readonly keepText?: string;
  readonly keepLabel: string;
  /** The visible text, which the label contains. Default: "Reject". */
  readonly rejectText?: string;
  /** `undefined`: it can only be kept. */
  readonly rejectLabel: string | undefined;
  /** The hunks to reject as well. Default: those with lines of the agent only. */
  readonly include?: RejectOptions["include"];
}

/** The buttons that keep and reject a change, a file or a turn. */
export function DecisionButtons(props: DecisionButtonsProps): ReactElement {
  const { target, keepLabel, rejectLabel, include = [] } = props;
  const texts = useTexts("review", reviewTexts);
  const { keep, reject } = useDecisions();
  return (
    <span className="acp-review-decision">
      <button
        type="button"
        className="acp-review-button"
        data-decision="keep"
        aria-label={keepLabel}
        title={keepLabel}
        onClick={() => keep(target)}
      >
        <Icon name="check" />
        {props.keepText ?? texts.keep}
      </button>
      {rejectLabel !== undefined && (
        <button
          type="button"
          className="acp-review-button"
          data-decision="reject"
          aria-label={rejectLabel}
          title={rejectLabel}
          onClick={() => reject(target, { include })}
        >
          <Icon name="cross" />
          {props.rejectText ?? texts.reject}
        </button>
      )}
    </span>
  );
}
