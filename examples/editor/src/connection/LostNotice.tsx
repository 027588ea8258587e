import { useConnection } from "@acp-store/react";
import type { ReactElement } from "react";
import { plural } from "../ui/format.js";
import { Notice } from "./Notice.js";
import { useCountdown } from "./useCountdown.js";

/** The agent is gone, and comes back by itself: nothing to do but to know. */
export function LostNotice({ isCutOff = false }: { isCutOff?: boolean }): ReactElement {
  const connection = useConnection();
  const { reason = "", attempt = 1, retryAt } = connection ?? {};
  const seconds = useCountdown(retryAt);
  const isTrying = connection?.status === "connecting";
  const when = isTrying ? "now" : `in ${plural(Math.max(1, seconds), "second")}`;
  return (
    <Notice
      tone="neutral"
      icon="refresh"
      title={isTrying || reason === "" ? "Reconnecting to the agent" : reason}
    >
      {/* Counting aloud would drown everything else. */}
      <p className="notice-detail" aria-live="off">
        Starting it again {when}
        {attempt > 1 && ` (try ${attempt})`}.
        {isCutOff &&
          " The turn was cut off, and what it asked for withdrawn. What was shown stays."}
      </p>
    </Notice>
  );
}
