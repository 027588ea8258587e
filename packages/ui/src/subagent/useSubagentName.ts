import { selectSubagent } from "@acp-store/core";
import { useAcpState } from "@acp-store/react";
import { clipLabel } from "../format/clipText.js";
import { subagentTexts } from "../texts/conversationTexts.js";
import { useTexts } from "../texts/useTexts.js";

/** Returns the name of the subagent whose session this is, or `undefined` for another session or none. */
export function useSubagentName(sessionId: string | undefined): string | undefined {
  const texts = useTexts("subagent", subagentTexts);
  const subagent = useAcpState((state) =>
    sessionId === undefined ? undefined : selectSubagent(state, sessionId),
  );
  return subagent && clipLabel(subagent.title || texts.untitled);
}
