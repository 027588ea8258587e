import { isObject } from "./json.js";
import { getSessionId, type Message, type ResponseMessage } from "./jsonRpc.js";
import { type Check, type MessageContext, quote } from "./check.js";
import { linkToSpec, listTck, type RuleTable } from "./rule.js";

export type SessionStartRuleCode = "null_result" | "session_not_ready" | "missing_resume_state";

export const SESSION_START_RULES: RuleTable<SessionStartRuleCode> = {
  null_result: {
    severity: "note",
    side: "agent",
    text: "A result without fields is an empty object. In version 1, null is tolerated.",
    link: linkToSpec("session-setup#loading-sessions", "session-setup"),
    tck: listTck("LOAD-003", ""),
  },
  session_not_ready: {
    severity: "violation",
    side: "client",
    text: "The client waits for the response that opens a session before it sends a prompt.",
    link: linkToSpec("session-setup#loading-sessions", "session-setup"),
    tck: listTck("", ""),
  },
  missing_resume_state: {
    severity: "violation",
    side: "agent",
    text: "In version 2, the agent reports the state of a resumed session before the response.",
    link: linkToSpec("session-setup#resuming-sessions", "session-setup"),
    tck: listTck("", ""),
  },
};

/**
 * Checks how an existing session is opened: `session_not_ready`, `null_result` in version 1, and
 * `missing_resume_state` in version 2.
 */
export function createSessionStartCheck(): Check<SessionStartRuleCode> {
  /** The frames of the open requests that load or resume a session, by session id. */
  const opening = new Map<string, number>();
  /** The sessions whose state the agent has reported since the request. */
  const reported = new Set<string>();

  return {
    onMessage: (message, { after, report }) => {
      if (message.kind === "response") {
        onResponse(message, after.protocolVersion, report);
        return;
      }
      if (message.kind === "request" && message.abandons !== undefined) opening.clear();
      const sessionId = getSessionId(message.params);
      if (sessionId === undefined) return;
      if (message.kind === "request" && opensSession(message.method)) {
        opening.set(sessionId, message.frame);
        reported.delete(sessionId);
      } else if (message.method === "session/prompt" && opening.has(sessionId))
        reportEarlyPrompt(sessionId, report);
      else if (isStateUpdate(message)) reported.add(sessionId);
    },
  };

  function reportEarlyPrompt(
    sessionId: string,
    report: MessageContext<SessionStartRuleCode>["report"],
  ): void {
    const frame = opening.get(sessionId) ?? 0;
    report(
      "session_not_ready",
      `The session ${quote(sessionId)} is prompted, but the request in frame ${frame} that opens it has no response yet.`,
      { relatedFrames: [frame] },
    );
  }

  function onResponse(
    { request, rawResult, isError }: ResponseMessage,
    version: 1 | 2,
    report: MessageContext<SessionStartRuleCode>["report"],
  ): void {
    if (request === undefined || !opensSession(request.method)) return;
    const sessionId = getSessionId(request.params) ?? "";
    opening.delete(sessionId);
    if (rawResult === null && version === 1)
      report("null_result", "The result is null.", {
        path: "result",
        expected: "{}",
        actual: null,
      });
    if (isError || version === 1 || reported.has(sessionId)) return;
    report(
      "missing_resume_state",
      `The agent has not reported the state of the session ${quote(sessionId)} since the request in frame ${request.frame}.`,
      { relatedFrames: [request.frame] },
    );
  }
}

function opensSession(method: string): boolean {
  return method === "session/load" || method === "session/resume";
}

function isStateUpdate(message: Message): boolean {
  if (message.kind === "response" || message.method !== "session/update") return false;
  const { update } = message.params;
  return isObject(update) && update["sessionUpdate"] === "state_update";
}
