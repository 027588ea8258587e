import { isObject, type JsonObject } from "./json.js";
import {
  getSessionId,
  type NotificationMessage,
  type RequestMessage,
  type ResponseMessage,
} from "./jsonRpc.js";
import { type Check, type MessageContext, quote } from "./check.js";
import { CONVERSATION_UPDATES } from "./replay.js";
import { OPENS_SESSION, type TurnRuleCode } from "./turns.js";
import { linkToSpec, listTck, type RuleTable } from "./rule.js";

export type TurnStateRuleCode =
  | "idle_without_running"
  | "missing_stop_reason"
  | "user_message_missing";

export const TURN_STATE_RULES: RuleTable<TurnStateRuleCode> = {
  idle_without_running: {
    severity: "violation",
    side: "agent",
    text: "The agent reports that a session is running before it reports that the turn has ended.",
    link: linkToSpec("prompt-turn", "prompt-lifecycle"),
    tck: listTck("", "STATE-201"),
  },
  missing_stop_reason: {
    severity: "violation",
    side: "agent",
    text: "The idle state that ends a turn has a stop reason.",
    link: linkToSpec("prompt-turn#stop-reasons", "prompt-lifecycle#stop-reasons"),
    tck: listTck("", "STATE-203"),
  },
  user_message_missing: {
    severity: "violation",
    side: "agent",
    text: "Before its turn ends, the agent reports the user's message with the messageId of the response to the prompt.",
    link: linkToSpec("prompt-turn", "prompt-lifecycle"),
    tck: listTck("", "PROMPT-203"),
  },
};

/** A prompt of version 2 whose message the agent has to report. */
interface AcceptedPrompt {
  readonly frame: number;
  readonly messageId: string;
}

interface SessionWork {
  /** Whether the session is working; `undefined` for a session that was opened while it may have been. */
  isRunning: boolean | undefined;
  /** The frame of the update since which the session is working. */
  runningFrame: number;
  /** The frame of the last cancel; 0 if there is none. */
  cancelFrame: number;
  /** The frame of the idle state that ended a cancelled turn, until the next prompt or turn. */
  cancelledTurnEnd: number | undefined;
  /** The stop reason of the last turn, until the agent accepts another prompt. */
  lastStopReason: unknown;
  /** The accepted prompts whose user message is missing so far. */
  prompts: AcceptedPrompt[];
  /** The user messages that the agent has reported. */
  readonly userMessages: Set<unknown>;
  /** The frames of the responses to prompts, by message id. */
  readonly promptFrames: Map<string, number>;
}

/**
 * Checks the turns of version 2: `idle_without_running`, `missing_stop_reason`, `user_message_missing`,
 * `cancel_not_confirmed`, `cancelled_unasked`, `update_after_cancelled_turn`, and `duplicate_id` for the
 * ids of prompts.
 */
export function createTurnStateCheck(): Check<TurnStateRuleCode | TurnRuleCode> {
  const sessions = new Map<string, SessionWork>();

  function workOf(sessionId: string): SessionWork {
    const work = sessions.get(sessionId) ?? {
      isRunning: undefined,
      runningFrame: 0,
      cancelFrame: 0,
      cancelledTurnEnd: undefined,
      lastStopReason: undefined,
      prompts: [],
      userMessages: new Set(),
      promptFrames: new Map(),
    };
    sessions.set(sessionId, work);
    return work;
  }

  return {
    onMessage: (message, context) => {
      if (message.kind === "request" && message.abandons !== undefined) sessions.clear();
      if (context.connection.version !== 2) return;
      if (message.kind === "response") {
        const createdId = getSessionId(message.result);
        if (message.request?.method === "session/new" && createdId !== undefined)
          workOf(createdId).isRunning = false;
        const sessionId = getSessionId(message.request?.params);
        if (message.request?.method === "session/prompt" && sessionId !== undefined)
          onPromptResponse(workOf(sessionId), message, context);
        if (message.request?.method === "session/close" && sessionId !== undefined)
          onCloseResponse(workOf(sessionId), message, context);
        return;
      }
      const sessionId = getSessionId(message.params);
      if (sessionId === undefined) return;
      const work = workOf(sessionId);
      if (message.dir === "sent") onClientMessage(work, message);
      else if (message.kind === "notification" && message.method === "session/update")
        onSessionUpdate(work, message, context);
    },
  };
}

function onClientMessage(
  work: SessionWork,
  { method, frame }: RequestMessage | NotificationMessage,
): void {
  if (method === "session/prompt" || OPENS_SESSION.test(method)) work.cancelledTurnEnd = undefined;
  if (/^session\/(?:cancel|close|delete|archive)$/.test(method)) work.cancelFrame = frame;
}

