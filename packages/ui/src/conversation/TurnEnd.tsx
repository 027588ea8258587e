import { useTurn } from "@acp-store/react";
import type { Turn } from "@acp-store/core";
import type { ReactElement } from "react";
import { Notice } from "../connection/Notice.js";
import { formatDuration } from "../format/format.js";
import { Icon } from "../controls/Icon.js";

/** The props of {@link TurnEnd}. */
export interface TurnEndProps {
  /** The id of the turn. */
  readonly turnId: string;
}

/** The outcome of a turn. Renders nothing while the turn is running. */
export function TurnEnd({ turnId }: TurnEndProps): ReactElement | null {
  const turn = useTurn(turnId);
  if (turn?.endedAt === undefined) return null;
  // Without an error code, the turn failed because the connection was lost. A notice reports that.
  const hasLostConnection = turn.status === "failed" && turn.error?.code === undefined;
  if (hasLostConnection || turn.status === "interrupted") {
    return (
      <p className="acp-ui acp-turn-end" title={turn.error?.message}>
        <Icon name="ban" />
        Interrupted after {formatTurnDuration(turn)}
      </p>
    );
  }
  if (turn.status === "failed") {
    const { message, code } = turn.error ?? {};
    const detail = code === undefined ? message : `${message} (error ${code})`;
    return <Notice title="The agent failed" {...(detail !== undefined && { detail })} />;
  }
  const warning = STOP_REASON_WARNINGS[turn.stopReason ?? ""];
  if (warning !== undefined) return <Notice tone="warning" title={warning} />;
  if (turn.cancelUnconfirmed) {
    return (
      <Notice
        tone="warning"
        title={`Stopped after ${formatTurnDuration(turn)} without a confirmation`}
        detail="The agent did not confirm that it has stopped, and may still be working. You can go on."
      />
    );
  }
  if (turn.stopReason === "cancelled") {
    return (
      <p className="acp-ui acp-turn-end">
        <Icon name="ban" />
        {turn.cancelRequested ? "You stopped the agent" : "The agent stopped"} after{" "}
        {formatTurnDuration(turn)}
      </p>
    );
  }
  return <p className="acp-ui acp-turn-end">Worked for {formatTurnDuration(turn)}</p>;
}

const STOP_REASON_WARNINGS: Readonly<Record<string, string>> = {
  max_tokens: "The agent reached its token limit",
  max_turn_requests: "The agent reached its request limit for this turn",
  refusal: "The agent refused to continue",
};

function formatTurnDuration({ startedAt, endedAt = startedAt }: Turn): string {
  return formatDuration(Math.max(0, endedAt - startedAt));
}
