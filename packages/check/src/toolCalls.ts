import { type AcpState, isFinalStatus, type Session, type ToolCall } from "@acp-store/core";
import { isObject, type JsonObject } from "./json.js";
import { type Message, type ResponseMessage, getSessionId } from "./jsonRpc.js";
import { type Check, type MessageContext, quote } from "./check.js";
import { linkToSpec, listTck, type RuleTable } from "./rule.js";

export type ToolCallRuleCode =
  | "unfinished_tool_call"
  | "open_tool_call"
  | "unknown_tool_call"
  | "missing_title";

export const TOOL_CALL_RULES: RuleTable<ToolCallRuleCode> = {
  unfinished_tool_call: {
    severity: "warning",
    side: "agent",
    text: "A turn ends when no tool calls are pending.",
    link: linkToSpec("prompt-turn#4-check-for-completion", "prompt-lifecycle"),
    tck: listTck("", ""),
  },
  open_tool_call: {
    severity: "note",
    side: "agent",
    text: "A tool call may run until its turn ends. This trace ends earlier, so the outcome is unknown.",
    link: linkToSpec("prompt-turn#4-check-for-completion", "prompt-lifecycle"),
    tck: listTck("", ""),
  },
  unknown_tool_call: {
    severity: "warning",
    side: "agent",
    text: "In version 1, the agent announces a tool call before it sends updates of it.",
    link: linkToSpec("tool-calls#creating", "tool-calls#reporting"),
    tck: listTck("", ""),
  },
  missing_title: {
    severity: "warning",
    side: "agent",
    text: "In version 2, the first update of a tool call has a title.",
    link: linkToSpec("tool-calls#creating", "tool-calls#reporting"),
    tck: listTck("", "PATCH-208"),
  },
};

/**
 * Checks that tool calls reach a final status before their turn ends: `unfinished_tool_call`, and
 * `open_tool_call` if the trace ends first. Checks that they are announced: `unknown_tool_call` in version
 * 1, and `missing_title` in version 2, where the first update announces a call.
 */
export function createToolCallCheck(): Check<ToolCallRuleCode> {
  const callFrames = createToolCallFrames();

  return {
    onMessage: (message, context) => {
      const { before, after, report } = context;
      callFrames.record(message);
      checkAnnouncement(message, context);
      const params = paramsOfTurnEnd(message);
      if (params === undefined) return;
      const sessionId = getSessionId(params) ?? "";
      for (const call of findCallsLeftUnfinished(before, after, sessionId)) {
        const { text, frames } = callFrames.describe(sessionId, call);
        report(
          "unfinished_tool_call",
          `The tool call ${text} was still ${quote(call.status)} when its turn ended.`,
          { relatedFrames: frames },
        );
      }
    },
    onEnd: ({ state, report }) => {
      for (const session of state.sessions.values())
        for (const call of findRunningCalls(session)) {
          const { text, frames } = callFrames.describe(session.sessionId, call);
          const [frame = 1, ...relatedFrames] = frames;
          report(
            "open_tool_call",
            `The tool call ${text} was still ${quote(call.status)} when the trace ended in the middle of its turn.`,
            { frame, dir: "recv", relatedFrames },
          );
        }
    },
  };
}

/** Checks the first update of a tool call. */
function checkAnnouncement(
  message: Message,
  { before, connection, isComplete, report }: MessageContext<ToolCallRuleCode>,
): void {
  if (message.kind !== "notification" || !isComplete) return;
  const update = isObject(message.params["update"]) ? message.params["update"] : {};
  const { sessionUpdate, toolCallId, title } = update;
  if (sessionUpdate !== "tool_call_update" || typeof toolCallId !== "string") return;
  const session = before.sessions.get(getSessionId(message.params) ?? "");
  if (session?.toolCalls.has(toolCallId) !== false) return;
  if (connection.version === 2 && (title == null || title === ""))
    report(
      "missing_title",
      `The first update of the tool call ${quote(toolCallId)} has no title.`,
      {
        path: "params.update.title",
        expected: "string",
        actual: title,
      },
    );
  if (connection.version === 1)
    report("unknown_tool_call", `The agent has not announced the tool call ${quote(toolCallId)}.`, {
      path: "params.update.toolCallId",
      actual: toolCallId,
    });
}

