import { selectPlanProgress, selectTurn, type AcpState, type Session } from "@acp-store/core";
import { dim, formatDuration, getContentText, type SafeText, text } from "./text.js";
import { formatMessageRun } from "./settledItems.js";
import { formatLastOutputLine, formatRunningCall, isCallFinished } from "./toolCall.js";

/**
 * Returns lines for the streaming message, the running tool calls, the plan and the queued prompts
 * of a session.
 */
export function formatLiveLines(state: AcpState, session: Session): SafeText[] {
  const queue = formatQueue(session);
  if (session.activity === "idle") return queue;
  const last = session.timeline.at(-1);
  const run = last?.type === "message" ? last : undefined;
  const isAnswer = run !== undefined && session.messages.get(run.id)?.role !== "user";
  const calls = [...session.toolCalls.values()].filter((call) => !isCallFinished(call));
  const plan = formatPlanProgress(state, session.sessionId);
  return [
    ...(isAnswer ? formatMessageRun(state, session, run) : []),
    ...calls.map((call) => text`${formatRunningCall(call)}${formatLastOutputLine(session, call)}`),
    ...(plan === undefined ? [] : [dim(plan)]),
    ...queue,
    formatActivity(state, session),
  ];
}

/** Returns a line with the progress of the plan, or `undefined` without a plan. */
export function formatPlanProgress(state: AcpState, sessionId: string): string | undefined {
  const progress = selectPlanProgress(state, sessionId);
  if (!progress) return undefined;
  const { done, total, current } = progress;
  return `plan ${done}/${total}${current ? ` · ${current.content}` : ""}`;
}

/** Returns a line that changes every second, so that the user sees that the program has not stopped. */
function formatActivity(state: AcpState, { sessionId, activity }: Session): SafeText {
  if (activity === "cancelling") return dim("Stopping… Press Ctrl-C again to quit");
  const startedAt = selectTurn(state, sessionId)?.startedAt;
  const time = startedAt === undefined ? "" : ` · ${formatDuration(Date.now() - startedAt)}`;
  return dim(`Working${time} · Press Ctrl-C to stop the agent`);
}

function formatQueue({ queue, queueHeld }: Session): SafeText[] {
  if (queue.length === 0) return [];
  return [
    ...queue.map(({ prompt }) => dim(text`queued: ${getContentText(prompt)}`)),
    ...(queueHeld ? [dim("Not sent. Press Enter to send, or type /drop to discard.")] : []),
  ];
}
