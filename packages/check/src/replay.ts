import { isObject } from "./json.js";
import { getSessionId, type NotificationMessage } from "./jsonRpc.js";
import { type Check, type MessageContext, quote } from "./check.js";
import { linkToSpec, listTck, type RuleTable } from "./rule.js";

export type ReplayRuleCode = "replay_after_response" | "replay_in_resume";

export const REPLAY_RULES: RuleTable<ReplayRuleCode> = {
  replay_after_response: {
    severity: "violation",
    side: "agent",
    text: "The agent answers the request that loads a session only after it has replayed the whole conversation.",
    link: linkToSpec("session-setup#loading-sessions", "session-setup"),
    tck: listTck("LOAD-002", "RESUME-202"),
  },
  replay_in_resume: {
    severity: "violation",
    side: "agent",
    text: "The agent does not replay the conversation when it resumes a session, unless the client asks for it in version 2.",
    link: linkToSpec("session-setup#resuming-sessions", "session-setup"),
    tck: listTck("RESUME-002", "RESUME-203"),
  },
};

/** The updates that belong to the conversation, in both versions. */
export const CONVERSATION_UPDATES: RegExp =
  /^(?:(?:user|agent)_message(?:_chunk)?|agent_thought(?:_chunk)?|tool_call(?:_update|_content_chunk)?|plan)$/;

/** The updates that a replay consists of. Updates of tool calls may also report background work. */
const MESSAGE_UPDATES = /^(?:(?:user|agent)_message(?:_chunk)?|agent_thought(?:_chunk)?)$/;

/** A request that opens a session, with or without a replay. */
interface Opening {
  readonly frame: number;
  readonly withReplay: boolean;
  /** Whether the client has sent a prompt before the response, so that updates may belong to it. */
  isPrompted?: boolean;
}

/**
 * Checks that a replay is complete before the response to its request, and that there is none if the
 * client did not ask for it: `replay_after_response` and `replay_in_resume`.
 */
export function createReplayCheck(): Check<ReplayRuleCode> {
  /** The requests without a response, by session id. */
  const pending = new Map<string, Opening>();
  /** The frame of the response to a request with a replay, until the next prompt of the session. */
  const loadedFrames = new Map<string, number>();

  function onUpdate(
    message: NotificationMessage,
    { report }: MessageContext<ReplayRuleCode>,
  ): void {
    const { params } = message;
    const sessionId = getSessionId(params) ?? "";
    const update = isObject(params["update"]) ? params["update"] : {};
    const kind = String(update["sessionUpdate"]);
    const opening = pending.get(sessionId);
    const loadedFrame = loadedFrames.get(sessionId);
    if (opening?.withReplay === false && MESSAGE_UPDATES.test(kind)) {
      report(
        "replay_in_resume",
        `${quote(kind)} arrives before the response to the request in frame ${opening.frame}, which asks for no replay.`,
        { path: "params.update.sessionUpdate", relatedFrames: [opening.frame] },
      );
      // Report only the first update of a replay.
      pending.delete(sessionId);
    } else if (loadedFrame !== undefined && CONVERSATION_UPDATES.test(kind)) {
      report(
        "replay_after_response",
        `${quote(kind)} arrives after the response in frame ${loadedFrame}, and before the next prompt.`,
        { path: "params.update.sessionUpdate", relatedFrames: [loadedFrame] },
      );
      loadedFrames.delete(sessionId);
    }
  }

  return {
    onMessage: (message, context) => {
      const params = message.kind === "response" ? message.request?.params : message.params;
      const sessionId = getSessionId(params);
      if (sessionId === undefined) return;
      if (message.kind === "response") {
        const opening = findOpening(message.request?.method, params ?? {}, context, 0);
        if (opening === undefined || message.dir !== "recv") return;
        const isPrompted = pending.get(sessionId)?.isPrompted === true;
        pending.delete(sessionId);
        if (opening.withReplay && !message.isError && !isPrompted)
          loadedFrames.set(sessionId, message.frame);
      } else if (message.dir === "sent") {
        if (message.kind !== "request") return;
        loadedFrames.delete(sessionId);
        const opening = findOpening(message.method, message.params, context, message.frame);
        if (opening !== undefined) pending.set(sessionId, opening);
        const open = pending.get(sessionId);
        if (open !== undefined && message.method === "session/prompt") open.isPrompted = true;
      } else if (message.kind === "notification" && message.method === "session/update")
        onUpdate(message, context);
    },
  };
}

function findOpening(
  method: string | undefined,
  params: Readonly<Record<string, unknown>>,
  { connection: { version } }: MessageContext<ReplayRuleCode>,
  frame: number,
): Opening | undefined {
  if (method === "session/load") return { frame, withReplay: true };
  if (method !== "session/resume") return undefined;
  return { frame, withReplay: version === 2 && params["replayFrom"] != null };
}
