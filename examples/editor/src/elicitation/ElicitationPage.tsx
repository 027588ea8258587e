import type { ElicitationResponse } from "@acp-store/core";
import type { PendingElicitation } from "@acp-store/react";
import type { ReactElement } from "react";
import { safeHref } from "../content/safeUrl.js";
import { Icon } from "../ui/Icon.js";
import { Refusals } from "./ElicitationForm.js";

interface ElicitationPageProps {
  readonly elicitation: PendingElicitation;
  readonly isDisabled: boolean;
  readonly onAnswer: (answer: ElicitationResponse) => void;
}

/** The agent wants the user to go to a page: its whole address is shown before anything opens. */
export function ElicitationPage(props: ElicitationPageProps): ReactElement {
  const { elicitation, isDisabled, onAnswer } = props;
  const { url = "" } = elicitation;
  const href = safeHref(url);
  return (
    <div className="elicitation-form">
      <code className="command">{url}</code>
      {href === undefined && <p className="field-hint">This address is not one to open.</p>}
      <div className="options">
        {href !== undefined && (
          <a
            className="button button-primary"
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
        <Refusals isDisabled={isDisabled} onAnswer={onAnswer} />
      </div>
    </div>
  );
}
