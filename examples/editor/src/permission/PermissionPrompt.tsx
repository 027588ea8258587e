import { isAcpPermissionError } from "@acp-store/core";
import { type PendingPermission, useToolCall } from "@acp-store/react";
import { type ReactElement, useId, useState } from "react";
import { usePanelScope } from "../shell/panelScope.js";
import { getToolKindInfo } from "../toolCall/toolKinds.js";
import { Icon } from "../ui/Icon.js";
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
  const { actions, isTakingOver, isRecording } = usePanelScope();
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
    <section className="request" role="group" aria-labelledby={titleId} tabIndex={-1} data-request>
      <div className="request-header">
        <span className="request-badge">
          <Icon name="shield" />
          {question}
        </span>
        <h2 id={titleId} className={`request-title ${kind === "execute" ? "mono" : ""}`}>
          {getPermissionTitle(permission, call)}
        </h2>
        {isRecording && <span className="request-position">Answered by the recording</span>}
        {position !== undefined && <span className="request-position">{position}</span>}
      </div>
      <PermissionSubject permission={permission} />
      <PermissionOptions
        options={permission.options}
        isDisabled={actions === undefined || isTakingOver === true}
        hasShortcuts={hasShortcuts && !isRecording}
        isArmed={isArmed}
        onChoose={answer}
      />
      <p className="request-ignored" role="status">
        {isIgnored && "Not answered: you chose too soon after the request appeared. Choose again."}
      </p>
    </section>
  );
}
