import type { ReactElement } from "react";
import { Icon, pluralize } from "@acp-store/ui";
import type { AgentLog } from "./agentLog.js";

/** The agent's latest output outside the protocol, to help find out why it failed. */
export function AgentLogDetails({
  log,
  isOpen,
}: {
  log: AgentLog;
  isOpen?: boolean;
}): ReactElement {
  const { lines, skippedStdoutLines } = log;
  return (
    <>
      {skippedStdoutLines > 0 && (
        <p className="acp-notice-detail">
          The agent wrote {pluralize(skippedStdoutLines, "line")} to stdout that{" "}
          {skippedStdoutLines === 1 ? "is not an ACP message" : "are not ACP messages"}. Check that
          the command starts the agent in ACP mode.
        </p>
      )}
      {lines.length > 0 && (
        <details className="agent-log" open={isOpen}>
          <summary>
            <Icon name="chevron" className="acp-disclosure-icon" />
            Agent output ({pluralize(lines.length, "line")})
          </summary>
          <pre className="agent-log-lines" tabIndex={0} aria-label="Agent output">
            {lines.join("\n")}
          </pre>
        </details>
      )}
    </>
  );
}
