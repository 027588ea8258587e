import { isObject } from "../json.js";
import {
  type NotificationMessage,
  type RequestMessage,
  type ResponseMessage,
  getSessionId,
} from "../jsonRpc.js";
import { type Check, type MessageContext, quote } from "./check.js";

/** The updates that belong to a turn. Others, such as titles and usage, may come at any time. */
const TURN_UPDATES =
  /^(?:tool_call|tool_call_update|plan|agent_message_chunk|agent_thought_chunk)$/;

interface SessionTurns {
  /** The frames of the prompts without a response. */
  readonly openPrompts: Set<number>;
  /** The frame of the last `session/cancel`; 0 if there is none. */
  cancelFrame: number;
  /** The prompt that the cancel was about; `undefined` if several prompts were open. */
  cancelledPrompt: number | undefined;
  /** The frame of the response to a cancelled prompt, until the client sends another request. */
  cancelledTurnEnd: number | undefined;
}

type Report = MessageContext["report"];

/**
 * Checks the end of turns in version 1: `cancel_not_confirmed`, `cancelled_unasked` and
 * `update_after_cancelled_turn`.
 */
export function createTurnCheck(): Check {
  const sessions = new Map<string, SessionTurns>();

  function turnsOf(sessionId: string): SessionTurns {
    const turns = sessions.get(sessionId) ?? {
      openPrompts: new Set(),
      cancelFrame: 0,
      cancelledPrompt: undefined,
      cancelledTurnEnd: undefined,
    };
    sessions.set(sessionId, turns);
    return turns;
  }

  return {
    onMessage: (message, { report, after }) => {
      if (message.kind === "request" && message.abandons !== undefined) sessions.clear();
      const params = message.kind === "response" ? message.request?.params : message.params;
      const sessionId = getSessionId(params);
      if (after.protocolVersion !== 1 || sessionId === undefined) return;
      const turns = turnsOf(sessionId);
      if (message.kind === "response") onResponse(turns, message, report);
      else if (message.kind === "request") onRequest(turns, message);
      else if (message.method === "session/cancel") onCancel(turns, message.frame);
      else if (message.method === "session/update") onUpdate(turns, message, report);
    },
  };
}

function onRequest(turns: SessionTurns, { dir, method, frame }: RequestMessage): void {
  if (dir !== "sent") return;
  turns.cancelledTurnEnd = undefined;
  if (method === "session/prompt") turns.openPrompts.add(frame);
}

function onCancel(turns: SessionTurns, frame: number): void {
  turns.cancelFrame = frame;
  const [onlyPrompt] = turns.openPrompts;
  turns.cancelledPrompt = turns.openPrompts.size === 1 ? onlyPrompt : undefined;
}

function onUpdate(turns: SessionTurns, message: NotificationMessage, report: Report): void {
  const { cancelledTurnEnd, openPrompts } = turns;
  const { update } = message.params;
  const kind = isObject(update) ? String(update["sessionUpdate"]) : "";
  if (cancelledTurnEnd === undefined || openPrompts.size > 0 || !TURN_UPDATES.test(kind)) return;
  report(
    "update_after_cancelled_turn",
    `${quote(kind)} arrived after the agent had answered the cancelled prompt in frame ${cancelledTurnEnd}.`,
    { relatedFrames: [cancelledTurnEnd] },
  );
  // Report only the first update of each turn.
  turns.cancelledTurnEnd = undefined;
}

function onResponse(
  turns: SessionTurns,
  { request, frame, result, isError }: ResponseMessage,
  report: Report,
): void {
  if (request?.method !== "session/prompt") return;
  turns.openPrompts.delete(request.frame);
  const { stopReason } = result;
  const wasCancelled = turns.cancelFrame > request.frame;
  if (wasCancelled) turns.cancelledTurnEnd = frame;
  if (request.frame === turns.cancelledPrompt && stopReason !== "cancelled")
    report(
      "cancel_not_confirmed",
      `The prompt in frame ${request.frame} was cancelled in frame ${turns.cancelFrame}, but it ended with ${
        isError ? "an error" : quote(stopReason)
      }.`,
      { relatedFrames: [request.frame, turns.cancelFrame] },
    );
  if (!wasCancelled && stopReason === "cancelled")
    report(
      "cancelled_unasked",
      `The prompt in frame ${request.frame} ended as cancelled, but the client did not cancel it.`,
      { relatedFrames: [request.frame] },
    );
}
