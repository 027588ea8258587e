import { selectPlanProgress, type AcpState, type Session } from "@acp-store/core";
import { dim } from "./text.js";
import { formatMessageRun } from "./settledItems.js";
import { formatLastOutputLine, formatRunningCall, isCallFinished } from "./toolCall.js";

/** Returns lines for the streaming message, the running tool calls and the plan of a session. */
export function formatLiveLines(state: AcpState, session: Session): string[] {
  if (session.activity === "idle") return [];
  const last = session.timeline.at(-1);
  const run = last?.type === "message" ? last : undefined;
  const isAnswer = run !== undefined && session.messages.get(run.id)?.role !== "user";
  const calls = [...session.toolCalls.values()].filter((call) => !isCallFinished(call));
  const plan = formatPlanProgress(state, session.sessionId);
  return [
    ...(isAnswer ? formatMessageRun(state, session, run) : []),
    ...calls.map((call) => formatRunningCall(call) + formatLastOutputLine(session, call)),
    ...(plan === undefined ? [] : [dim(plan)]),
    dim(session.activity === "cancelling" ? "Stopping…" : "Press Ctrl-C to stop the agent"),
  ];
}

/** Returns a line with the progress of the plan, or `undefined` without a plan. */
export function formatPlanProgress(state: AcpState, sessionId: string): string | undefined {
  const progress = selectPlanProgress(state, sessionId);
  if (!progress) return undefined;
  const { done, total, current } = progress;
  return `plan ${done}/${total}${current ? ` · ${current.content}` : ""}`;
}
