import type { ReactElement } from "react";
import { IconButton } from "../controls/IconButton.js";
import { sessionTexts } from "../texts/sessionTexts.js";
import { useTexts } from "../texts/useTexts.js";
import type { SessionListError } from "./sessionActions.js";

interface SessionErrorBoxProps {
  readonly error: SessionListError;
  readonly onDismiss: (() => void) | undefined;
}

/** An action on a session that failed, until the user dismisses it. */
export function SessionErrorBox({ error, onDismiss }: SessionErrorBoxProps): ReactElement {
  const texts = useTexts("session", sessionTexts);
  return (
    <div className="acp-sessions-error" role="alert">
      <p className="acp-sessions-error-text">
        <strong>{texts.errorTitle(error.title)}</strong> {error.detail}
      </p>
      <IconButton icon="cross" label={texts.dismiss} onClick={onDismiss} />
    </div>
  );
}
