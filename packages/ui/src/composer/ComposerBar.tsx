import type { ReactElement } from "react";
import { Icon } from "../controls/Icon.js";
import { UsageMeter } from "./UsageMeter.js";

interface ComposerBarProps {
  readonly canSend: boolean;
  /** Whether a turn is running, so that a prompt is queued instead of sent. */
  readonly isBusy: boolean;
  readonly isStopping: boolean;
  /** `undefined` while there is no connection. */
  readonly onStop: (() => void) | undefined;
}

export function ComposerBar({
  canSend,
  isBusy,
  isStopping,
  onStop,
}: ComposerBarProps): ReactElement {
  const label = isBusy ? "Queue" : "Send";
  return (
    <div className="acp-composer-bar">
      <UsageMeter />
      <span className="acp-composer-actions">
        <KeyboardHint isBusy={isBusy} isConnected={onStop !== undefined} />
        {isBusy && (
          <button
            type="button"
            className="acp-button acp-stop-button"
            disabled={isStopping || onStop === undefined}
            onClick={onStop}
          >
            <Icon name="stop" />
            {isStopping ? "Stopping…" : "Stop"}
          </button>
        )}
        {(!isBusy || canSend) && (
          <button
            type="submit"
            className="acp-send-button"
            disabled={!canSend}
            aria-label={label}
            title={label}
          >
            <Icon name={isBusy ? "plus" : "arrowUp"} />
          </button>
        )}
      </span>
    </div>
  );
}

function KeyboardHint(props: { isBusy: boolean; isConnected: boolean }): ReactElement | null {
  if (!props.isConnected) return null;
  return (
    <span className="acp-composer-hint" aria-hidden="true">
      {props.isBusy ? (
        <>
          <kbd>Enter</kbd> to queue, <kbd>Esc</kbd> to stop
        </>
      ) : (
        <>
          <kbd>Enter</kbd> to send, <kbd>Shift Enter</kbd> for a new line, <kbd>/</kbd> for commands
        </>
      )}
    </span>
  );
}
