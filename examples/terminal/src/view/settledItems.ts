import {
  type AcpState,
  type ContentBlock,
  type MessageTimelineItem,
  type Permission,
  selectMessageRun,
  type Session,
  type TimelineItem,
} from "@acp-store/core";
import { bold, dim, getContentText, NOTHING, type SafeText, text, toLines } from "./text.js";
import { formatFinishedCall, isCallFinished } from "./toolCall.js";

/** Returns the lines of a timeline item, or `undefined` while the item can still change. */
export function formatSettledItem(
  state: AcpState,
  session: Session,
  item: TimelineItem,
  isLast: boolean,
): readonly SafeText[] | undefined {
  switch (item.type) {
    case "message": {
      // A run of a message is complete when another item follows it or the turn ends.
      const isPrompt = getPromptTurn(session, item.id) !== undefined;
      const isComplete = !isLast || session.activity === "idle" || isPrompt;
      return isComplete ? formatMessageRun(state, session, item) : undefined;
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

/** Returns the turn that a message has started, or `undefined` if the message is not a prompt. */
export function getPromptTurn({ messages }: Session, id: string): string | undefined {
  const message = messages.get(id);
  return message?.role === "user" ? message.turnId : undefined;
}

/** Returns the lines of a run of a message, marked by the role of the message. */
export function formatMessageRun(
  state: AcpState,
  { sessionId, messages }: Session,
  { id, run }: MessageTimelineItem,
): SafeText[] {
  const role = messages.get(id)?.role;
  const blocks = selectMessageRun(state, sessionId, id, run);
  const content = (role === "user" ? getPromptText(blocks) : getContentText(blocks)).trim();
  if (content === "") return [];
  const lines = toLines(content);
  if (role === "user") return lines.map((line) => bold(text`> ${line}`));
  return role === "thought" ? lines.map((line) => dim(text`· ${line}`)) : lines;
}

/** Returns the text of a prompt. Added parts start a new line. */
function getPromptText(blocks: readonly ContentBlock[]): string {
  const parts = blocks.map((block, index) => {
    const last = blocks[index - 1];
    const isAfterText = last?.type === "text" && (block.type === "text" || /\S$/.test(last.text));
    const isAdded =
      isAfterText || (last !== undefined && last.type !== "text" && block.type !== "text");
    return `${isAdded ? "\n" : ""}${getContentText([block])}`;
  });
  return parts.join("");
}

function formatPermission({ status, options, optionId, reason }: Permission): SafeText[] {
  const chosen = options.find((option) => option.optionId === optionId);
  const answer = status === "selected" ? (chosen?.name ?? optionId ?? "") : "no answer";
  return [dim(text`  → ${answer}${reason === "user" ? NOTHING : text` (${reason ?? ""})`}`)];
}
