import type { ReactElement } from "react";
import { IconButton } from "../controls/IconButton.js";
import { formatShortNumber, useFormat } from "../format/format.js";
import { subagentTexts } from "../texts/conversationTexts.js";
import { useTexts } from "../texts/useTexts.js";
import type { SubagentWork } from "./useSubagentWork.js";

interface SubagentControlProps {
  readonly work: SubagentWork;
}

/** The button that stops a subagent, and not the turn around it. Renders nothing if the agent cannot. */
export function StopSubagentButton({ work }: SubagentControlProps): ReactElement | null {
  const texts = useTexts("subagent", subagentTexts);
  if (work.stop === undefined) return null;
  const label = texts.stop(work.title);
  return <IconButton icon="stop" label={label} className="acp-subagent-stop" onClick={work.stop} />;
}

/** The tokens that a subagent has used. */
export function SubagentTokens({ work }: SubagentControlProps): ReactElement | null {
  const texts = useTexts("subagent", subagentTexts);
  const format = useFormat();
  if (work.tokens === undefined) return null;
  return (
    <span className="acp-subagent-count">
      {texts.tokens(formatShortNumber(work.tokens, format))}
    </span>
  );
}
