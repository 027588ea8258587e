import { isFinalStatus, type Session, type ToolCall } from "@acp-store/core";
import { factsOf, markOf } from "./callFacts.js";
import { fateOf, leadOf, turnOf } from "./callWords.js";
import { heardOf } from "./heardWords.js";
import type { Moment } from "./moment.js";
import type { Words } from "./words.js";

/** Why something stands where it stands. */
export interface Explanation {
  /** The cause, in a sentence or two. */
  readonly cause: Words;
  /** What else is known. */
  readonly more: Words;
  /** What the agent should have sent. */
  readonly missing?: string;
}

const MISSING = "a tool_call_update with the status completed or failed, before the turn ended.";

/**
 * Why a tool call stands where it stands. `undefined` for one that the agent has ended itself.
 *
 * @example
 * ```ts
 * explainCall(call, session, moment)?.cause;
 * // ["Rejected by the user (“Reject”) at ", 14, ". ", "The turn ended (end_turn) at ", 21, ", but the agent never sent its final status: it is still “pending”."]
 * ```
 */
export function explainCall(
  call: ToolCall,
  session: Session,
  moment: Moment,
): Explanation | undefined {
  const facts = factsOf(call, session, moment);
  if (isFinalStatus(call.status) && facts.over === undefined) return undefined;
  const isLeft = call.stale === true && facts.over?.cause !== "disconnected";
  return {
    cause: [...leadOf(facts), ...fateOf(call, facts, moment)],
    more: [...heardOf(facts, moment), ...turnOf(facts, moment)],
    ...(isLeft && { missing: MISSING }),
  };
}

/** Whether the client has marked a call as cancelled, and the agent has not said more of it since. */
export function isMarked(call: ToolCall, { sessionId }: Session, moment: Moment): boolean {
  const track = moment.tracks.find(sessionId, "toolCalls", call.toolCallId);
  return markOf(call, track, moment) !== undefined;
}
