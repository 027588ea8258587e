import { isObject } from "./json.js";
import {
  getSessionId,
  type NotificationMessage,
  type RequestMessage,
  type ResponseMessage,
} from "./jsonRpc.js";
import { type Check, type MessageContext, quote } from "./check.js";
import { linkToSpec, listTck, type RuleTable } from "./rule.js";

export type TurnRuleCode =
  | "cancel_not_confirmed"
  | "cancelled_unasked"
  | "update_after_cancelled_turn"
  | "update_outside_turn"
  | "overlapping_prompts";

export const TURN_RULES: RuleTable<TurnRuleCode> = {
  cancel_not_confirmed: {
    severity: "warning",
    side: "agent",
    text: "The agent ends a cancelled turn with the stop reason cancelled, even if an operation failed.",
    link: linkToSpec("prompt-turn#cancellation", "prompt-lifecycle#cancellation"),
    tck: listTck("CANCEL-001 CLOSE-002", "CANCEL-201 CANCEL-203 CANCEL-208 CLOSE-202"),
  },
  cancelled_unasked: {
    severity: "warning",
    side: "agent",
    text: "The stop reason cancelled means that the client cancelled the turn.",
    link: linkToSpec("prompt-turn#stop-reasons", "prompt-lifecycle#stop-reasons"),
    tck: listTck("", ""),
  },
  update_after_cancelled_turn: {
    severity: "violation",
    side: "agent",
    text: "After session/cancel, the agent may send content and tool calls only until it ends the turn.",
    link: linkToSpec("prompt-turn#cancellation", "prompt-lifecycle#cancellation"),
    tck: listTck("CANCEL-002", "CANCEL-202"),
  },
  update_outside_turn: {
    severity: "warning",
    side: "agent",
    text: "In version 1, the agent sends content and tool calls while it answers a prompt or loads a session.",
    link: linkToSpec("prompt-turn", "prompt-lifecycle"),
    tck: listTck("", ""),
  },
  overlapping_prompts: {
    severity: "warning",
    side: "client",
    text: "In version 1, the client sends the next prompt of a session once the turn is complete.",
    link: linkToSpec("prompt-turn", "prompt-lifecycle"),
    tck: listTck("", ""),
  },
};

/** The updates that belong to a turn. Others, such as titles and usage, may come at any time. */
const TURN_UPDATES =
  /^(?:tool_call|tool_call_update|plan|agent_message_chunk|agent_thought_chunk)$/;

/** The requests that open a session. Their updates belong to no turn. */
export const OPENS_SESSION: RegExp = /^session\/(?:new|load|resume|fork)$/;

/**
 * The extension of some agents that sends a message into the running turn. If that is over, the agent may start
 * another turn, which no response ends.
 */
const STEERS = "_session/steering";

/** The methods that cancel the turns of a session. */
const CANCELS = /^session\/(?:cancel|close|delete)$/;

interface SessionTurns {
  /** The frames of the prompts without a response. */
  readonly openPrompts: Set<number>;
  /**
   * The frames of the messages into a turn that have no response, or for which the agent has started another
   * turn. That lasts until the next prompt or a cancel.
   */
  readonly steering: Set<number>;
  /** The frame of the last `session/cancel`; 0 if there is none. */
  cancelFrame: number;
  /** The prompt that the cancel was about; `undefined` if several prompts were open. */
  cancelledPrompt: number | undefined;
  /** The frame of the response to a cancelled prompt, until the client sends another request. */
  cancelledTurnEnd: number | undefined;
  /**
   * The frame of the response to the last prompt, or of that which created the session, until an update
   * after it has been reported.
   */
  lastTurnEnd: number | undefined;
}

/**
 * Checks the turns of version 1: `cancel_not_confirmed`, `cancelled_unasked`,
 * `update_after_cancelled_turn`, `update_outside_turn` and `overlapping_prompts`.
 */
export function createTurnCheck(): Check<TurnRuleCode> {
  const sessions = new Map<string, SessionTurns>();

  function turnsOf(sessionId: string): SessionTurns {
    const turns = sessions.get(sessionId) ?? {
      openPrompts: new Set(),
      steering: new Set(),
      cancelFrame: 0,
      cancelledPrompt: undefined,
      cancelledTurnEnd: undefined,
      lastTurnEnd: undefined,
    };
    sessions.set(sessionId, turns);
    return turns;
  }

  return {
    onMessage: (message, context) => {
      if (message.kind === "request" && message.abandons !== undefined) sessions.clear();
      const params = message.kind === "response" ? message.request?.params : message.params;
      const sessionId = getSessionId(params);
      if (context.connection.version !== 1) return;
      const createdId = message.kind === "response" ? findCreatedSession(message) : undefined;
      if (createdId !== undefined) turnsOf(createdId).lastTurnEnd = message.frame;
      if (sessionId === undefined) return;
      const turns = turnsOf(sessionId);
      if (message.dir === "sent" && message.kind !== "response" && CANCELS.test(message.method))
        onCancel(turns, message.frame);
      if (message.kind === "response") onResponse(turns, message, context);
      else if (message.dir === "sent") onClientRequest(turns, message, context);
      else onAgentMessage(turns, message, context);
    },
  };
}

