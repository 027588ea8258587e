import type { ReactElement } from "react";
import { Icon, Spinner } from "../ui/Icon.js";
import type { ToolCallPhase } from "./toolCallPhase.js";

export function CallStatus({ phase }: { phase: ToolCallPhase }): ReactElement {
  const { name, label, icon } = phase;
  return (
    <span className={`call-status call-status-${name}`} data-status={name}>
      {icon === undefined ? <Spinner /> : <Icon name={icon} />}
      <span className="call-status-label">{label}</span>
    </span>
  );
}
