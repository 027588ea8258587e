import { type ReactElement, useId } from "react";
import { SubagentTranscript } from "../conversation/BlockView.js";
import { IconButton } from "../controls/IconButton.js";
import { ModalDialog } from "../controls/ModalDialog.js";
import { subagentTexts } from "../texts/conversationTexts.js";
import { useTexts } from "../texts/useTexts.js";
import { CallStatus } from "../toolCall/CallStatus.js";
import { StopSubagentButton, SubagentTokens } from "./SubagentControls.js";
import { SubagentSession } from "./SubagentFrame.js";
import { useSubagentWork } from "./useSubagentWork.js";

interface SubagentDialogProps {
  readonly sessionId: string;
  readonly onClose: () => void;
}

/** The transcript of a subagent in a dialog, which stays open when the subagent ends. */
export function SubagentDialog({ sessionId, onClose }: SubagentDialogProps): ReactElement | null {
  const work = useSubagentWork(sessionId);
  const texts = useTexts("subagent", subagentTexts);
  const titleId = useId();
  if (work === undefined) return null;
  const { title, status, span } = work;
  return (
    <ModalDialog className="acp-ui acp-subagent-dialog" labelledBy={titleId} onClose={onClose}>
      {(close) => (
        <>
          <header className="acp-subagent-dialog-header">
            <h2 id={titleId} className="acp-subagent-title">
              {title}
            </h2>
            <SubagentTokens work={work} />
            {status !== undefined && <CallStatus status={status} span={span} />}
            <StopSubagentButton work={work} />
            <IconButton icon="cross" label={texts.close} onClick={close} />
          </header>
          {/* Scrolls, also with the keyboard. */}
          <div
            className="acp-subagent-transcript"
            tabIndex={0}
            role="region"
            aria-labelledby={titleId}
          >
            <SubagentSession sessionId={sessionId}>
              <SubagentTranscript />
            </SubagentSession>
          </div>
        </>
      )}
    </ModalDialog>
  );
}
