import { isObject } from "../json.js";
import { type Check, type Find, quoted } from "./check.js";
import { type Message, sessionIdIn } from "./message.js";

/** Updates that belong to a turn; others, such as titles and usage, may come at any time. */
const OF_TURNS = /^(?:tool_call|tool_call_update|plan|agent_message_chunk|agent_thought_chunk)$/;

interface Session {
  /** The frames of the prompts that are not answered. */
  readonly open: Set<number>;
  /** The frame of the last cancel. */
  cancel: number;
  /** The frame of the prompt that it was about; with several open, that is not certain. */
  cancelled: number | undefined;
  /** The frame that answered a cancelled prompt, until the client asks for something else. */
  over: number | undefined;
}

/** How turns of version 1 end, above all those that were cancelled. */
export function createTurnCheck(): Check {
  const sessions = new Map<string, Session>();

  return (message, { find, after }) => {
    const isAnswer = message.kind === "answer";
    const params = isAnswer ? (message.asked?.params ?? {}) : message.params;
    const sessionId = sessionIdIn(params);
    if (after.protocolVersion !== 1 || sessionId === undefined) return;
    const session = sessions.get(sessionId) ?? newSession();
    sessions.set(sessionId, session);
    if (isAnswer) noteAnswer(session, message, find);
    else if (message.kind === "request") noteRequest(session, message);
    else if (message.method === "session/cancel") noteCancel(session, message.frame);
    else if (message.method === "session/update") noteUpdate(session, message, find);
  };
}

function newSession(): Session {
  return { open: new Set(), cancel: 0, cancelled: undefined, over: undefined };
}

function noteCancel(session: Session, frame: number): void {
  session.cancel = frame;
  const [only] = session.open;
  session.cancelled = session.open.size === 1 ? only : undefined;
}

function noteRequest(
  session: Session,
  { dir, method, frame }: Extract<Message, { kind: "request" }>,
): void {
  if (dir !== "sent") return;
  session.over = undefined;
  if (method === "session/prompt") session.open.add(frame);
}

function noteUpdate(
  session: Session,
  { frame, dir, params: { update } }: Extract<Message, { kind: "notification" }>,
  find: Find,
): void {
  const kind = isObject(update) ? String(update["sessionUpdate"]) : "";
  if (session.over === undefined || session.open.size > 0 || !OF_TURNS.test(kind)) return;
  find(
    "update_after_cancelled_turn",
    `${quoted(kind)} came after the cancelled prompt was answered in frame ${session.over}.`,
    { frame, dir, others: [session.over] },
  );
  // Once for each turn.
  session.over = undefined;
}

function noteAnswer(
  session: Session,
  answer: Extract<Message, { kind: "answer" }>,
  find: Find,
): void {
  const { asked, frame, dir, result, isError } = answer;
  if (asked?.method !== "session/prompt") return;
  session.open.delete(asked.frame);
  const { stopReason } = result;
  const wasCancelled = session.cancel > asked.frame;
  if (wasCancelled) session.over = frame;
  if (asked.frame === session.cancelled && stopReason !== "cancelled")
    find(
      "cancel_not_confirmed",
      `The prompt of frame ${asked.frame} was cancelled in frame ${session.cancel}, but ended with ${
        isError ? "an error" : quoted(stopReason)
      }.`,
      { frame, dir, others: [asked.frame, session.cancel] },
    );
  if (!wasCancelled && stopReason === "cancelled")
    find(
      "cancelled_unasked",
      `The prompt of frame ${asked.frame} ended as cancelled, but nobody had cancelled it.`,
      { frame, dir, others: [asked.frame] },
    );
}
