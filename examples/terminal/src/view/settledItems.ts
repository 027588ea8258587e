import {
  type AcpState,
  type MessageTimelineItem,
  type Permission,
  selectMessageRun,
  type Session,
  type TimelineItem,
} from "@acp-store/core";
import { bold, dim, getContentText, indentLines, sanitizeText } from "./text.js";
import { formatFinishedCall, isCallFinished } from "./toolCall.js";

/** Returns the lines of a timeline item, or `undefined` while the item can still change. */
export function formatSettledItem(
  state: AcpState,
  session: Session,
  item: TimelineItem,
  isLast: boolean,
): readonly string[] | undefined {
  switch (item.type) {
    case "message": {
      // A run of a message is complete when another item follows it or the turn ends.
      if (isLast && session.activity !== "idle") return undefined;
      return formatMessageRun(state, session, item);
    }
    case "tool_call": {
      const call = session.toolCalls.get(item.id);
      return call && isCallFinished(call) ? formatFinishedCall(session, call) : undefined;
    }
    case "permission": {
      const permission = session.permissions.get(item.id);
      return permission?.status === "pending"
        ? undefined
        : permission && formatPermission(permission);
    }
    default:
      return [];
  }
}

/** Returns the lines of a run of a message, marked by the role of the message. */
export function formatMessageRun(
  state: AcpState,
  { sessionId, messages }: Session,
  { id, run }: MessageTimelineItem,
): string[] {
  const role = messages.get(id)?.role;
  const text = getContentText(selectMessageRun(state, sessionId, id, run)).trim();
  if (text === "") return [];
  if (role === "user") return indentLines(text, "> ").map(bold);
  return role === "thought" ? indentLines(text, "· ").map(dim) : text.split("\n");
}

function formatPermission({ status, options, optionId, reason }: Permission): string[] {
  const chosen = options.find((option) => option.optionId === optionId);
  const answer = status === "selected" ? sanitizeText(chosen?.name ?? optionId ?? "") : "no answer";
  return [dim(`  → ${answer}${reason === "user" ? "" : ` (${reason})`}`)];
}
