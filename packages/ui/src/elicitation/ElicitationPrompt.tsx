import { type ElicitationResponse, isAcpElicitationError } from "@acp-store/core";
import type { PendingElicitation } from "@acp-store/react";
import { type ReactElement, useId } from "react";
import { Icon } from "../controls/Icon.js";
import { ElicitationForm, RefuseButtons } from "./ElicitationForm.js";
import { ElicitationUrl } from "./ElicitationUrl.js";

/** The props of {@link ElicitationPrompt}. */
export interface ElicitationPromptProps {
  readonly elicitation: PendingElicitation;
  readonly isDisabled: boolean;
  readonly onAnswered?: () => void;
}

/**
 * One elicitation: a form, a URL to open, or an unknown mode that can only be declined or
 * cancelled.
 */
export function ElicitationPrompt(props: ElicitationPromptProps): ReactElement {
  const { elicitation, isDisabled, onAnswered } = props;
  const { mode, message } = elicitation;
  const titleId = useId();
  const onAnswer = (answer: ElicitationResponse): void => {
    onAnswered?.();
    try {
      elicitation.respond(answer);
    } catch (error) {
      // Another party settled the request first. It disappears with the next render.
      if (!isAcpElicitationError(error)) throw error;
    }
  };
  const shared = { elicitation, isDisabled, onAnswer };
  return (
    <section
      className="acp-ui acp-request acp-elicitation"
      role="group"
      aria-labelledby={titleId}
      tabIndex={-1}
    >
      <div className="acp-request-header">
        <span className="acp-elicitation-badge">
          <Icon name={mode === "url" ? "globe" : "question"} />
          {mode === "url" ? "Open this page?" : "Input requested"}
        </span>
        <h2 id={titleId} className="acp-request-title">
          {message}
        </h2>
      </div>
      {mode === "form" && <ElicitationForm {...shared} />}
      {mode === "url" && <ElicitationUrl {...shared} />}
      {mode !== "form" && mode !== "url" && (
        <div className="acp-request-options">
          <RefuseButtons {...shared} />
        </div>
      )}
    </section>
  );
}
