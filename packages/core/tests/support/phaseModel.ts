import type {
  AcpEvent,
  AcpState,
  Permission,
  Session,
  ToolCall,
  ToolCallPhase,
} from "@acp-store/core";
import type { StoredToolCall, StoredTurn } from "../../src/state/storedEntities.js";

/** An event with the states before and after it. */
export interface LoggedEvent {
  readonly event: AcpEvent;
  readonly before: AcpState;
  readonly after: AcpState;
}

const RUNS: readonly unknown[] = ["in_progress", "paused"];

/**
 * Returns the phase of a tool call from everything that happened, without the fields in which the store
 * remembers it: all permission requests of the session are searched, and the log tells which answers
 * are outdated.
 */
export function phaseFromLog(
  log: readonly LoggedEvent[],
  session: Session,
  call: ToolCall,
): ToolCallPhase {
  const { status, toolCallId } = call;
  const requests = [...session.permissions.values()].filter((one) => one.toolCallId === toolCallId);
  const pending = requests.filter((one) => one.status === "pending" && !one.policyPending);
  const answer = newestAnswer(log, session.sessionId, toolCallId, requests);
  const isAskedAgain = pending.some(({ ordinal }) => ordinal > (answer?.ordinal ?? 0));
  if (status === "completed") return "completed";
  if (answer?.verb === "reject" && !isAskedAgain) return "rejected";
  if (status === "failed") return "failed";
  if (status === "cancelled") return "cancelled";
  if (pending.length > 0) return "awaiting_permission";
  if (isLeftUnfinished(call) && !isInBackground(session, call)) return "unfinished";
  return status === "pending" && answer?.verb !== "allow" ? "pending" : "running";
}

/** Returns the decision of the newest answered request, if it was answered after the call ran again. */
function newestAnswer(
  log: readonly LoggedEvent[],
  sessionId: string,
  toolCallId: string,
  requests: readonly Permission[],
): { readonly ordinal: number; readonly verb: string } | undefined {
  const lastReset = log.findLastIndex((one) => outdatesAnswers(one, sessionId, toolCallId));
  const answered = requests.flatMap((request) => {
    const verb = request.options.find(({ optionId }) => optionId === request.optionId)?.kind;
    const at = log.findLastIndex(
      ({ event }) =>
        event.type === "permission_settled" && event.permissionId === request.permissionId,
    );
    const isAnswer = /^(allow|reject)_(once|always)$/.test(verb ?? "");
    return isAnswer && at > lastReset
      ? [{ ordinal: request.ordinal, verb: String(verb).split("_")[0] ?? "" }]
      : [];
  });
  return answered.sort((one, other) => other.ordinal - one.ordinal)[0];
}

/** Returns whether a call runs in spite of its rejection, begins again in another turn, or is new. */
function outdatesAnswers(
  { event, before, after }: LoggedEvent,
  sessionId: string,
  toolCallId: string,
): boolean {
  const was = before.sessions.get(sessionId)?.toolCalls.get(toolCallId);
  const is = after.sessions.get(sessionId)?.toolCalls.get(toolCallId);
  // A replay removes and creates a call in one commit.
  if (is !== undefined && was?.createdAt !== is.createdAt) return true;
  if (event.type === "tool_call" && event.toolCallId === toolCallId) {
    const runs = RUNS.includes(event.patch.status) && is?.status === event.patch.status;
    if (runs && was?.phase === "rejected") return true;
  }
  return reopenings(after, sessionId, toolCallId) > reopenings(before, sessionId, toolCallId);
}

function reopenings(state: AcpState, sessionId: string, toolCallId: string): number {
  const turns = [...(state.sessions.get(sessionId)?.turns.values() ?? [])] as StoredTurn[];
  return turns.flatMap(({ reopened }) => reopened ?? []).filter((id) => id === toolCallId).length;
}

function isLeftUnfinished(call: StoredToolCall): boolean {
  return call.stale === true;
}

function isInBackground({ background }: Session, { toolCallId, content }: ToolCall): boolean {
  const terminals = content.flatMap((item) => (item.type === "terminal" ? [item.terminalId] : []));
  return background.some(
    (work) =>
      ("toolCallId" in work && work.toolCallId === toolCallId) ||
      ("terminalId" in work && terminals.includes(String(work.terminalId))),
  );
}
