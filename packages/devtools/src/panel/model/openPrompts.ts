import type { AcpState, Session, Turn } from "@acp-store/core";
import { explainTurn } from "./explainTurn.js";
import { formatTime } from "./format.js";
import type { Moment } from "./moment.js";
import type { Words } from "./words.js";

/** A turn that goes on, and its session. */
export interface TurnIn {
  readonly session: Session;
  readonly turn: Turn;
}

/** The turns that the agent is at: their prompts have no answer yet. */
export function openPrompts({ sessions }: AcpState): readonly TurnIn[] {
  return [...sessions.values()].flatMap((session) =>
    session.openTurns.flatMap((turnId) => {
      const turn = session.turns.get(turnId);
      return turn === undefined ? [] : [{ session, turn }];
    }),
  );
}

/** How it stands with a turn that goes on, or did when the log stopped. */
export function explainPrompt({ turn, session }: TurnIn, moment: Moment): Words {
  const first = moment.tracks.find(session.sessionId, "turns", turn.turnId)?.first;
  if (moment.isEnd || first === undefined || turn.status !== "running")
    return explainTurn(turn, session, moment);
  const what = turn.promptId === undefined ? "is at the turn" : "works on the prompt";
  return [
    `The agent ${what} of `,
    first.index,
    `, for ${formatTime(moment.at - first.at)} so far.`,
  ];
}

/** What there is to say where nothing is pending. */
export function nothingPending({ sessions }: AcpState, { isEnd }: Moment): string {
  const isWithout = [...sessions.values()].every(({ toolCalls }) => toolCalls.size === 0);
  if (!isWithout) return "Nothing is pending, and every tool call has ended.";
  return isEnd
    ? "Nothing is pending, and there was no tool call."
    : "Nothing is pending. No tool call yet.";
}
