import { useSession } from "@acp-store/react";
import { memo, type ReactElement } from "react";
import { MessageRow } from "../message/MessageRow.js";
import { PermissionRecord } from "../permission/PermissionRecord.js";
import { SubagentCard } from "../subagent/SubagentCard.js";
import { ToolCallGroup } from "../toolCall/ToolCallGroup.js";
import type { ConversationBlock } from "./groupTimeline.js";
import { TurnEnd } from "./TurnEnd.js";

interface BlockProps {
  readonly block: ConversationBlock;
  /** The agent works, and this is where it writes. */
  readonly isGrowing: boolean;
}

export const BlockView = memo(function BlockView({ block, isGrowing }: BlockProps): ReactElement {
  switch (block.type) {
    case "message":
      return <MessageRow id={block.id} isGrowing={isGrowing} />;
    case "tool_calls":
      return <ToolCallGroup calls={block.calls} />;
    case "permission":
      return <PermissionRecord id={block.id} isStandalone />;
    case "subagent":
      return <SubagentCard sessionId={block.sessionId} />;
    case "turn_end":
      return <TurnEnd turnId={block.turnId} />;
  }
}, isSameBlock);

/** The blocks are made anew with each row; a group has changed when something was added to it. */
function isSameBlock(before: BlockProps, after: BlockProps): boolean {
  if (before.isGrowing !== after.isGrowing || before.block.key !== after.block.key) return false;
  if (before.block.type !== "tool_calls" || after.block.type !== "tool_calls") return true;
  return signature(before.block.calls) === signature(after.block.calls);
}

function signature(calls: Extract<ConversationBlock, { type: "tool_calls" }>["calls"]): number {
  return calls.reduce((count, { permissionIds }) => count + 1 + permissionIds.length, 0);
}

/** The index of the block that the agent adds to, or -1 where it does not work. */
export function useGrowingRow(blocks: readonly ConversationBlock[]): number {
  const isRunning = useSession((session) => session?.activity === "running");
  return isRunning ? blocks.findLastIndex(({ type }) => type !== "turn_end") : -1;
}
