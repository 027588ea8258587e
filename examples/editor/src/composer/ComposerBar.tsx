import type { Activity } from "@acp-store/core";
import type { ReactElement } from "react";
import { Icon } from "../ui/Icon.js";
import { UsageMeter } from "./UsageMeter.js";

interface ComposerBarProps {
  readonly canSend: boolean;
  readonly activity: Activity;
  readonly onStop: (() => void) | undefined;
}

export function ComposerBar({ canSend, activity, onStop }: ComposerBarProps): ReactElement {
  const isBusy = activity === "running" || activity === "cancelling";
  return (
    <div className="composer-bar">
      <UsageMeter />
      <span className="composer-actions">
        <Hint isBusy={isBusy} isConnected={onStop !== undefined} />
        {isBusy ? (
          <button
            type="button"
            className="button stop"
            disabled={activity === "cancelling" || onStop === undefined}
            onClick={onStop}
          >
            <Icon name="stop" />
            {activity === "cancelling" ? "Stopping…" : "Stop"}
          </button>
        ) : (
          <button type="submit" className="send" disabled={!canSend} aria-label="Send" title="Send">
            <Icon name="arrowUp" />
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
          <kbd>Esc</kbd> stops
        </>
      ) : (
        <>
          <kbd>Enter</kbd> sends, <kbd>Shift Enter</kbd> new line, <kbd>/</kbd> commands
        </>
      )}
    </span>
  );
}
