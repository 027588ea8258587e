import type { PendingElicitation } from "@acp-store/react";
import { type ReactElement, useId } from "react";
import { useAcpUi } from "../context/acpUi.js";
import { Icon } from "../controls/Icon.js";
import { ClippedText } from "../content/ClippedText.js";
import { ErrorBoundary } from "../failure/ErrorBoundary.js";
import { FailedPart } from "../failure/FailedPart.js";
import { formatJson } from "../format/formatJson.js";
import { RequestSource } from "../permission/RequestSource.js";
import { useSubagentName } from "../subagent/useSubagentName.js";
import { elicitationTexts } from "../texts/requestTexts.js";
import { useTexts } from "../texts/useTexts.js";
import { ElicitationForm, RefuseButtons } from "./ElicitationForm.js";
import { ElicitationUrl } from "./ElicitationUrl.js";
import { useElicitationForm } from "./useElicitationForm.js";

/** The props of {@link ElicitationPrompt}. */
export interface ElicitationPromptProps {
  /** The elicitation to show. */
  readonly elicitation: PendingElicitation;
  /** Whether the buttons are disabled. */
  readonly isDisabled: boolean;
  /** Called before an answer is sent. */
  readonly onAnswered?: () => void;
}

/**
 * One elicitation: a form, a URL to open, or an unknown mode that can only be declined or
 * cancelled.
 */
export function ElicitationPrompt(props: ElicitationPromptProps): ReactElement {
  const { elicitation, isDisabled, onAnswered } = props;
  const { mode, message, url } = elicitation;
  const { canAnswer, isRecording } = useAcpUi();
  const isReadOnly = isRecording && !canAnswer;
  const texts = useTexts("elicitation", elicitationTexts);
  const source = useSubagentName(elicitation.sessionId);
  const form = useElicitationForm(elicitation, onAnswered);
  const titleId = useId();
  const sourceId = useId();
  return (
    <section
      className="acp-ui acp-request acp-elicitation"
      role="group"
      aria-labelledby={source === undefined ? titleId : `${sourceId} ${titleId}`}
      tabIndex={-1}
    >
      {source !== undefined && <RequestSource id={sourceId} name={source} />}
      <div className="acp-request-header">
        <span className="acp-request-badge">
          <Icon name={mode === "url" ? "globe" : "question"} />
          {mode === "url" ? texts.openPage : texts.inputRequested}
        </span>
        <h2 id={titleId} className="acp-request-title">
          <ClippedText text={message} />
        </h2>
        {isRecording && <span className="acp-request-position">{texts.answeredByRecording}</span>}
      </div>
      {mode === "form" && (
        <ErrorBoundary
          content={elicitation}
          fallback={(error, retry) => (
            <>
              <FailedPart
                error={error}
                getText={(max) => formatJson(elicitation, max)}
                onRetry={retry}
              />
              <div className="acp-request-options">
                <RefuseButtons form={form} isDisabled={isDisabled} />
              </div>
            </>
          )}
        >
          <ElicitationForm form={form} isDisabled={isDisabled} isReadOnly={isReadOnly} />
        </ErrorBoundary>
      )}
      {mode === "url" && (
        <ElicitationUrl url={url} form={form} isDisabled={isDisabled} isReadOnly={isReadOnly} />
      )}
      {mode !== "form" && mode !== "url" && (
        <div className="acp-request-options">
          <RefuseButtons form={form} isDisabled={isDisabled} />
        </div>
      )}
    </section>
  );
}
