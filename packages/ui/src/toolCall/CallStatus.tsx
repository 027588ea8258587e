import type { ReactElement } from "react";
import { Duration, type TimeSpan } from "../time/Duration.js";
import { Icon, Spinner } from "../controls/Icon.js";
import type { ToolCallPhase } from "./toolCallPhase.js";

interface CallStatusProps {
  readonly phase: ToolCallPhase;
  readonly span?: TimeSpan | undefined;
}

/** The status of a tool call, with the time that it took: Done in 12 s. */
export function CallStatus({ phase, span }: CallStatusProps): ReactElement {
  const { name, label, icon, durationPrefix = "" } = phase;
  return (
    <span className={`acp-call-status acp-call-status-${name}`} data-status={name}>
      {icon === undefined ? <Spinner /> : <Icon name={icon} />}
      <span>
        <span className="acp-call-status-label">{label}</span>{" "}
        {span !== undefined && <Duration span={span} prefix={durationPrefix} />}
      </span>
    </span>
  );
}
