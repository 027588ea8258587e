import type { ReactElement } from "react";
import { Duration, type TimeSpan } from "../time/Duration.js";
import { Icon, Spinner } from "../controls/Icon.js";
import type { PhaseDisplay } from "./toolCallPhase.js";

interface CallStatusProps {
  readonly status: PhaseDisplay;
  readonly span?: TimeSpan | undefined;
}

/** The status of a tool call, with the time that it took: Done in 12 s. */
export function CallStatus({ status, span }: CallStatusProps): ReactElement {
  const { phase, label, icon, durationPrefix = "" } = status;
  return (
    <span className={`acp-call-status acp-call-status-${phase}`} data-phase={phase}>
      {icon === undefined ? <Spinner /> : <Icon name={icon} />}
      <span>
        <span className="acp-call-status-label">{label}</span>{" "}
        {span !== undefined && <Duration span={span} prefix={durationPrefix} />}
      </span>
    </span>
  );
}
