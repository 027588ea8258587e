import type { ReactElement } from "react";
import { plural } from "../ui/format.js";
import { Icon } from "../ui/Icon.js";
import type { AgentLog } from "./agentLog.js";

/** The last things the agent said outside the protocol, for whoever wants to know why. */
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
        <p className="notice-detail">
          It wrote {plural(skippedStdoutLines, "line")} to stdout that{" "}
          {skippedStdoutLines === 1 ? "is no ACP message" : "are no ACP messages"}. Does the command
          start the agent in its ACP mode?
        </p>
      )}
      {lines.length > 0 && (
        <details className="log" open={isOpen}>
          <summary>
            <Icon name="chevron" className="twist" />
            What the agent printed ({plural(lines.length, "line")})
          </summary>
          <pre className="log-lines" tabIndex={0} aria-label="What the agent printed">
            {lines.join("\n")}
          </pre>
        </details>
      )}
    </>
  );
}
