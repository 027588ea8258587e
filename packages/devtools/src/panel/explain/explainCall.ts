import { isFinalStatus, type Session, type ToolCall } from "@acp-store/core";
import {
  type CallFacts,
  collectCallFacts,
  isLeftUnfinished,
  type PermissionFacts,
} from "../model/callFacts.js";
import { formatTime } from "../model/format.js";
import { answeredBy } from "../model/permissionAnswer.js";
import { describeLogEnd, formatSince, type Moment } from "../model/source.js";
import type { LogPosition } from "../model/tracks.js";
import {
  type Explain,
  explainAt,
  type Explanation,
  type StatusExplanation,
  UNKNOWN_END,
} from "./explanation.js";

/** Everything that the functions below need to know about the call that they explain. */
interface ExplainedCall extends CallFacts {
  readonly call: ToolCall;
  readonly moment: Moment;
  readonly explain: Explain;
}

const NO_EXPLANATION: Explanation = [];
const MISSING_UPDATE =
  "a tool_call_update with the status completed or failed, before the turn ended.";

/**
 * Explains why a tool call has the status that it has: the cause first, then the messages that led
 * to it. Returns `undefined` if the agent reported the end of the call.
 *
 * @example
 * ```ts
 * explainCall(call, session, moment)?.cause;
 * // [{ text: "Rejected by the user (“Reject”) at " }, { entry: 14, label: "frame 15" }, …]
 * ```
 */
export function explainCall(
  call: ToolCall,
  session: Session,
  moment: Moment,
): StatusExplanation | undefined {
  const facts = collectCallFacts(call, session, moment);
  const { abandoned } = facts;
  if (isFinalStatus(call.status) && abandoned === undefined) return undefined;
  const explained = { ...facts, call, moment, explain: explainAt(moment) };
  const lacksUpdate = isLeftUnfinished(call, session) && !hasLostAgent(abandoned);
  return {
    cause: [...explainDecision(explained), ...explainStatus(explained)],
    details: [...explainLastUpdate(explained), ...explainTurnOfCall(explained)],
    ...(lacksUpdate && { missing: MISSING_UPDATE }),
  };
}

/** Returns whether the call was abandoned because the agent that ran it is gone. */
function hasLostAgent(abandoned: CallFacts["abandoned"]): boolean {
  return abandoned?.cause === "disconnected" || abandoned?.cause === "session_restored";
}

/** Explains what the user or a policy decided about the call. */
function explainDecision({ abandoned, permission, explain }: ExplainedCall): Explanation {
  if (abandoned?.cause === "turn_cancelled")
    return explain`Cancelled by the user at ${abandoned}. `;
  // A request that was settled by the end of the turn or connection needs no separate mention.
  if (permission === undefined || permission.settled.index === abandoned?.index)
    return NO_EXPLANATION;
  const { outcome, option = "", settled, request } = permission;
  const by = answeredBy(request);
  switch (outcome) {
    case "rejected":
      return explain`Rejected by ${by} (“${option}”) at ${settled}. `;
    case "allowed":
      return explain`Allowed by ${by} (“${option}”) at ${settled}. `;
    case "answered":
      return explain`Its permission request was answered with “${option}” at ${settled}. `;
    case "cancelled":
      return explain`Its permission request was cancelled at ${settled}. `;
    case "waiting":
      return NO_EXPLANATION;
  }
}

/** Explains the status since that decision. */
function explainStatus(explained: ExplainedCall): Explanation {
  const { call, abandoned, permission, track, moment, explain } = explained;
  if (abandoned?.cause === "turn_cancelled")
    return explain`The agent has not reported a final status since.`;
  if (abandoned !== undefined) {
    const lack = hasLostAgent(abandoned) ? "" : ", but the agent never sent a final status";
    const verb = lack === "" ? "was" : "is";
    return explain`${explainEnd(explained, abandoned)}${lack}. The call ${verb} still “${call.status}”.`;
  }
  if (permission?.outcome === "waiting") return explainWait(permission, explained);
  if (moment.isEnd)
    return explain`The log stops at ${moment}, during the turn. The call is still “${call.status}”. ${UNKNOWN_END}`;
  if (permission?.outcome === "rejected") {
    const elapsed = formatSince(moment, permission.settled);
    return explain`The agent has not sent a final status in the ${elapsed} since. The call is still “${call.status}”.`;
  }
  if (track === undefined) return explain`The call is “${call.status}”.`;
  const elapsed = formatSince(moment, track.first);
  return explain`The call is “${call.status}”, ${elapsed} after it started at ${track.first}.`;
}

function explainWait(
  { requested }: PermissionFacts,
  { moment, explain }: ExplainedCall,
): Explanation {
  return moment.isEnd
    ? explain`The user was asked at ${requested}, and has not answered. ${describeLogEnd(moment, requested)}.`
    : explain`Waiting for the user, who was asked at ${requested}, ${formatSince(moment, requested)} ago.`;
}

