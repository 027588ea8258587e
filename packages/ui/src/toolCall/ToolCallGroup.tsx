import type { ReactElement } from "react";
import type { ToolCallItem } from "../conversation/groupTimeline.js";
import { ToolCallCard } from "./ToolCallCard.js";
import { useAcpUi } from "../context/acpUi.js";

/** A group of consecutive tool calls. */
export function ToolCallGroup({ calls }: { calls: readonly ToolCallItem[] }): ReactElement {
  const { ToolCallCard: Card = ToolCallCard } = useAcpUi().slots;
  return (
    <div className="acp-calls">
      {calls.map(({ toolCallId, permissionIds }) => (
        <Card key={toolCallId} id={toolCallId} permissionIds={permissionIds} />
      ))}
    </div>
  );
}