/** Returns the session that a response creates. */
function findCreatedSession({ request, result }: ResponseMessage): string | undefined {
  return request?.method === "session/new" ? getSessionId(result) : undefined;
}

function onClientRequest(
  turns: SessionTurns,
  { kind, method, frame }: RequestMessage | NotificationMessage,
  { report }: MessageContext<TurnRuleCode>,
): void {
  if (kind !== "request") return;
  turns.cancelledTurnEnd = undefined;
  if (OPENS_SESSION.test(method)) turns.lastTurnEnd = undefined;
  if (method === STEERS) turns.steering.add(frame);
  if (method !== "session/prompt") return;
  turns.steering.clear();
  const [openPrompt] = turns.openPrompts;
  if (openPrompt !== undefined)
    report("overlapping_prompts", `The prompt in frame ${openPrompt} has no response yet.`, {
      relatedFrames: [openPrompt],
    });
  turns.openPrompts.add(frame);
}

function onCancel(turns: SessionTurns, frame: number): void {
  turns.cancelFrame = frame;
  turns.steering.clear();
  const [onlyPrompt] = turns.openPrompts;
  turns.cancelledPrompt = turns.openPrompts.size === 1 ? onlyPrompt : undefined;
}

function onAgentMessage(
  turns: SessionTurns,
  { method, params }: RequestMessage | NotificationMessage,
  { report }: MessageContext<TurnRuleCode>,
): void {
  const { cancelledTurnEnd, lastTurnEnd, openPrompts, steering } = turns;
  const { update } = params;
  const kind = isObject(update) ? String(update["sessionUpdate"]) : "";
  const isPermission = method === "session/request_permission";
  if (openPrompts.size + steering.size > 0 || !(isPermission || TURN_UPDATES.test(kind))) return;
  const [name, path] = isPermission ? [method, "method"] : [kind, "params.update.sessionUpdate"];
  if (cancelledTurnEnd !== undefined)
    report(
      "update_after_cancelled_turn",
      `${quote(name)} arrived after the agent had answered the cancelled prompt in frame ${cancelledTurnEnd}.`,
      { path, relatedFrames: [cancelledTurnEnd] },
    );
  else if (lastTurnEnd !== undefined)
    report(
      "update_outside_turn",
      `${quote(name)} arrived after the response in frame ${lastTurnEnd}, and no prompt is open.`,
      { path, relatedFrames: [lastTurnEnd] },
    );
  // Report only the first message of each turn.
  turns.cancelledTurnEnd = undefined;
  turns.lastTurnEnd = undefined;
}

function onResponse(
  turns: SessionTurns,
  { request, frame, result, isError }: ResponseMessage,
  { report }: MessageContext<TurnRuleCode>,
): void {
  if (request?.method === STEERS && result["outcome"] !== "startedNewTurn")
    turns.steering.delete(request.frame);
  if (request?.method !== "session/prompt") return;
  turns.openPrompts.delete(request.frame);
  const { stopReason } = result;
  const wasCancelled = turns.cancelFrame > request.frame;
  turns.lastTurnEnd = frame;
  if (wasCancelled) turns.cancelledTurnEnd = frame;
  if (request.frame === turns.cancelledPrompt && stopReason !== "cancelled")
    report(
      "cancel_not_confirmed",
      `The prompt in frame ${request.frame} was cancelled in frame ${turns.cancelFrame}, but it ended with ${
        isError ? "an error" : quote(stopReason)
      }.`,
      {
        path: isError ? "error" : "result.stopReason",
        expected: '"cancelled"',
        actual: stopReason,
        relatedFrames: [request.frame, turns.cancelFrame],
      },
    );
  if (!wasCancelled && stopReason === "cancelled")
    report(
      "cancelled_unasked",
      `The prompt in frame ${request.frame} ended as cancelled, but the client did not cancel it.`,
      { path: "result.stopReason", actual: stopReason, relatedFrames: [request.frame] },
    );
}