/** Explains what ended the turn or the connection, without a period. */
function explainEnd(
  { turn, turnTrack, explain }: ExplainedCall,
  abandoned: LogPosition & { readonly cause: string },
): Explanation {
  const error = turn?.error?.message;
  const ending = turnTrack?.statuses.findLast(({ index }) => index <= abandoned.index) ?? abandoned;
  if (abandoned.cause === "disconnected")
    return explain`The connection ended at ${abandoned}${error === undefined ? "" : ` (“${error}”)`}`;
  if (abandoned.cause === "session_restored")
    return explain`The session was saved before the call ended, and restored at ${abandoned}`;
  if (turn?.status === "failed") return explain`The turn failed (“${error ?? ""}”) at ${ending}`;
  if (turn?.status === "ended")
    return explain`The turn ended (${turn.stopReason ?? "no reason"}) at ${ending}`;
  return explain`All work in the session ended at ${abandoned}`;
}

/** Explains when the agent last sent something about the call, and what followed. */
function explainLastUpdate(explained: ExplainedCall): Explanation {
  const { track, abandoned, lastUpdate, permission, moment, explain } = explained;
  if (track === undefined || lastUpdate === undefined) return NO_EXPLANATION;
  // The log begins with the restored session.
  if (abandoned?.cause === "session_restored") return NO_EXPLANATION;
  const intro =
    lastUpdate.index > track.first.index
      ? explain`Its last update is ${lastUpdate}`
      : explain`It was announced at ${lastUpdate}`;
  // The agent may still send updates after a cancel.
  if (abandoned !== undefined && lastUpdate.index > abandoned.index)
    return explain`${intro}, after ${abandoned}.`;
  if (permission?.outcome === "waiting") return explain`${intro}.`;
  const { steps, last } = explainPermissionSteps(explained, lastUpdate);
  if (abandoned === undefined && last.index === moment.index) {
    const ago = moment.isPresent ? `, ${formatSince(moment, last)} ago` : "";
    const lastMessage = `the last message ${moment.isEnd ? "of the log" : `so far${ago}`}.`;
    return steps.length === 0
      ? explain`${intro}, ${lastMessage}`
      : explain`${intro}.${steps} That is ${lastMessage}`;
  }
  const verb = abandoned || moment.isEnd ? "sent" : "has sent";
  const silence = abandoned ? formatTime(abandoned.at - last.at) : formatSince(moment, last);
  return explain`${intro}.${steps} The agent ${verb} nothing more about it in the ${silence} ${explainSilenceEnd(explained)}.`;
}

/** Explains the permission request and its answer if they came after the last update. */
function explainPermissionSteps(
  { permission, abandoned, explain }: ExplainedCall,
  lastUpdate: LogPosition,
): { steps: Explanation; last: LogPosition } {
  if (permission === undefined) return { steps: NO_EXPLANATION, last: lastUpdate };
  const { requested, settled, outcome } = permission;
  const isRequestLater = requested.index > lastUpdate.index;
  const isAnswerLater =
    settled.index > Math.max(lastUpdate.index, requested.index) &&
    settled.index !== abandoned?.index;
  const answer = outcome === "cancelled" ? "cancelled" : "answered";
  if (isRequestLater && isAnswerLater)
    return {
      steps: explain` Permission was requested at ${requested} and ${answer} at ${settled}.`,
      last: settled,
    };
  if (isRequestLater)
    return { steps: explain` Permission was requested at ${requested}.`, last: requested };
  if (isAnswerLater)
    return {
      steps: explain` Its permission request was ${answer} at ${settled}.`,
      last: settled,
    };
  return { steps: NO_EXPLANATION, last: lastUpdate };
}

function explainSilenceEnd({ abandoned, turn, moment, explain }: ExplainedCall): Explanation {
  if (abandoned === undefined)
    return moment.isEnd ? explain`before the log stops at ${moment}` : explain`since`;
  const { cause } = abandoned;
  if (cause === "turn_cancelled") return explain`before the user cancelled at ${abandoned}`;
  if (cause === "disconnected") return explain`before the connection ended at ${abandoned}`;
  return turn
    ? explain`before the turn ended at ${abandoned}`
    : explain`before all work in the session ended at ${abandoned}`;
}

/** Explains what else happened in the turn of the call. */
function explainTurnOfCall(explained: ExplainedCall): Explanation {
  const { turn, turnTrack, abandoned, moment, explain } = explained;
  if (turn === undefined) return explain` No turn was open when it was announced.`;
  if (abandoned?.cause === "turn_cancelled") {
    if (turn.status !== "ended" || turnTrack === undefined) return NO_EXPLANATION;
    const ending = turnTrack.statuses.at(-1) ?? abandoned;
    return explain` The turn ended (${turn.stopReason ?? "no reason"}) at ${ending}.`;
  }
  const cancel = turnTrack?.statuses.find(
    ({ status, index }) => status === "cancelling" && index <= moment.index,
  );
  return cancel === undefined
    ? NO_EXPLANATION
    : explain` The user had cancelled the turn at ${cancel}.`;
}
