import { selectSubagent } from "@acp-store/core";
import { useAcpState, useSessionId } from "@acp-store/react";
import { clipLabel } from "../format/clipText.js";
import { subagentTexts } from "../texts/conversationTexts.js";
import { useTexts } from "../texts/useTexts.js";

/** Returns the name of the subagent whose session this is. `undefined` for the session that is shown. */
export function useSubagentName(sessionId: string | undefined): string | undefined {
  const shownId = useSessionId();
  const texts = useTexts("subagent", subagentTexts);
  const isShown = sessionId === undefined || sessionId === shownId;
  const subagent = useAcpState((state) => (isShown ? undefined : selectSubagent(state, sessionId)));
  return subagent && clipLabel(subagent.title || texts.untitled);
}