/** Returns the params that name the session, if a message may end a turn. */
function paramsOfTurnEnd(message: Message): JsonObject | undefined {
  if (message.kind === "response")
    return message.request?.method === "session/prompt" ? message.request.params : undefined;
  const { update } = message.params;
  return isObject(update) && update["sessionUpdate"] === "state_update"
    ? message.params
    : undefined;
}

/**
 * Returns the tool calls that a message has left without a final status. A rejected call is over for
 * the user, but the agent still has to report its end.
 */
function findCallsLeftUnfinished(before: AcpState, after: AcpState, sessionId: string): ToolCall[] {
  const endedTurns = new Set(before.sessions.get(sessionId)?.openTurns);
  for (const turnId of after.sessions.get(sessionId)?.openTurns ?? []) endedTurns.delete(turnId);
  const previous = before.sessions.get(sessionId)?.toolCalls;
  const calls = [...(after.sessions.get(sessionId)?.toolCalls.values() ?? [])];
  return calls.filter(({ toolCallId, phase, status, turnId }) => {
    if (phase === "rejected") return !isFinalStatus(status) && endedTurns.has(turnId ?? "");
    return phase === "unfinished" && previous?.get(toolCallId)?.phase !== "unfinished";
  });
}

/** Returns the unfinished tool calls of open turns, except for those that wait for the user. */
function findRunningCalls({ toolCalls, turns }: Session): ToolCall[] {
  return [...toolCalls.values()].filter(({ phase, status, turnId }) => {
    const turnStatus = turnId === undefined ? undefined : turns.get(turnId)?.status;
    const isTurnOpen = turnStatus === "running" || turnStatus === "cancelling";
    const isWaiting = phase === "awaiting_permission" || phase === "unfinished";
    return isTurnOpen && !isWaiting && !isFinalStatus(status);
  });
}

/** Remembers the frames of each tool call, so that findings can mention them. */
interface ToolCallFrames {
  record(message: Message): void;
  /** Describes a tool call as the subject of a sentence, with the frames that the text mentions. */
  describe(
    sessionId: string,
    call: Pick<ToolCall, "toolCallId" | "title">,
  ): { readonly text: string; readonly frames: readonly number[] };
}

interface RecordedCall {
  /** The frame that mentions the tool call first. */
  readonly firstFrame: number;
  /** The last response to a permission request for the tool call. */
  permission?: { readonly frame: number; readonly option: string };
}

function createToolCallFrames(): ToolCallFrames {
  const calls = new Map<string, RecordedCall>();
  const keyOf = (sessionId: string | undefined, toolCallId: string): string =>
    JSON.stringify([sessionId, toolCallId]);

  return {
    record: (message) => {
      const params = message.kind === "response" ? message.request?.params : message.params;
      const { update, toolCall } = params ?? {};
      const { toolCallId } = isObject(update) ? update : isObject(toolCall) ? toolCall : {};
      if (params === undefined || typeof toolCallId !== "string") return;
      const key = keyOf(getSessionId(params), toolCallId);
      const call = calls.get(key) ?? { firstFrame: message.frame };
      calls.set(key, call);
      const option = message.kind === "response" ? getSelectedOptionName(message) : undefined;
      if (option !== undefined) call.permission = { frame: message.frame, option };
    },
    describe: (sessionId, { toolCallId, title }) => {
      const { firstFrame, permission } = calls.get(keyOf(sessionId, toolCallId)) ?? {};
      const details = [
        title === undefined ? undefined : quote(title),
        firstFrame && `announced in frame ${firstFrame}`,
        permission &&
          `permission request answered with ${permission.option} in frame ${permission.frame}`,
      ].filter((detail) => detail !== undefined);
      const text = [quote(toolCallId), details.length > 0 && `(${details.join(", ")})`];
      return {
        text: text.filter(Boolean).join(" "),
        frames: [firstFrame, permission?.frame].filter((frame) => frame !== undefined),
      };
    },
  };
}

/** Returns the name of the option that a response to a permission request selected. */
function getSelectedOptionName({ request, result }: ResponseMessage): string | undefined {
  const { outcome, optionId } = isObject(result["outcome"]) ? result["outcome"] : {};
  if (request?.method !== "session/request_permission" || outcome !== "selected") return undefined;
  const { options } = request.params;
  const offered: unknown[] = Array.isArray(options) ? options : [];
  const option = offered.filter(isObject).find((candidate) => candidate["optionId"] === optionId);
  return quote(option?.["name"] ?? optionId);
}
