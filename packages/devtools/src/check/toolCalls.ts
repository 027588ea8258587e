import { type AcpState, isFinalStatus, type Session, type ToolCall } from "@acp-store/core";
import { createCallCourses } from "./callCourses.js";
import { type Check, type Find, quoted } from "./check.js";
import { sessionIdIn } from "./message.js";

/** Tool calls that are under way when their turn is over, which the store marks as stale, or when the trace is. */
export function createToolCallCheck(): {
  check: Check;
  reportOpen(state: AcpState, find: Find): void;
} {
  const courses = createCallCourses();

  const check: Check = (message, { before, after, find }) => {
    courses.note(message);
    if (message.kind !== "answer" || message.asked?.method !== "session/prompt") return;
    const sessionId = sessionIdIn(message.asked.params) ?? "";
    const earlier = before.sessions.get(sessionId)?.toolCalls;
    for (const [id, { stale, status, title }] of after.sessions.get(sessionId)?.toolCalls ?? []) {
      if (stale !== true || earlier?.get(id)?.stale === true) continue;
      const { words, frames } = courses.nameOf(sessionId, id, title);
      find(
        "unfinished_tool_call",
        `The tool call ${words} was ${quoted(status)} when its turn ended.`,
        { frame: message.frame, dir: message.dir, others: frames },
      );
    }
  };

  function reportOpen({ sessions }: AcpState, find: Find): void {
    for (const session of sessions.values())
      for (const { toolCallId, title, status } of underWay(session)) {
        const { words, frames } = courses.nameOf(session.sessionId, toolCallId, title);
        const [frame = 1, ...others] = frames;
        find(
          "open_tool_call",
          `The tool call ${words} is ${quoted(status)} where the trace ends, before its turn does.`,
          { frame, dir: "recv", others },
        );
      }
  }

  return { check, reportOpen };
}

/** The tool calls of open turns that nobody but the agent holds up. */
function underWay({ toolCalls, turns, permissions }: Session): ToolCall[] {
  const asked = [...permissions.values()].filter(({ status }) => status === "pending");
  return [...toolCalls.values()].filter(({ toolCallId, status, stale, turnId }) => {
    const turn = turnId === undefined ? undefined : turns.get(turnId)?.status;
    const isOpen = turn === "running" || turn === "cancelling";
    const isAsked = asked.some((permission) => permission.toolCallId === toolCallId);
    return isOpen && !isAsked && stale !== true && !isFinalStatus(status);
  });
}