function onPromptResponse(
  work: SessionWork,
  { request, result, isError, frame }: ResponseMessage,
  { report }: MessageContext<TurnStateRuleCode | TurnRuleCode>,
): void {
  const { messageId } = result;
  if (isError && request !== undefined && work.cancelFrame > request.frame)
    report(
      "cancel_not_confirmed",
      `The prompt in frame ${request.frame} was cancelled in frame ${work.cancelFrame}, but it ended with an error.`,
      { path: "error", relatedFrames: [request.frame, work.cancelFrame] },
    );
  if (isError || typeof messageId !== "string") return;
  work.lastStopReason = undefined;
  const earlier = work.promptFrames.get(messageId);
  if (earlier !== undefined)
    report("duplicate_id", `The prompt in frame ${earlier} has the same messageId.`, {
      path: "result.messageId",
      actual: messageId,
      relatedFrames: [earlier],
    });
  work.promptFrames.set(messageId, frame);
  if (!work.userMessages.has(messageId)) work.prompts.push({ frame, messageId });
}

function onCloseResponse(
  work: SessionWork,
  { request, isError }: ResponseMessage,
  { report }: MessageContext<TurnStateRuleCode | TurnRuleCode>,
): void {
  if (isError || request === undefined || work.isRunning !== true) return;
  report(
    "cancel_not_confirmed",
    `The session was closed in frame ${request.frame}, but the agent has not reported that the turn has ended.`,
    { relatedFrames: [work.runningFrame, request.frame] },
  );
  work.isRunning = undefined;
}

function onSessionUpdate(
  work: SessionWork,
  message: NotificationMessage,
  context: MessageContext<TurnStateRuleCode | TurnRuleCode>,
): void {
  const update = isObject(message.params["update"]) ? message.params["update"] : {};
  const { sessionUpdate, messageId, state } = update;
  const kind = String(sessionUpdate);
  if (kind === "user_message" || kind === "user_message_chunk") {
    work.userMessages.add(messageId);
    work.prompts = work.prompts.filter((prompt) => prompt.messageId !== messageId);
  }
  if (work.cancelledTurnEnd !== undefined && CONVERSATION_UPDATES.test(kind)) {
    context.report(
      "update_after_cancelled_turn",
      `${quote(kind)} arrived after the cancelled turn had ended in frame ${work.cancelledTurnEnd}.`,
      { path: "params.update.sessionUpdate", relatedFrames: [work.cancelledTurnEnd] },
    );
    // Report only the first update of each turn.
    work.cancelledTurnEnd = undefined;
  }
  if (kind !== "state_update") return;
  if (state === "idle") onIdle(work, update, message.frame, context);
  else if (state === "running" || state === "requires_action") {
    if (work.isRunning !== true) work.runningFrame = message.frame;
    work.isRunning = true;
    work.cancelledTurnEnd = undefined;
  }
}

function onIdle(
  work: SessionWork,
  { stopReason }: JsonObject,
  frame: number,
  { report }: MessageContext<TurnStateRuleCode | TurnRuleCode>,
): void {
  const path = "params.update.stopReason";
  const wasCancelled = work.cancelFrame > work.runningFrame;
  // A repeated state may carry the last stop reason.
  const isRepeated = stopReason === work.lastStopReason;
  if (work.isRunning === false && stopReason != null && !isRepeated)
    report("idle_without_running", "The session was not running before this turn ended.", {
      path: "params.update.state",
      actual: "idle",
    });
  if (work.isRunning === true && stopReason == null)
    report(
      "missing_stop_reason",
      `The turn that began in frame ${work.runningFrame} has no stop reason.`,
      { path, expected: "string", actual: stopReason, relatedFrames: [work.runningFrame] },
    );
  if (work.isRunning === true && stopReason != null && wasCancelled && stopReason !== "cancelled")
    report(
      "cancel_not_confirmed",
      `The turn was cancelled in frame ${work.cancelFrame}, but it ended with ${quote(stopReason)}.`,
      { path, expected: '"cancelled"', actual: stopReason, relatedFrames: [work.cancelFrame] },
    );
  if (work.isRunning === true && !wasCancelled && stopReason === "cancelled")
    report("cancelled_unasked", "The turn ended as cancelled, but the client did not cancel it.", {
      path,
      actual: stopReason,
      relatedFrames: [work.runningFrame],
    });
  if (stopReason != null)
    for (const prompt of work.prompts)
      report(
        "user_message_missing",
        `The turn ends, but the agent has not reported the message ${quote(prompt.messageId)} of the prompt that it accepted in frame ${prompt.frame}.`,
        { relatedFrames: [prompt.frame] },
      );
  if (stopReason != null) work.prompts = [];
  if (work.isRunning === true && wasCancelled) work.cancelledTurnEnd = frame;
  if (stopReason != null) work.lastStopReason = stopReason;
  work.isRunning = false;
  work.runningFrame = frame;
}
