import type { ElicitationResponse } from "@acp-store/core";
import type { PendingElicitation } from "@acp-store/react";
import type { ReactElement } from "react";
import { toSafeHref } from "../content/safeUrl.js";
import { Icon } from "../controls/Icon.js";
import { RefuseButtons } from "./ElicitationForm.js";

interface ElicitationUrlProps {
  readonly elicitation: PendingElicitation;
  readonly isDisabled: boolean;
  readonly onAnswer: (answer: ElicitationResponse) => void;
}

/** A URL elicitation. It shows the full URL before the user opens it. */
export function ElicitationUrl(props: ElicitationUrlProps): ReactElement {
  const { elicitation, isDisabled, onAnswer } = props;
  const { url = "" } = elicitation;
  const href = toSafeHref(url);
  return (
    <div className="acp-elicitation-form">
      <code className="acp-command">{url}</code>
      {href === undefined && <p className="acp-field-hint">This URL cannot be opened here.</p>}
      <div className="acp-request-options">
        {href !== undefined && (
          <a
            className="acp-button acp-button-primary"
            href={href}
            target="_blank"
            rel="noopener noreferrer"
            aria-disabled={isDisabled}
            onClick={(event) => {
              if (isDisabled) event.preventDefault();
              else onAnswer({ action: "accept" });
            }}
          >
            <Icon name="globe" />
            Open {new URL(href).host}
          </a>
        )}
        <RefuseButtons isDisabled={isDisabled} onAnswer={onAnswer} />
      </div>
    </div>
  );
}
