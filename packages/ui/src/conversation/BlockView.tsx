import { useSession } from "@acp-store/react";
import { memo, type ReactElement, type NamedExoticComponent, useState } from "react";
import { Message } from "../message/Message.js";
import { FinishedPlan } from "../plan/FinishedPlan.js";
import { PermissionOutcome } from "../permission/PermissionOutcome.js";
import { SubagentFrame } from "../subagent/SubagentFrame.js";
import { ToolCallGroup } from "../toolCall/ToolCallGroup.js";
import { CompactionRow } from "./CompactionRow.js";
import type { ConversationBlock } from "./groupTimeline.js";
import { AgentNotice } from "./AgentNotice.js";
import { RowBoundary } from "./RowBoundary.js";
import { HistoriesDiffer, TurnEnd } from "./TurnEnd.js";
import { useBlocks } from "./useBlocks.js";
import { useAcpUi } from "../context/acpUi.js";
import type { SubagentCardProps } from "../context/slots.js";
import { subagentTexts } from "../texts/conversationTexts.js";
import { useTexts } from "../texts/useTexts.js";

/** Earlier rows are shown on request. */
const INITIAL_ROWS = 30;

/** The props of {@link BlockView}. */
export interface BlockViewProps {
  /** The row to show. */
  readonly block: ConversationBlock;
  /** Whether the agent is currently adding to this block. */
  readonly isStreaming: boolean;
}

/** One row of a conversation. If it cannot be rendered, it shows its content as text. */
export const BlockView: NamedExoticComponent<BlockViewProps> = memo(function BlockView(
  props: BlockViewProps,
): ReactElement {
  return (
    <RowBoundary block={props.block}>
      <Row {...props} />
    </RowBoundary>
  );
}, isSameBlock);

function Row({ block, isStreaming }: BlockViewProps): ReactElement {
  const { slots } = useAcpUi();
  switch (block.type) {
    case "message": {
      const { Message: Run = Message } = slots;
      return <Run id={block.id} run={block.run} isStreaming={isStreaming} nextAt={block.nextAt} />;
    }
    case "tool_calls":
      return <ToolCallGroup calls={block.calls} isStreaming={isStreaming} />;
    case "permission":
      return <PermissionOutcome id={block.id} isStandalone />;
    case "plan":
      return <FinishedPlan />;
    case "subagent": {
      const { SubagentCard: Card = SubagentCard } = slots;
      return <Card sessionId={block.sessionId} />;
    }
    case "notice":
      return <AgentNotice ordinal={block.ordinal} />;
    case "compaction":
      return <CompactionRow id={block.id} />;
    case "histories_differ":
      return <HistoriesDiffer />;
    case "turn_end": {
      const { TurnEnd: End = TurnEnd } = slots;
      return (
        <>
          <FinishedPlan turnId={block.turnId} />
          <End turnId={block.turnId} />
        </>
      );
    }
  }
}

/**
 * Compares the props. The blocks are recreated with each new row, so the key identifies them. A
 * message has changed if another item has followed it, and a group of tool calls if calls or
 * permissions were added to it.
 */
function isSameBlock(before: BlockViewProps, after: BlockViewProps): boolean {
  if (before.isStreaming !== after.isStreaming || before.block.key !== after.block.key)
    return false;
  if (before.block.type === "message" && after.block.type === "message")
    return before.block.nextAt === after.block.nextAt;
  if (before.block.type !== "tool_calls" || after.block.type !== "tool_calls") return true;
  return countItems(before.block.calls) === countItems(after.block.calls);
}

function countItems(calls: Extract<ConversationBlock, { type: "tool_calls" }>["calls"]): number {
  return calls.reduce((count, { permissionIds }) => count + 1 + permissionIds.length, 0);
}

/** The rows that the agent adds nothing to. */
const NEVER_STREAMED: ReadonlySet<ConversationBlock["type"]> = /* @__PURE__ */ new Set([
  "turn_end",
  "notice",
]);

/** Returns the index of the block that the agent is adding to, or -1 if it is not working. */
export function useStreamingBlockIndex(blocks: readonly ConversationBlock[]): number {
  // While the agent waits for an answer, it has not finished the block.
  const isWorking = useSession(
    (session) => session?.activity === "running" || session?.activity === "requires_action",
  );
  return isWorking ? blocks.findLastIndex(({ type }) => !NEVER_STREAMED.has(type)) : -1;
}

/** A subagent with its status and its conversation, which is collapsed by default. */
export function SubagentCard({ sessionId }: SubagentCardProps): ReactElement {
  return (
    <SubagentFrame sessionId={sessionId}>
      <SubagentTranscript />
    </SubagentFrame>
  );
}

/** The conversation of a subagent, shown inside the conversation of its parent. */
export function SubagentTranscript(): ReactElement {
  const blocks = useBlocks();
  const texts = useTexts("subagent", subagentTexts);
  const [shown, setShown] = useState(INITIAL_ROWS);
  const first = Math.max(0, blocks.length - shown);
  const streamingIndex = useStreamingBlockIndex(blocks);
  if (blocks.length === 0) return <p className="acp-call-note">{texts.nothingYet}</p>;
  return (
    <>
      {first > 0 && (
        <button type="button" className="acp-link-button" onClick={() => setShown(shown * 4)}>
          {texts.showEarlier(first)}
        </button>
      )}
      {blocks.slice(first).map((block, index) => (
        <BlockView key={block.key} block={block} isStreaming={first + index === streamingIndex} />
      ))}
    </>
  );
}
