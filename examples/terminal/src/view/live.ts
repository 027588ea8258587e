import { selectPlanProgress, type AcpState, type Session } from "@acp-store/core";
import { dim } from "./text.js";
import { messageLines } from "./settled.js";
import { isOver, lastOutput, runningLine } from "./toolCall.js";

/** What goes on in a session right now: the message that streams, the calls that run, the plan. */
export function liveLines(state: AcpState, session: Session): string[] {
  if (session.activity === "idle") return [];
  const last = session.timeline.at(-1);
  const message = last?.type === "message" ? session.messages.get(last.id) : undefined;
  const calls = [...session.toolCalls.values()].filter((call) => !isOver(call));
  const plan = planLine(state, session.sessionId);
  return [
    ...(message && message.role !== "user" ? messageLines(message) : []),
    ...calls.map((call) => runningLine(call) + lastOutput(session, call)),
    ...(plan === undefined ? [] : [dim(plan)]),
    dim(session.activity === "cancelling" ? "Stopping …" : "Ctrl-C stops the agent"),
  ];
}

/** How far the plan is, or `undefined` where there is none. */
export function planLine(state: AcpState, sessionId: string): string | undefined {
  const progress = selectPlanProgress(state, sessionId);
  if (!progress) return undefined;
  const { done, total, current } = progress;
  return `plan ${done}/${total}${current ? ` · ${current.content}` : ""}`;
}
