import type { ReactElement } from "react";
import { Icon } from "../controls/Icon.js";
import { connectionTexts } from "../texts/sessionTexts.js";
import { useTexts } from "../texts/useTexts.js";

/** The props of {@link AgentLog}. */
export interface AgentLogProps {
  /** The lines, without their line breaks. */
  readonly lines: readonly string[];
  /** Whether the lines are shown at first. Default: `false`. */
  readonly isOpen?: boolean | undefined;
}

/**
 * The last lines that the agent wrote to stderr, behind a disclosure. They often explain why it ended.
 * Renders nothing without lines.
 *
 * @example
 * ```tsx
 * <ConnectionBanner onReconnect={reconnect}>
 *   <AgentLog lines={error.stderr ?? []} />
 * </ConnectionBanner>
 * ```
 */
export function AgentLog({ lines, isOpen }: AgentLogProps): ReactElement | null {
  const texts = useTexts("connection", connectionTexts);
  if (lines.length === 0) return null;
  return (
    <details className="acp-ui acp-agent-log" open={isOpen}>
      <summary>
        <Icon name="chevron" className="acp-disclosure-icon" />
        {texts.agentOutput(lines.length)}
      </summary>
      <pre tabIndex={0} role="group" aria-label={texts.agentOutputLabel}>
        {lines.join("\n")}
      </pre>
    </details>
  );
}
