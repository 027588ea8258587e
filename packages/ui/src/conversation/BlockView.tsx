import { useSession } from "@acp-store/react";
import { memo, type ReactElement, type NamedExoticComponent } from "react";
import { Message } from "../message/Message.js";
import { PermissionOutcome } from "../permission/PermissionOutcome.js";
import { SubagentCard } from "../subagent/SubagentCard.js";
import { ToolCallGroup } from "../toolCall/ToolCallGroup.js";
import type { ConversationBlock } from "./groupTimeline.js";
import { TurnEnd } from "./TurnEnd.js";
import { useAcpUi } from "../context/acpUi.js";

/** The props of {@link BlockView}. */
export interface BlockViewProps {
  /** The row to show. */
  readonly block: ConversationBlock;
  /** Whether the agent is currently adding to this block. */
  readonly isStreaming: boolean;
}

/** One row of a conversation. */
export const BlockView: NamedExoticComponent<BlockViewProps> = memo(function BlockView({
  block,
  isStreaming,
}: BlockViewProps): ReactElement {
  const { slots } = useAcpUi();
  switch (block.type) {
    case "message": {
      const { Message: Row = Message } = slots;
      return <Row id={block.id} run={block.run} isStreaming={isStreaming} nextAt={block.nextAt} />;
    }
    case "tool_calls":
      return <ToolCallGroup calls={block.calls} />;
    case "permission":
      return <PermissionOutcome id={block.id} isStandalone />;
    case "subagent": {
      const { SubagentCard: Card = SubagentCard } = slots;
      return <Card sessionId={block.sessionId} />;
    }
    case "turn_end": {
      const { TurnEnd: End = TurnEnd } = slots;
      return <End turnId={block.turnId} />;
    }
  }
}, isSameBlock);

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

/** Returns the index of the block that the agent is adding to, or -1 if it is not working. */
export function useStreamingBlockIndex(blocks: readonly ConversationBlock[]): number {
  const isRunning = useSession((session) => session?.activity === "running");
  return isRunning ? blocks.findLastIndex(({ type }) => type !== "turn_end") : -1;
}
