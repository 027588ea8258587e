import { useConnection } from "@acp-store/react";
import type { ReactElement } from "react";
import { plural } from "../ui/format.js";
import { Notice } from "./Notice.js";
import { useCountdown } from "./useCountdown.js";

/** The agent is gone, and comes back by itself: nothing to do but to know. */
export function LostNotice(): ReactElement {
  const connection = useConnection();
  const { reason = "", attempt = 1, retryAt } = connection ?? {};
  const seconds = useCountdown(retryAt);
  const isTrying = connection?.status === "connecting";
  const next = isTrying
    ? "Starting it again…"
    : `Starting it again in ${plural(Math.max(1, seconds), "second")}.`;
  return (
    <Notice
      tone="neutral"
      icon="refresh"
      title={isTrying || reason === "" ? "Reconnecting to the agent" : reason}
    >
      {/* Counting aloud would drown everything else. */}
      <p className="notice-detail" aria-live="off">
        {next}
        {attempt > 1 && ` Try ${attempt}.`} A turn that ran was cut off, and its requests were
        withdrawn. What was shown stays.
      </p>
    </Notice>
  );
}
