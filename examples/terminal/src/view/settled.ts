import type { Message, Permission, Session, TimelineItem } from "@acp-store/core";
import { bold, clean, dim, indented, textOf } from "./text.js";
import { callLines, isOver } from "./toolCall.js";

/**
 * The lines of an item of the conversation, as soon as it does not change any more; before that
 * `undefined`.
 */
export function settledLines(
  session: Session,
  item: TimelineItem,
  isLast: boolean,
): readonly string[] | undefined {
  switch (item.type) {
    case "message": {
      const message = session.messages.get(item.id);
      // What comes after a message ends it, and so does the turn.
      if (isLast && session.activity !== "idle") return undefined;
      return message && messageLines(message);
    }
    case "tool_call": {
      const call = session.toolCalls.get(item.id);
      return call && isOver(call) ? callLines(session, call) : undefined;
    }
    case "permission": {
      const permission = session.permissions.get(item.id);
      return permission?.status === "pending"
        ? undefined
        : permission && permissionLines(permission);
    }
    default:
      return [];
  }
}

export function messageLines({ role, content }: Message): string[] {
  const text = textOf(content).trim();
  if (text === "") return [];
  if (role === "user") return indented(text, "> ").map(bold);
  return role === "thought" ? indented(text, "· ").map(dim) : text.split("\n");
}

function permissionLines({ status, options, optionId, reason }: Permission): string[] {
  const chosen = options.find((option) => option.optionId === optionId);
  const answer = status === "selected" ? clean(chosen?.name ?? optionId ?? "") : "no answer";
  return [dim(`  → ${answer}${reason === "user" ? "" : ` (${reason})`}`)];
}
