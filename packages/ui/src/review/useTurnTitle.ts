import { useAcpState } from "@acp-store/react";
import { findTurnPrompt, type TurnGroup } from "@acp-store/review";
import { useProvidedReview } from "@acp-store/review/react";
import { getAgentTitle } from "../connection/getAgentTitle.js";
import { reviewTexts } from "../texts/reviewTexts.js";
import { useTexts } from "../texts/useTexts.js";

/** The title of a turn for display. */
export interface TurnTitle {
  /** The first line of the prompt, or what takes its place. */
  readonly title: string;
  /** The name of the agent. Absent for the changes of the user and of unknown origin. */
  readonly agent?: string;
}

/** Returns the title of the changes of a turn, of the user or of unknown origin. */
export function useTurnTitle(by: TurnGroup["by"]): TurnTitle {
  const agentId = useProvidedReview()?.agentId;
  const texts = useTexts("review", reviewTexts);
  const turn = typeof by === "object" && by.agentId === agentId ? by : undefined;
  const prompt = useAcpState((state) => turn && findTurnPrompt(state, turn)?.firstLine);
  const agentTitle = useAcpState(({ agent }) => getAgentTitle(agent));
  if (typeof by === "string") return { title: by === "user" ? texts.ofUser : texts.ofUnknown };
  const title = by.turnId === undefined ? texts.betweenTurns : prompt || texts.unknownTurn;
  const agent = turn === undefined ? by.agentId : agentTitle;
  return { title, ...(agent !== undefined && agent !== "" && { agent }) };
}
