import { isAcpPermissionError } from "@acp-store/core";
import { type PendingPermission, useToolCall } from "@acp-store/react";
import { type ReactElement, useId, useState } from "react";
import { usePanelScope } from "../shell/panelScope.js";
import { lookOf } from "../toolCall/kinds.js";
import { Icon } from "../ui/Icon.js";
import { PermissionOptions } from "./PermissionOptions.js";
import { PermissionSubject } from "./PermissionSubject.js";
import { permissionTitle } from "./permissionTitle.js";

interface PermissionPromptProps {
  readonly permission: PendingPermission;
  /** Which of several this is. */
  readonly place: string | undefined;
  readonly hasShortcuts: boolean;
  /** It has stood here for long enough to be answered. */
  readonly isArmed: boolean;
  readonly onAnswered: () => void;
}

/** One request: what the agent wants to do, and exactly the answers it offers. */
export function PermissionPrompt(props: PermissionPromptProps): ReactElement {
  const { permission, place, hasShortcuts, isArmed, onAnswered } = props;
  const { actions, isRecording } = usePanelScope();
  const [isEarly, setIsEarly] = useState(false);
  const titleId = useId();
  const { toolCallId = "", sessionId } = permission;
  const call = useToolCall(toolCallId, { sessionId });
  const kind = permission.toolCall?.kind ?? call?.kind;
  const { question } = lookOf(kind);

  const answer = (optionId: string): void => {
    if (!isArmed) return setIsEarly(true);
    onAnswered();
    try {
      permission.respond(optionId);
    } catch (error) {
      // Settled in the same moment by somebody else: the request goes away by itself.
      if (!isAcpPermissionError(error)) throw error;
    }
  };
  return (
    <section className="prompt" role="group" aria-labelledby={titleId} tabIndex={-1} data-prompt>
      <div className="prompt-header">
        <span className="prompt-badge">
          <Icon name="shield" />
          {question}
        </span>
        <h2 id={titleId} className={`prompt-title ${kind === "execute" ? "mono" : ""}`}>
          {permissionTitle(permission, call)}
        </h2>
        {isRecording && <span className="prompt-place">The recording answers this itself</span>}
        {place !== undefined && <span className="prompt-place">{place}</span>}
      </div>
      <PermissionSubject permission={permission} />
      <PermissionOptions
        options={permission.options}
        isDisabled={actions === undefined}
        hasShortcuts={hasShortcuts && !isRecording}
        isArmed={isArmed}
        onChoose={answer}
      />
      <p className="prompt-early" role="status">
        {isEarly && "Not answered: that was too quick to be meant. Please choose again."}
      </p>
    </section>
  );
}
