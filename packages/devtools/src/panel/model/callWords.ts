import type { ToolCall } from "@acp-store/core";
import { answeredBy } from "./answer.js";
import type { AskedAbout, CallFacts } from "./callFacts.js";
import { formatTime } from "./format.js";
import type { Moment } from "./moment.js";
import type { Words } from "./words.js";

/** What a log cannot say of its end. */
export const UNKNOWN_END =
  "The log does not say whether the agent exited, hung, or the recording was stopped.";

/** What was decided about it: the cause, where somebody did. */
export function leadOf({ over, asked }: CallFacts): Words {
  if (over?.cause === "turn_cancelled") return ["Cancelled by the user at ", over.index, ". "];
  // What ended everything has ended the request as well, and is told by itself.
  return asked === undefined || asked.settled.index === over?.index ? [] : decisionOf(asked);
}

function decisionOf({ kind, option, settled, permission }: AskedAbout): Words {
  const by = answeredBy(permission);
  switch (kind) {
    case "rejected":
      return [`Rejected by ${by} (“${option}”) at `, settled.index, ". "];
    case "allowed":
      return [`Allowed by ${by} (“${option}”) at `, settled.index, ". "];
    case "answered":
      return [`Its permission request was answered with “${option}” at `, settled.index, ". "];
    case "cancelled":
      return ["Its permission request was cancelled at ", settled.index, ". "];
    case "waiting":
      return [];
  }
}

/** How it stands since then. */
export function fateOf(call: ToolCall, facts: CallFacts, moment: Moment): Words {
  const { over, asked, track } = facts;
  if (over?.cause === "turn_cancelled") return ["The agent has said nothing of its end since."];
  if (over !== undefined) return [...endOf(facts), ...lackOf(call, facts)];
  if (asked?.kind === "waiting") return waitOf(asked, moment);
  if (moment.isEnd)
    return [
      "The log stops at ",
      moment.index,
      `, in mid-turn: the call is still “${call.status}”. ${UNKNOWN_END}`,
    ];
  const since = track?.first;
  if (asked?.kind === "rejected")
    return [
      `The agent has not sent its final status in the ${formatTime(moment.at - asked.settled.at)} since: the call is still “${call.status}”.`,
    ];
  if (since === undefined) return [`It is “${call.status}”.`];
  return [`“${call.status}”, since `, since.index, `: ${formatTime(moment.at - since.at)} so far.`];
}

function lackOf({ status }: ToolCall, { over }: CallFacts): Words {
  if (over?.cause === "disconnected") return [`: the call was still “${status}”.`];
  return [`, but the agent never sent its final status: the call is still “${status}”.`];
}

function waitOf({ asked }: AskedAbout, moment: Moment): Words {
  const waited = formatTime(moment.at - asked.at);
  if (moment.isEnd)
    return [
      "The user was asked at ",
      asked.index,
      `, and the log stops ${waited} later: no answer.`,
    ];
  return ["Waits for the user, who was asked at ", asked.index, `, for ${waited} so far.`];
}

/** What ended all that was going on. */
function endOf({ over, turn, turnTrack }: CallFacts): Words {
  if (over === undefined) return [];
  const error = turn?.error?.message;
  const ending = turnTrack?.statuses.findLast(({ index }) => index <= over.index);
  if (over.cause === "disconnected")
    return ["The connection ended at ", over.index, error === undefined ? "" : ` (“${error}”)`];
  if (turn?.status === "failed")
    return [`The turn failed (“${error ?? ""}”) at `, ending?.index ?? over.index];
  if (turn?.status === "ended")
    return [`The turn ended (${turn.stopReason ?? "no reason"}) at `, ending?.index ?? over.index];
  return ["All work was over at ", over.index];
}

/** What else its turn tells. */
export function turnOf({ turn, turnTrack, over }: CallFacts, moment: Moment): Words {
  if (turn === undefined) return [" No turn was open when it was announced."];
  if (over?.cause === "turn_cancelled")
    return turn.status === "ended" && turnTrack !== undefined
      ? [
          ` The turn ended (${turn.stopReason ?? "no reason"}) at `,
          turnTrack.statuses.at(-1)?.index ?? over.index,
          ".",
        ]
      : [];
  const cancel = turnTrack?.statuses.find(
    ({ status, index }) => status === "cancelling" && index <= moment.index,
  );
  return cancel === undefined ? [] : [" The user had cancelled the turn at ", cancel.index, "."];
}
