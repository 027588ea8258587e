import { isAcpPermissionError } from "@acp-store/core";
import { type PendingPermission, useToolCall } from "@acp-store/react";
import { type ReactElement, useId, useState } from "react";
import { useAcpUi } from "../context/acpUi.js";
import { getToolKindInfo } from "../toolCall/toolKinds.js";
import { Icon } from "../controls/Icon.js";
import { PermissionOptions } from "./PermissionOptions.js";
import { PermissionSubject } from "./PermissionSubject.js";
import { getPermissionTitle } from "./getPermissionTitle.js";

interface PermissionPromptProps {
  readonly permission: PendingPermission;
  /** The position among several requests, such as "1 of 3". */
  readonly position: string | undefined;
  readonly hasShortcuts: boolean;
  /** Whether the request has been visible long enough to accept an answer. */
  readonly isArmed: boolean;
  readonly onAnswered: () => void;
}

/** One permission request with its subject and the agent's options. */
export function PermissionPrompt(props: PermissionPromptProps): ReactElement {
  const { permission, position, hasShortcuts, isArmed, onAnswered } = props;
  const { canAnswer, isRecording } = useAcpUi();
  const [isIgnored, setIsIgnored] = useState(false);
  const titleId = useId();
  const { toolCallId = "", sessionId } = permission;
  const call = useToolCall(toolCallId, { sessionId });
  const kind = permission.toolCall?.kind ?? call?.kind;
  const { question } = getToolKindInfo(kind);

  const answer = (optionId: string): void => {
    if (!isArmed) return setIsIgnored(true);
    onAnswered();
    try {
      permission.respond(optionId);
    } catch (error) {
      // Another party settled the request first. It disappears with the next render.
      if (!isAcpPermissionError(error)) throw error;
    }
  };
  return (
    <section
      className="acp-request"
      role="group"
      aria-labelledby={titleId}
      tabIndex={-1}
      data-request
    >
      <div className="acp-request-header">
        <span className="acp-request-badge">
          <Icon name="shield" />
          {question}
        </span>
        <h2 id={titleId} className={`acp-request-title ${kind === "execute" ? "acp-mono" : ""}`}>
          {getPermissionTitle(permission, call)}
        </h2>
        {isRecording && <span className="acp-request-position">Answered by the recording</span>}
        {position !== undefined && <span className="acp-request-position">{position}</span>}
      </div>
      <PermissionSubject permission={permission} />
      <PermissionOptions
        options={permission.options}
        isDisabled={!canAnswer}
        hasShortcuts={hasShortcuts && !isRecording}
        isArmed={isArmed}
        onChoose={answer}
      />
      <p className="acp-request-ignored" role="status">
        {isIgnored && "Not answered: you chose too soon after the request appeared. Choose again."}
      </p>
    </section>
  );
}
