import type { Session } from "@acp-store/core";
import { useSessions } from "@acp-store/react";
import type { ReactElement } from "react";
import { LabeledSelect } from "../options/LabeledSelect.js";
import { sessionTexts } from "../texts/sessionTexts.js";
import { useTexts } from "../texts/useTexts.js";
import { getSessionTitle } from "./getSessionTitle.js";

/** The props of {@link SessionPicker}. */
export interface SessionPickerProps {
  /** The session that is shown. */
  readonly sessionId: string;
  /** Called when the user chooses another session. */
  readonly onChoose: (sessionId: string) => void;
}

/**
 * A select with the sessions in the store, for pages that open none themselves, such as the replay of
 * a recording. Sessions of subagents are left out. Renders nothing for a single session.
 *
 * @example
 * ```tsx
 * function Recording() {
 *   const [first = ""] = useSessionIds();
 *   const [sessionId, setSessionId] = useState(first);
 *   return (
 *     <AgentPanel
 *       sessionId={sessionId}
 *       header={<SessionPicker sessionId={sessionId} onChoose={setSessionId} />}
 *       isRecording
 *     />
 *   );
 * }
 * ```
 */
export function SessionPicker(props: SessionPickerProps): ReactElement | null {
  const { sessionId, onChoose } = props;
  const texts = useTexts("session", sessionTexts);
  const ids = useSessions((sessions) =>
    sessions.filter(isMain).map((session) => session.sessionId),
  );
  const titles = useSessions((sessions) =>
    sessions.filter(isMain).map((session) => getSessionTitle(session, texts.untitled)),
  );
  if (ids.length < 2) return null;
  const choices = ids.map((value, index) => ({ value, name: `${index + 1}. ${titles[index]}` }));
  return (
    <LabeledSelect
      label={texts.picker}
      value={sessionId}
      groups={[{ choices }]}
      onChoose={onChoose}
    />
  );
}

function isMain({ parentSessionId }: Session): boolean {
  return !parentSessionId;
}
