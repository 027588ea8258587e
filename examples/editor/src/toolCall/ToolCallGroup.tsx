import type { ReactElement } from "react";
import type { ToolCallItem } from "../conversation/groupTimeline.js";
import { ToolCallCard } from "./ToolCallCard.js";
import "./toolCall.css";

/** Tool calls in a row, in one frame. */
export function ToolCallGroup({ calls }: { calls: readonly ToolCallItem[] }): ReactElement {
  return (
    <div className="calls">
      {calls.map(({ toolCallId, permissionIds }) => (
        <ToolCallCard key={toolCallId} id={toolCallId} permissionIds={permissionIds} />
      ))}
    </div>
  );
}
