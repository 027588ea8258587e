import type { ReactElement } from "react";
import { Icon } from "../ui/Icon.js";
import { UsageMeter } from "./UsageMeter.js";

interface ComposerBarProps {
  readonly canSend: boolean;
  /** A turn runs: what is sent now waits. */
  readonly isBusy: boolean;
  readonly isStopping: boolean;
  /** Absent where nobody listens. */
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
    <div className="composer-bar">
      <UsageMeter />
      <span className="composer-actions">
        <Hint isBusy={isBusy} isConnected={onStop !== undefined} />
        {isBusy && (
          <button
            type="button"
            className="button stop"
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
            className="send"
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

function Hint(props: { isBusy: boolean; isConnected: boolean }): ReactElement | null {
  if (!props.isConnected) return null;
  return (
    <span className="composer-hint" aria-hidden="true">
      {props.isBusy ? (
        <>
          <kbd>Enter</kbd> queues, <kbd>Esc</kbd> stops
        </>
      ) : (
        <>
          <kbd>Enter</kbd> sends, <kbd>Shift Enter</kbd> new line, <kbd>/</kbd> commands
        </>
      )}
    </span>
  );
}
