import { selectWorkingSubagents } from "@acp-store/core";
import { useAcpState, useSessionId } from "@acp-store/react";
import { type ReactElement, useEffect, useId, useRef, useState } from "react";
import { useAcpUi } from "../context/acpUi.js";
import { Icon, Spinner } from "../controls/Icon.js";
import { ShowAllItems } from "../controls/ShowAllItems.js";
import { useFirstItems } from "../controls/useFirstItems.js";
import { subagentTexts } from "../texts/conversationTexts.js";
import { useTexts } from "../texts/useTexts.js";
import { CallStatus } from "../toolCall/CallStatus.js";
import { StopSubagentButton, SubagentTokens } from "./SubagentControls.js";
import { SubagentDialog } from "./SubagentDialog.js";
import { useSubagentWork } from "./useSubagentWork.js";

/** More subagents are shown on request. */
const MAX_SUBAGENTS = 20;

/**
 * The subagents that work or wait for the user, also those of other subagents. Each row has the tool call that
 * the subagent is working on, and opens its transcript. Renders nothing while none works.
 */
export function SubagentList(): ReactElement | null {
  const sessionId = useSessionId();
  const { composer } = useAcpUi();
  const working = useAcpState((state) => selectWorkingSubagents(state, sessionId));
  const { shown, ...rest } = useFirstItems(working, MAX_SUBAGENTS);
  const texts = useTexts("subagent", subagentTexts);
  const listId = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [openedId, setOpenedId] = useState<string>();
  const wasOpened = useRef(false);
  useEffect(() => {
    // The browser focuses the row that opened the dialog, unless the subagent has ended.
    if (wasOpened.current && openedId === undefined && document.activeElement === document.body)
      composer?.current?.focus();
    wasOpened.current = openedId !== undefined;
  }, [openedId, composer]);
  return (
    <>
      {working.length > 0 && (
        <section className="acp-ui acp-plan acp-subagents" aria-label={texts.label}>
          <button
            type="button"
            className="acp-plan-header"
            aria-expanded={isOpen}
            aria-controls={listId}
            onClick={() => setIsOpen(!isOpen)}
          >
            <Spinner />
            <span className="acp-plan-title">{texts.runningCount(working.length)}</span>
            <Icon name="chevron" className="acp-disclosure-icon" />
          </button>
          <ul id={listId} className="acp-subagent-list" aria-label={texts.label} hidden={!isOpen}>
            {isOpen &&
              shown.map((subagent) => (
                <SubagentRow
                  key={subagent.sessionId}
                  sessionId={subagent.sessionId}
                  onOpen={setOpenedId}
                />
              ))}
            {isOpen && rest.hiddenTotal !== undefined && (
              <li>
                <ShowAllItems {...rest} />
              </li>
            )}
          </ul>
        </section>
      )}
      {openedId !== undefined && (
        <SubagentDialog sessionId={openedId} onClose={() => setOpenedId(undefined)} />
      )}
    </>
  );
}

interface SubagentRowProps {
  readonly sessionId: string;
  readonly onOpen: (sessionId: string) => void;
}

function SubagentRow({ sessionId, onOpen }: SubagentRowProps): ReactElement | null {
  const work = useSubagentWork(sessionId);
  if (work === undefined) return null;
  const { title, current, status, span } = work;
  return (
    <li className="acp-subagent-row">
      <button
        type="button"
        className="acp-subagent-open"
        aria-haspopup="dialog"
        onClick={() => onOpen(sessionId)}
      >
        <Icon name="branch" className="acp-call-icon" />
        <span className="acp-subagent-title">{title}</span>
        {current !== undefined && <span className="acp-plan-current">{current}</span>}
        <SubagentTokens work={work} />
        {status !== undefined && <CallStatus status={status} span={span} />}
      </button>
      <StopSubagentButton work={work} />
    </li>
  );
}
