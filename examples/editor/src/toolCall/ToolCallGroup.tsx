import type { ReactElement } from "react";
import type { ToolCallItem } from "../conversation/groupTimeline.js";
import { ToolCallCard } from "./ToolCallCard.js";
import "./toolCall.css";

/** A group of consecutive tool calls. */
export function ToolCallGroup({ calls }: { calls: readonly ToolCallItem[] }): ReactElement {
  return (
    <div className="calls">
      {calls.map(({ toolCallId, permissionIds }) => (
        <ToolCallCard key={toolCallId} id={toolCallId} permissionIds={permissionIds} />
      ))}
    </div>
  );
}
