import type { ToolCall } from "../state/entities.js";
import type { Elicitation, Permission } from "../state/requests.js";
import type { SessionRecord } from "../state/sessionRecord.js";

/**
 * Returns whether a call continues in the background (version 2): the agent lists the call itself, or
 * a terminal that the call shows.
 * {@link https://agentclientprotocol.com/protocol/v2/prompt-lifecycle#background-work}
 */
export function isBackgroundCall(session: SessionRecord, call: ToolCall): boolean {
  return session.fields.background.some(
    (work) =>
      ("toolCallId" in work && work.toolCallId === call.toolCallId) ||
      call.content.some((item) => item.type === "terminal" && isTerminal(work, item["terminalId"])),
  );
}

/** Returns whether a request is about background work: a call, or the terminal of a command. */
export function isBackgroundRequest(
  session: SessionRecord,
  request: Permission | Elicitation,
): boolean {
  const { background } = session.fields;
  if (background.length === 0) return false;
  const call = session.tables.toolCalls.get(request.toolCallId ?? "");
  if (call !== undefined && isBackgroundCall(session, call)) return true;
  const subject = "subject" in request ? request.subject : undefined;
  return background.some((work) => isTerminal(work, subject && Reflect.get(subject, "terminalId")));
}

function isTerminal(work: object, terminalId: unknown): boolean {
  return terminalId != null && "terminalId" in work && work.terminalId === terminalId;
}
