import { type ElicitationResponse, isAcpElicitationError } from "@acp-store/core";
import type { PendingElicitation } from "@acp-store/react";
import { type ReactElement, useId } from "react";
import { Icon } from "../ui/Icon.js";
import { ElicitationForm, Refusals } from "./ElicitationForm.js";
import { ElicitationPage } from "./ElicitationPage.js";
import "./elicitation.css";

interface ElicitationPromptProps {
  readonly elicitation: PendingElicitation;
  readonly isDisabled: boolean;
  readonly onAnswered?: () => void;
}

/** One request for input: a form, a page to go to, or something this page can only refuse. */
export function ElicitationPrompt(props: ElicitationPromptProps): ReactElement {
  const { elicitation, isDisabled, onAnswered } = props;
  const { mode, message } = elicitation;
  const titleId = useId();
  const onAnswer = (answer: ElicitationResponse): void => {
    onAnswered?.();
    try {
      elicitation.respond(answer);
    } catch (error) {
      // Settled in the same moment by somebody else: the request goes away by itself.
      if (!isAcpElicitationError(error)) throw error;
    }
  };
  const parts = { elicitation, isDisabled, onAnswer };
  return (
    <section className="prompt elicitation" role="group" aria-labelledby={titleId} tabIndex={-1}>
      <div className="prompt-header">
        <span className="elicitation-badge">
          <Icon name={mode === "url" ? "globe" : "question"} />
          {mode === "url" ? "Go to a page?" : "The agent asks"}
        </span>
        <h2 id={titleId} className="prompt-title">
          {message}
        </h2>
      </div>
      {mode === "form" && <ElicitationForm {...parts} />}
      {mode === "url" && <ElicitationPage {...parts} />}
      {mode !== "form" && mode !== "url" && (
        <div className="options">
          <Refusals {...parts} />
        </div>
      )}
    </section>
  );
}
