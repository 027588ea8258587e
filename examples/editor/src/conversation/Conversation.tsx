import { selectSession } from "@acp-store/core";
import { useAcpStore, useSession, useTimeline } from "@acp-store/react";
import { memo, type ReactElement, useMemo } from "react";
import { MessageRow } from "../message/MessageRow.js";
import { PermissionRecord } from "../permission/PermissionRecord.js";
import { usePanelScope } from "../shell/panelScope.js";
import { ToolCallGroup } from "../toolCall/ToolCallGroup.js";
import { Icon } from "../ui/Icon.js";
import { ActivityRow } from "./ActivityRow.js";
import { EmptyState } from "./EmptyState.js";
import { type ConversationBlock, groupTimeline } from "./groupTimeline.js";
import { TurnEnd } from "./TurnEnd.js";
import { useStickToBottom } from "./useStickToBottom.js";
import "./conversation.css";

/** Renders again when a row is added; what happens inside of a row is the row's own affair. */
export function Conversation(): ReactElement {
  const { sessionId } = usePanelScope();
  const store = useAcpStore();
  const timeline = useTimeline();
  const turnCount = useSession((session) => session?.turns.size ?? 0);
  const blocks = useMemo(
    () => groupTimeline(timeline, selectSession(store.getState(), sessionId)),
    // A turn without words of the user adds no row, but an end.
    // oxlint-disable-next-line react/exhaustive-deps
    [timeline, turnCount, store, sessionId],
  );
  const { scroller, content, isAway, jump } = useStickToBottom(turnCount);

  return (
    <main className="conversation" aria-label="Conversation">
      <div className="conversation-scroll" ref={scroller} tabIndex={-1}>
        <div className="conversation-content" ref={content}>
          {blocks.length === 0 && <EmptyState />}
          {blocks.map((block, index) => (
            <Block key={block.key} block={block} isLast={isLastRow(blocks, index)} />
          ))}
          <ActivityRow />
        </div>
      </div>
      {isAway && (
        <button type="button" className="jump" onClick={jump}>
          <Icon name="arrowDown" />
          Jump to latest
        </button>
      )}
    </main>
  );
}

interface BlockProps {
  readonly block: ConversationBlock;
  readonly isLast: boolean;
}

const Block = memo(function Block({ block, isLast }: BlockProps): ReactElement {
  switch (block.type) {
    case "message":
      return <MessageRow id={block.id} isLast={isLast} />;
    case "tool_calls":
      return <ToolCallGroup calls={block.calls} />;
    case "permission":
      return <PermissionRecord id={block.id} isStandalone />;
    case "turn_end":
      return <TurnEnd turnId={block.turnId} />;
  }
}, isSameBlock);

/** The blocks are made anew with each row; a group has changed when something was added to it. */
function isSameBlock(before: BlockProps, after: BlockProps): boolean {
  if (before.isLast !== after.isLast || before.block.key !== after.block.key) return false;
  if (before.block.type !== "tool_calls" || after.block.type !== "tool_calls") return true;
  return signature(before.block.calls) === signature(after.block.calls);
}

function signature(calls: Extract<ConversationBlock, { type: "tool_calls" }>["calls"]): number {
  return calls.reduce((count, { permissionIds }) => count + 1 + permissionIds.length, 0);
}

function isLastRow(blocks: readonly ConversationBlock[], index: number): boolean {
  return blocks.slice(index + 1).every(({ type }) => type === "turn_end");
}
