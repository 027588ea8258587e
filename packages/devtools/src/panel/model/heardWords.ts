import type { CallFacts } from "./callFacts.js";
import { formatTime } from "./format.js";
import type { Moment } from "./moment.js";
import type { Place } from "./tracks.js";
import type { Words } from "./words.js";

/** When the agent last said something of a tool call, and what followed. */
export function heardOf(facts: CallFacts, moment: Moment): Words {
  const { track, over, heard, asked } = facts;
  if (track === undefined || heard === undefined) return [];
  const said: Words =
    heard.index > track.first.index
      ? ["Its last update is ", heard.index]
      : ["It was announced at ", heard.index];
  // What is marked as cancelled may still be told of.
  if (over !== undefined && heard.index > over.index) return [...said, ", after ", over.index, "."];
  // It is the user who is waited for, which is said already.
  if (asked?.kind === "waiting") return [...said, "."];
  const { words, last } = stepsOf(facts, heard);
  if (over === undefined && last.index === moment.index)
    return [...said, ...words, `, the last message ${moment.isEnd ? "of the log" : "so far"}.`];
  const silent = formatTime((over ?? moment).at - last.at);
  const nothing = `; the agent ${over || moment.isEnd ? "sent" : "has sent"} nothing more about it in the ${silent}`;
  return [...said, ...words, nothing, ...untilOf(facts, moment), "."];
}

/** What was asked and answered since it was heard of, before the end. */
function stepsOf({ asked, over }: CallFacts, heard: Place): { words: Words; last: Place } {
  let last = heard;
  const words: (string | number)[] = [];
  if (asked === undefined) return { words, last };
  if (asked.asked.index > last.index) {
    last = asked.asked;
    words.push("; ", last.index, " asked for its permission");
  }
  // What ended the call has ended the request as well, and is told by itself.
  if (asked.settled.index > last.index && asked.settled.index !== over?.index) {
    last = asked.settled;
    const did =
      asked.kind === "cancelled" ? "cancelled its permission request" : "answered its permission";
    words.push("; ", last.index, ` ${did}`);
  }
  return { words, last };
}

function untilOf({ over, turn }: CallFacts, moment: Moment): Words {
  if (over === undefined)
    return moment.isEnd ? [" until the log stops at ", moment.index] : [" since"];
  if (over.cause === "turn_cancelled") return [" until the user cancelled at ", over.index];
  if (over.cause === "disconnected") return [" until the connection ended at ", over.index];
  return [` until ${turn ? "the turn ended" : "all work was over"} at `, over.index];
}
