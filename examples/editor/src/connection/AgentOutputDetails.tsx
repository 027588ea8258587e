import { AgentLog } from "@acp-store/ui";
import type { ReactElement } from "react";
import type { AgentOutput } from "./agentOutput.js";
import { pluralize } from "../ui/texts.js";

interface AgentOutputDetailsProps {
  readonly output: AgentOutput;
  readonly isOpen?: boolean;
}

/** The agent's latest output outside the protocol, to help find out why it failed. */
export function AgentOutputDetails({ output, isOpen }: AgentOutputDetailsProps): ReactElement {
  const { lines, skippedStdoutLines } = output;
  return (
    <>
      {skippedStdoutLines > 0 && (
        <p className="acp-notice-detail">
          The agent wrote {pluralize(skippedStdoutLines, "line")} to stdout that{" "}
          {skippedStdoutLines === 1 ? "is not an ACP message" : "are not ACP messages"}. Check that
          the command starts the agent in ACP mode.
        </p>
      )}
      <AgentLog lines={lines} isOpen={isOpen} />
    </>
  );
}
