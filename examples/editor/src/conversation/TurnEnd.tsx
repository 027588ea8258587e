import { useTurn } from "@acp-store/react";
import type { Turn } from "@acp-store/core";
import type { ReactElement } from "react";
import { Notice } from "../connection/Notice.js";
import { duration } from "../ui/format.js";
import { Icon } from "../ui/Icon.js";

/** How a turn ended. A turn that runs has nothing to say here. */
export function TurnEnd({ turnId }: { turnId: string }): ReactElement | null {
  const turn = useTurn(turnId);
  if (turn?.endedAt === undefined) return null;
  // The connection took the turn along. What became of that, it says itself.
  if (turn.status === "failed" && turn.error?.code === undefined) {
    return (
      <p className="turn-end" title={turn.error?.message}>
        <Icon name="ban" />
        Cut off after {took(turn)}
      </p>
    );
  }
  if (turn.status === "failed") {
    const { message, code } = turn.error ?? {};
    const detail = code === undefined ? message : `${message} (error ${code})`;
    return <Notice title="The agent failed" {...(detail !== undefined && { detail })} />;
  }
  const trouble = TROUBLE[turn.stopReason ?? ""];
  if (trouble !== undefined) return <Notice tone="warning" title={trouble} />;
  if (turn.stopReason === "cancelled") {
    return (
      <p className="turn-end">
        <Icon name="ban" />
        {turn.cancelRequested ? "You stopped the agent" : "The agent stopped"} after {took(turn)}
      </p>
    );
  }
  return <p className="turn-end">Worked for {took(turn)}</p>;
}

const TROUBLE: Readonly<Record<string, string>> = {
  max_tokens: "The agent reached its token limit",
  max_turn_requests: "The agent reached its limit of requests for one turn",
  refusal: "The agent refused to go on",
};

function took({ startedAt, endedAt = startedAt }: Turn): string {
  return duration(Math.max(0, endedAt - startedAt));
}
