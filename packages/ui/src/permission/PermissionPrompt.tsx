import { isAmbiguousOption } from "@acp-store/core";
import { type PendingPermission, useToolCall } from "@acp-store/react";
import { type ReactElement, useId } from "react";
import { useAcpUi } from "../context/acpUi.js";
import { PathIcon } from "../controls/Icon.js";
import { SHIELD_ICON } from "../controls/iconPaths.js";
import { ErrorBoundary } from "../failure/ErrorBoundary.js";
import { FailedPart } from "../failure/FailedPart.js";
import { formatJson } from "../format/formatJson.js";
import { useSubagentName } from "../subagent/useSubagentName.js";
import { permissionTexts } from "../texts/requestTexts.js";
import { toolKindQuestions, toolKindTitles } from "../texts/toolCallTexts.js";
import { useTexts } from "../texts/useTexts.js";
import { getToolCallTitle, getToolKindQuestion } from "../toolCall/toolKinds.js";
import { PermissionOptions } from "./PermissionOptions.js";
import { RequestSource } from "./RequestSource.js";
import { PermissionSubject } from "./PermissionSubject.js";

interface PermissionPromptProps {
  readonly permission: PendingPermission;
  /** The position among several requests, such as "1 of 3". */
  readonly position: string | undefined;
  readonly hasShortcuts: boolean;
  readonly isDisabled: boolean;
  /** Whether the request has been visible long enough to accept an answer. */
  readonly isArmed: boolean;
  /** Whether the last answer was ignored because it came too soon. */
  readonly isTooSoon: boolean;
  readonly onChoose: (optionId: string) => void;
}

/** One permission request with its subject and the agent's options. */
export function PermissionPrompt(props: PermissionPromptProps): ReactElement {
  const { permission, position, hasShortcuts, isDisabled, isArmed, isTooSoon, onChoose } = props;
  const { isRecording } = useAcpUi();
  const texts = useTexts("permission", permissionTexts);
  const questions = useTexts("toolKindQuestion", toolKindQuestions);
  const titles = useTexts("toolKindTitle", toolKindTitles);
  const titleId = useId();
  const sourceId = useId();
  const noteId = useId();
  const { toolCallId = "", sessionId } = permission;
  const source = useSubagentName(sessionId);
  const call = useToolCall(toolCallId, { sessionId });
  const kind = permission.toolCall?.kind ?? call?.kind;
  const { options } = permission;
  const isAmbiguous = options.some(({ optionId }) => isAmbiguousOption(options, optionId));
  return (
    <section
      className="acp-request"
      role="group"
      aria-labelledby={source === undefined ? titleId : `${sourceId} ${titleId}`}
      aria-describedby={isAmbiguous ? noteId : undefined}
      tabIndex={-1}
      data-request
    >
      {source !== undefined && <RequestSource id={sourceId} name={source} />}
      <div className="acp-request-header">
        <span className="acp-request-badge">
          <PathIcon path={SHIELD_ICON} />
          {getToolKindQuestion(kind, questions)}
        </span>
        <h2 id={titleId} className={`acp-request-title ${kind === "execute" ? "acp-mono" : ""}`}>
          {getToolCallTitle(permission.displayTitle, kind, titles)}
        </h2>
        {isRecording && <span className="acp-request-position">{texts.answeredByRecording}</span>}
        {position !== undefined && <span className="acp-request-position">{position}</span>}
      </div>
      <ErrorBoundary
        content={permission}
        fallback={(error, retry) => (
          <FailedPart
            error={error}
            getText={(max) => formatJson(permission, max)}
            onRetry={retry}
          />
        )}
      >
        <PermissionSubject permission={permission} />
      </ErrorBoundary>
      {isAmbiguous && (
        <p id={noteId} className="acp-request-description">
          {texts.ambiguous}
        </p>
      )}
      <PermissionOptions
        options={options}
        isDisabled={isDisabled}
        hasShortcuts={hasShortcuts && !isRecording}
        isArmed={isArmed}
        onChoose={onChoose}
      />
      <p className="acp-request-ignored" role="status">
        {isTooSoon && texts.tooSoon}
      </p>
    </section>
  );
}
