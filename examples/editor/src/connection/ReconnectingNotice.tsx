import { useConnection } from "@acp-store/react";
import type { ReactElement } from "react";
import { Notice, pluralize } from "@acp-store/ui";
import type { LinkState } from "./linkState.js";
import { useCountdown } from "./useCountdown.js";

/** Shown while the connection is lost and the agent is restarted automatically. */
export function ReconnectingNotice({
  state,
  isInterrupted = false,
}: {
  state: LinkState;
  isInterrupted?: boolean;
}): ReactElement {
  const connection = useConnection();
  const { reason = "", attempt = 1, retryAt } = connection ?? {};
  const seconds = useCountdown(retryAt);
  const isTrying = connection?.status === "connecting";
  const when = isTrying ? "now" : `in ${pluralize(Math.max(1, seconds), "second")}`;
  return (
    <Notice
      tone="neutral"
      icon="refresh"
      title={isTrying || reason === "" ? "Reconnecting to the agent" : reason}
    >
      {/* Screen readers must not announce every second of the countdown. */}
      <p className="acp-notice-detail" aria-live="off">
        {state.end?.isServerGone ? "Trying again" : "Restarting the agent"} {when}
        {attempt > 1 && ` (attempt ${attempt})`}.
        {isInterrupted &&
          " The turn was interrupted and its pending requests were withdrawn. The conversation is kept."}
      </p>
    </Notice>
  );
}
