import { type ReactElement, useId } from "react";
import { RowBoundary } from "../conversation/RowBoundary.js";
import { useAcpUi } from "../context/acpUi.js";
import { Icon } from "../controls/Icon.js";
import type { ToolCallItem } from "../conversation/groupTimeline.js";
import { toolCallGroupTexts, toolCallPhaseTexts } from "../texts/toolCallTexts.js";
import { useTexts } from "../texts/useTexts.js";
import type { CallsSummary } from "./summarizeCalls.js";
import { ToolCallCard } from "./ToolCallCard.js";
import { CallStatus } from "./CallStatus.js";
import { createPhaseDisplay } from "./toolCallPhase.js";
import { useToolCallGroup } from "./useToolCallGroup.js";

interface ToolCallGroupProps {
  readonly calls: readonly ToolCallItem[];
  /** Whether the agent is adding calls to the group. */
  readonly isStreaming: boolean;
}

/** A group of consecutive tool calls. A large group shows a summary, and its calls on request. */
export function ToolCallGroup({ calls, isStreaming }: ToolCallGroupProps): ReactElement {
  const { ToolCallCard: Card = ToolCallCard } = useAcpUi().slots;
  const group = useToolCallGroup(calls, isStreaming);
  const texts = useTexts("toolCallGroup", toolCallGroupTexts);
  const listId = useId();
  const { summary, isOpen, shown, hiddenCount, listProps } = group;
  return (
    <div className="acp-calls">
      {summary !== undefined && (
        <button
          type="button"
          className="acp-call-header acp-call-toggle acp-calls-summary"
          aria-expanded={isOpen}
          aria-controls={listId}
          onClick={group.toggle}
        >
          <SummaryHeading summary={summary} />
          <Icon name="chevron" className="acp-disclosure-icon" />
        </button>
      )}
      <div id={listId} className="acp-calls-list" {...listProps}>
        {hiddenCount > 0 && (
          <button type="button" className="acp-show-all-button" onClick={group.showEarlier}>
            {texts.showEarlier(hiddenCount)}
          </button>
        )}
        {shown.map(({ startsClosed, ...call }) => (
          <RowBoundary key={call.toolCallId} block={{ type: "tool_calls", key: "", calls: [call] }}>
            <Card
              id={call.toolCallId}
              permissionIds={call.permissionIds}
              startsClosed={startsClosed}
            />
          </RowBoundary>
        ))}
      </div>
    </div>
  );
}

function SummaryHeading({ summary }: { readonly summary: CallsSummary }): ReactElement {
  const { ToolCallLineCount } = useAcpUi().slots;
  const texts = useTexts("toolCallPhase", toolCallPhaseTexts);
  const { title, content, others } = summary;
  return (
    <>
      <Icon name="lines" className="acp-call-icon" />
      <span className="acp-call-title">{title}</span>
      <ToolCallLineCount content={content} />
      {others.length === 0 && <CallStatus status={createPhaseDisplay("completed", texts)} />}
      {others.map(({ phase, label }) => (
        <CallStatus key={phase} status={{ ...createPhaseDisplay(phase, texts), label }} />
      ))}
    </>
  );
}
