import type { ReactElement } from "react";
import { Icon } from "../ui/Icon.js";

interface SessionPickerProps {
  readonly sessionIds: readonly string[];
  readonly value: string;
  readonly onChoose: (sessionId: string) => void;
}

/** Some recordings hold several sessions. */
export function SessionPicker(props: SessionPickerProps): ReactElement | null {
  const { sessionIds, value, onChoose } = props;
  if (sessionIds.length < 2) return null;
  return (
    <span className="select-wrap">
      <select
        className="select"
        aria-label="Session"
        value={value}
        onChange={(event) => onChoose(event.target.value)}
      >
        {sessionIds.map((id, index) => (
          <option key={id} value={id}>
            Session {index + 1}
          </option>
        ))}
      </select>
      <Icon name="chevron" className="select-arrow" />
    </span>
  );
}
