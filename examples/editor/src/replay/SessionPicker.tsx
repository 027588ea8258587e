import type { ReactElement } from "react";
import { LabeledSelect } from "@acp-store/ui";

interface SessionPickerProps {
  readonly sessionIds: readonly string[];
  readonly value: string;
  readonly onChoose: (sessionId: string) => void;
}

/** Switches between the sessions of a recording. Renders nothing for a single session. */
export function SessionPicker(props: SessionPickerProps): ReactElement | null {
  const { sessionIds, value, onChoose } = props;
  if (sessionIds.length < 2) return null;
  const choices = sessionIds.map((id, index) => ({ value: id, name: String(index + 1) }));
  return <LabeledSelect label="Session" value={value} groups={[{ choices }]} onChoose={onChoose} />;
}
