import { useTurn } from "@acp-store/react";
import type { Turn } from "@acp-store/core";
import type { ReactElement } from "react";
import { Notice } from "../connection/Notice.js";
import { usePanelScope } from "../shell/panelScope.js";
import { duration } from "../ui/format.js";
import { Icon } from "../ui/Icon.js";

/** How a turn ended. A turn that runs has nothing to say here. */
export function TurnEnd({ turnId }: { turnId: string }): ReactElement | null {
  const turn = useTurn(turnId);
  const { actions, isRecording } = usePanelScope();
  if (turn?.endedAt === undefined) return null;
  // The connection that took the turn along is the one that has to explain itself.
  const isCutOff = turn.status === "failed" && turn.error?.code === undefined;
  if (isCutOff && actions === undefined && !isRecording) {
    return (
      <p className="turn-end">
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
