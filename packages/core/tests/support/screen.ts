import type { AcpState, Session, TimelineItem } from "@acp-store/core";

/**
 * Returns a line for each item of a session's timeline with what a user sees of it: the text of a
 * run, the title, status and content of a call, the decision about a permission.
 */
export function screenOf(state: AcpState, sessionId = "s1"): string[] {
  const session = state.sessions.get(sessionId);
  return session === undefined ? [] : session.timeline.map((item) => lineOf(session, item));
}

function lineOf(session: Session, item: TimelineItem): string {
  const { type, id } = item;
  if (type === "message") {
    const { role, content = [], runStarts = [] } = session.messages.get(id) ?? {};
    const run = content.slice(runStarts[item.run - 1], runStarts[item.run]);
    return `${role}: ${run.map((block) => (block.type === "text" ? block.text : `<${block.type}>`)).join("")}`;
  }
  if (type === "tool_call") {
    const { title = "", status, content = [] } = session.toolCalls.get(id) ?? {};
    return `${status} ${id}: ${title} ${content.map(({ type: kind }) => kind).join(" ")}`.trim();
  }
  if (type === "permission") {
    const { status, optionId } = session.permissions.get(id) ?? {};
    return `permission: ${optionId ?? status}`;
  }
  return `${type}: ${id}`;
}
